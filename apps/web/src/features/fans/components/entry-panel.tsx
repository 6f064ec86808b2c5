import type { FanDetails } from '@granary/contract/commands/http';
import { ENTRY_REMINDER_MS } from '@granary/domain/fans/entry';
import { Button } from '@mantine/core';
import { IconDoorEnter, IconDoorExit } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { ErrorState } from '../../../components/error-state.tsx';
import { Notice } from '../../../components/notice.tsx';
import { useNow } from '../../../lib/clock.ts';
import { useLiveState } from '../../../lib/live-client.ts';
import { useCan } from '../../../lib/use-can.ts';
import { useFormat } from '../../../lib/use-format.ts';
import { useEntry } from '../api/fan-commands.ts';

interface EntryPanelProps {
  readonly bin: { readonly id: number; readonly name: string };
  readonly entry: FanDetails['entry'];
}

/** Reports that someone is in or near a bin, which turns its fan off, and that everyone is out. */
export function EntryPanel({ bin, entry }: EntryPanelProps) {
  const { t } = useTranslation();
  const isOffline = useLiveState().kind === 'offline';
  const mayEnter = useCan('fans.write');
  const [isConfirming, setConfirming] = useState(false);
  const change = useEntry(bin.id);
  const turn = entry === null ? 'open' : 'close';
  return (
    <>
      {entry !== null && <EntryNotice bin={bin} entry={entry} />}
      {mayEnter && (entry === null || entry.mayClose) && (
        <Button
          size="xl"
          fullWidth
          variant={entry === null ? 'default' : 'filled'}
          leftSection={
            entry === null ? (
              <IconDoorEnter aria-hidden="true" />
            ) : (
              <IconDoorExit aria-hidden="true" />
            )
          }
          disabled={isOffline}
          onClick={() => setConfirming(true)}
        >
          {t(`fan.entry.${turn}`)}
        </Button>
      )}
      <ConfirmDialog
        isOpen={isConfirming}
        title={t(`fan.entry.${turn}Title`, { bin: bin.name })}
        text={t(`fan.entry.${turn}Text`)}
        confirmLabel={t(`fan.entry.${turn}Confirm`)}
        isBusy={change.isPending}
        onConfirm={() => change.mutate(turn, { onSuccess: () => setConfirming(false) })}
        onCancel={() => setConfirming(false)}
      >
        {change.isError && <ErrorState error={change.error} />}
      </ConfirmDialog>
    </>
  );
}

interface EntryNoticeProps {
  readonly bin: EntryPanelProps['bin'];
  readonly entry: NonNullable<FanDetails['entry']>;
}

/** Since when someone is in or near the bin, and after a while whether they are out. */
function EntryNotice({ bin, entry }: EntryNoticeProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const now = useNow();
  const time = format.dateTime(entry.since, now);
  const isLong = now - entry.since >= ENTRY_REMINDER_MS;
  const details = [
    entry.by === null
      ? t('fan.entry.since', { time })
      : t('fan.entry.sinceBy', { name: entry.by, time }),
    isLong ? t('fan.entry.check', { duration: format.duration(now - entry.since) }) : '',
    entry.mayClose ? '' : t('fan.entry.notYours'),
    t('fan.command.notLockout'),
  ];
  return (
    <Notice
      state="warning"
      isTinted
      isAlert={isLong}
      title={isLong ? formatOutQuestion(bin, entry, t) : t('fan.entry.title')}
      detail={details.filter((detail) => detail !== '').join(' ')}
    />
  );
}

/** Asks the person themselves, and everyone else about them. */
function formatOutQuestion(
  { name: bin }: EntryNoticeProps['bin'],
  entry: EntryNoticeProps['entry'],
  t: TFunction,
) {
  if (entry.isOwn) return t('fan.entry.areYouOut');
  return entry.by === null
    ? t('fan.entry.closeTitle', { bin })
    : t('fan.entry.isOut', { name: entry.by });
}
