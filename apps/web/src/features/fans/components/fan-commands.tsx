import type { BinSummary } from '@granary/contract/bins/lists';
import { listAlerts } from '@granary/domain/bins/state';
import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toBoardContact } from '../../../bin-data/board-contact.ts';
import { SHORT_FAN_LABELS, toShownFanState } from '../../../bin-data/shown-fan.ts';
import { Notice } from '../../../components/notice.tsx';
import { useNow } from '../../../lib/clock.ts';
import { useLiveState } from '../../../lib/live-client.ts';
import { useCan } from '../../../lib/use-can.ts';
import { type CommandTarget, useFanCommand } from '../api/fan-commands.ts';
import { useCommandErrorMessage } from '../use-command-error.ts';
import { FanConfirmDialog } from './fan-confirm-dialog.tsx';
import type { FanBin } from './fan-reminder.tsx';
import classes from './fan-system.module.css';
import { OpenEntryNotice } from './open-entry-notice.tsx';

export type FanCommandBin = FanBin &
  CommandTarget &
  Pick<BinSummary, 'findings' | 'hasOpenEntry' | 'latest' | 'peopleInside' | 'usualIntervalS'>;

/** Turns the fans of a farm's bins on and off, one at a time. */
export function FanCommands({ bins }: { readonly bins: readonly FanCommandBin[] }) {
  const { t } = useTranslation();
  const isOffline = useLiveState().kind === 'offline';
  const canCommand = useCan('fans.write');
  const command = useFanCommand();
  const formatError = useCommandErrorMessage();
  const [pendingCommand, setPendingCommand] = useState<{
    bin: FanCommandBin;
    isOn: boolean;
  } | null>(null);
  const binsWithFan = bins.filter(({ fan }) => fan.isAttached);
  if (binsWithFan.length === 0) {
    return <Notice state="unknown" title={t('fan.noneTitle')} detail={t('fan.noneDetail')} />;
  }
  return (
    <section className={classes['latest']} aria-label={t('fanSystem.fans')}>
      <h3 className={classes['title']}>{t('fanSystem.fans')}</h3>
      {command.isError && <Notice state="warning" isAlert title={formatError(command.error)} />}
      {isOffline && <p className={classes['empty']}>{t('live.cannotChange')}</p>}
      {binsWithFan.map((bin) => (
        <FanRow
          key={bin.id}
          bin={bin}
          isDisabled={!canCommand || isOffline}
          isBusy={command.isPending && command.variables.bin.id === bin.id}
          onCommand={(isOn) => setPendingCommand({ bin, isOn })}
        />
      ))}
      {pendingCommand !== null && (
        <FanConfirmDialog
          bin={pendingCommand.bin}
          isOn={pendingCommand.isOn}
          onConfirm={(runForS) => {
            setPendingCommand(null);
            command.mutate({ ...pendingCommand, runForS });
          }}
          onCancel={() => setPendingCommand(null)}
        />
      )}
    </section>
  );
}

interface FanRowProps {
  readonly bin: FanCommandBin;
  readonly isDisabled: boolean;
  readonly isBusy: boolean;
  readonly onCommand: (isOn: boolean) => void;
}

function FanRow({ bin, isDisabled, isBusy, onCommand }: FanRowProps) {
  const { t } = useTranslation();
  const contact = toBoardContact(bin, bin.latest);
  const state = toShownFanState(bin.fan, listAlerts(bin.findings), contact, useNow());
  const turnOffAction = ['turnOff', false] as const;
  const actions = bin.hasOpenEntry ? [turnOffAction] : [['turnOn', true] as const, turnOffAction];
  return (
    <div className={classes['row']}>
      <span>
        <b>{bin.name}</b> {t(state === null ? 'fan.unknown' : SHORT_FAN_LABELS[state])}
      </span>
      <Group gap="xs">
        {actions.map(([name, isOn]) => (
          <Button
            key={name}
            variant="default"
            disabled={isDisabled}
            loading={isBusy}
            aria-label={t('fanSystem.turn', { action: t(`fan.command.${name}`), bin: bin.name })}
            onClick={() => onCommand(isOn)}
          >
            {t(`fan.command.${name}`)}
          </Button>
        ))}
      </Group>
      <OpenEntryNotice bin={bin} />
    </div>
  );
}
