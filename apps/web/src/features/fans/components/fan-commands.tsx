import type { BinSummary } from '@granary/contract/bins/lists';
import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Notice } from '../../../components/notice.tsx';
import { useLiveState } from '../../../lib/live-client.ts';
import { useCan } from '../../../lib/use-can.ts';
import { type CommandedBin, useFanCommand } from '../api/fan-commands.ts';
import { useCommandError } from '../use-command-error.ts';
import { EnteredNotice } from './entered-notice.tsx';
import { FanConfirmDialog } from './fan-confirm-dialog.tsx';
import type { FanBin } from './fan-reminder.tsx';
import classes from './fan-system.module.css';

export type FanCommandBin = FanBin &
  CommandedBin &
  Pick<BinSummary, 'hasOpenEntry' | 'peopleInside'>;

/** Turns the fans of a farm's bins on and off, one at a time. */
export function FanCommands({ bins }: { readonly bins: readonly FanCommandBin[] }) {
  const { t } = useTranslation();
  const isOffline = useLiveState().kind === 'offline';
  const mayCommand = useCan('fans.write');
  const command = useFanCommand();
  const toMessage = useCommandError();
  const [asked, setAsked] = useState<{ bin: FanCommandBin; isOn: boolean } | null>(null);
  const fans = bins.filter(({ fan }) => fan.attached);
  if (fans.length === 0) {
    return <Notice state="unknown" title={t('fan.noneTitle')} detail={t('fan.noneDetail')} />;
  }
  return (
    <section className={classes['latest']} aria-label={t('fanSystem.fans')}>
      <h3 className={classes['title']}>{t('fanSystem.fans')}</h3>
      {command.isError && <Notice state="warning" isAlert title={toMessage(command.error)} />}
      {isOffline && <p className={classes['empty']}>{t('live.cannotChange')}</p>}
      {fans.map((bin) => (
        <FanRow
          key={bin.id}
          bin={bin}
          isDisabled={!mayCommand || isOffline}
          isBusy={command.isPending && command.variables.bin.id === bin.id}
          onAsk={(isOn) => setAsked({ bin, isOn })}
        />
      ))}
      {asked !== null && (
        <FanConfirmDialog
          bin={asked.bin}
          isOn={asked.isOn}
          onConfirm={(runForS) => {
            setAsked(null);
            command.mutate({ ...asked, runForS });
          }}
          onCancel={() => setAsked(null)}
        />
      )}
    </section>
  );
}

interface FanRowProps {
  readonly bin: FanCommandBin;
  readonly isDisabled: boolean;
  readonly isBusy: boolean;
  readonly onAsk: (isOn: boolean) => void;
}

function FanRow({ bin, isDisabled, isBusy, onAsk }: FanRowProps) {
  const { t } = useTranslation();
  const { running } = bin.fan;
  const state = t(running === null ? 'fan.unknown' : running ? 'fan.on' : 'fan.off');
  const turnOff = ['turnOff', false] as const;
  const turns = bin.hasOpenEntry ? [turnOff] : [['turnOn', true] as const, turnOff];
  return (
    <div className={classes['row']}>
      <span>
        <b>{bin.name}</b> {state}
      </span>
      <Group gap="xs">
        {turns.map(([name, isOn]) => (
          <Button
            key={name}
            variant="default"
            disabled={isDisabled}
            loading={isBusy}
            aria-label={t('fanSystem.turn', { action: t(`fan.command.${name}`), bin: bin.name })}
            onClick={() => onAsk(isOn)}
          >
            {t(`fan.command.${name}`)}
          </Button>
        ))}
      </Group>
      <EnteredNotice bin={bin} />
    </div>
  );
}
