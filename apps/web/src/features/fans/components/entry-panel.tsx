import type { FanDetails } from '@granary/contract/commands/http';
import type { AlertSummary } from '@granary/domain/alerts/alert';
import { findEntryHazards } from '@granary/domain/alerts/bin-entry';
import { ENTRY_REMINDER_MS } from '@granary/domain/fans/entry';
import { Button } from '@mantine/core';
import { IconDoorEnter, IconDoorExit } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { Fragment, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { ErrorState } from '../../../components/error-state.tsx';
import { Notice } from '../../../components/notice.tsx';
import { useNow } from '../../../lib/clock.ts';
import type { Formats } from '../../../lib/format.ts';
import { useLiveState } from '../../../lib/live-client.ts';
import { useCan } from '../../../lib/use-can.ts';
import { useFormat } from '../../../lib/use-format.ts';
import { useReportEntry } from '../api/fan-commands.ts';
import { formatPeople } from '../format-people.ts';

type Entry = FanDetails['entries'][number];

interface EntryPanelProps {
  readonly bin: {
    readonly id: number;
    readonly name: string;
    readonly alerts: readonly Pick<AlertSummary, 'rule' | 'severity'>[];
  };
  /** Oldest first. */
  readonly entries: readonly Entry[];
}

/** Lets the user report entering a bin, which turns its fan off, and report that people are out. */
export function EntryPanel({ bin, entries }: EntryPanelProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const canReport = useCan('fans.write');
  const isInside = entries.some(({ isOwn }) => isOwn);
  return (
    <>
      {entries.map((entry, index) => (
        <Fragment key={entry.id}>
          <EntryNotice bin={bin} entry={entry} isFirst={index === 0} />
          {canReport && entry.mayClose && (
            <EntryButton
              bin={bin}
              entryId={entry.id}
              label={formatPersonText(entry, closeTexts.label, bin, t)}
              title={formatPersonText(entry, closeTexts.title, bin, t)}
              text={describeClosing(entry, entries, { t, format })}
              isPrimary={entry.isOwn}
            />
          )}
        </Fragment>
      ))}
      {canReport && !isInside && (
        <EntryButton
          bin={bin}
          entryId={null}
          label={t('fan.entry.open')}
          title={t('fan.entry.openTitle', { bin: bin.name })}
          text={t('fan.entry.openText')}
          confirmLabel={t('fan.entry.openConfirm')}
          isPrimary={false}
        />
      )}
    </>
  );
}

interface EntryButtonProps {
  readonly bin: EntryPanelProps['bin'];
  /** The entry to close; null to open a new entry. */
  readonly entryId: number | null;
  readonly label: string;
  readonly title: string;
  readonly text: string;
  /** Defaults to the label. */
  readonly confirmLabel?: string;
  readonly isPrimary: boolean;
}

/** Opens or closes an entry after a confirmation. */
function EntryButton(props: EntryButtonProps) {
  const { bin, entryId, label, title, text, confirmLabel = label, isPrimary } = props;
  const isOffline = useLiveState().kind === 'offline';
  const [isConfirming, setConfirming] = useState(false);
  const reportEntry = useReportEntry(bin.id);
  const Icon = entryId === null ? IconDoorEnter : IconDoorExit;
  return (
    <>
      <Button
        size={isPrimary || entryId === null ? 'xl' : 'md'}
        fullWidth
        variant={isPrimary ? 'filled' : 'default'}
        leftSection={<Icon aria-hidden="true" />}
        disabled={isOffline}
        onClick={() => setConfirming(true)}
      >
        {label}
      </Button>
      <ConfirmDialog
        isOpen={isConfirming}
        title={title}
        text={text}
        confirmLabel={confirmLabel}
        isBusy={reportEntry.isPending}
        onConfirm={() => reportEntry.mutate(entryId, { onSuccess: () => setConfirming(false) })}
        onCancel={() => setConfirming(false)}
      >
        {entryId === null && <EntryHazardNotice alerts={bin.alerts} />}
        {reportEntry.isError && <ErrorState error={reportEntry.error} />}
      </ConfirmDialog>
    </>
  );
}

/**
 * Shows the open alerts that make it dangerous to enter the bin. Renders nothing if there are none, but that
 * does not mean that entry is safe.
 */
export function EntryHazardNotice({ alerts }: Pick<EntryPanelProps['bin'], 'alerts'>) {
  const { t } = useTranslation();
  const rules = findEntryHazards(alerts);
  if (rules.length === 0) return null;
  const dangers = rules.map((rule) => `${t(`alerts.rules.${rule}`)}.`);
  return (
    <Notice
      state="critical"
      isAlert
      title={t('binEntry.title')}
      detail={[...dangers, t('binEntry.line')].join(' ')}
    />
  );
}

interface EntryNoticeProps {
  readonly bin: EntryPanelProps['bin'];
  readonly entry: Entry;
  /** The first notice warns that the fan is not locked out. */
  readonly isFirst: boolean;
}

/**
 * Shows when a person entered or came near the bin. After `ENTRY_REMINDER_MS`, the notice asks whether they
 * are out.
 */
function EntryNotice({ bin, entry, isFirst }: EntryNoticeProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const now = useNow();
  const time = format.dateTime(entry.since, now);
  const isReminderDue = now - entry.since >= ENTRY_REMINDER_MS;
  const duration = format.duration(now - entry.since);
  const details = [
    entry.personName === null
      ? t('fan.entry.since', { time })
      : t('fan.entry.sinceBy', { name: entry.personName, time }),
    isReminderDue ? t(entry.isOwn ? 'fan.entry.checkOwn' : 'fan.entry.check', { duration }) : '',
    entry.mayClose ? '' : t('fan.entry.notYours'),
    isFirst ? t('fan.command.notLockout') : '',
  ];
  return (
    <Notice
      state="warning"
      isTinted
      isAlert={isReminderDue}
      title={
        isReminderDue
          ? formatPersonText(entry, exitQuestions, bin, t)
          : t(entry.isOwn ? 'fan.entry.titleOwn' : 'fan.entry.title')
      }
      detail={details.filter((detail) => detail !== '').join(' ')}
    />
  );
}

/** Texts for the person themselves, about another person, and about one whose account was deleted. */
interface PersonTexts {
  readonly own: `fan.entry.${'close' | 'closeTitle' | 'areYouOut'}`;
  readonly named: `fan.entry.${'closeOf' | 'closeTitleOf' | 'isOut'}`;
  readonly unnamed: `fan.entry.${'closeUnnamed' | 'closeTitleUnnamed' | 'isOutUnnamed'}`;
}

const exitQuestions: PersonTexts = {
  own: 'fan.entry.areYouOut',
  named: 'fan.entry.isOut',
  unnamed: 'fan.entry.isOutUnnamed',
};

const closeTexts = {
  label: { own: 'fan.entry.close', named: 'fan.entry.closeOf', unnamed: 'fan.entry.closeUnnamed' },
  title: {
    own: 'fan.entry.closeTitle',
    named: 'fan.entry.closeTitleOf',
    unnamed: 'fan.entry.closeTitleUnnamed',
  },
} as const satisfies Readonly<Record<string, PersonTexts>>;

function formatPersonText(
  { isOwn, personName }: Entry,
  { own, named, unnamed }: PersonTexts,
  bin: EntryPanelProps['bin'],
  t: TFunction,
): string {
  const values = { bin: bin.name };
  if (isOwn) return t(own, values);
  return personName === null ? t(unnamed, values) : t(named, { ...values, name: personName });
}

/** Describes what closing an entry means for the bin. */
function describeClosing(
  entry: Entry,
  entries: readonly Entry[],
  context: { readonly t: TFunction; readonly format: Formats },
): string {
  const others = entries.flatMap(({ id, personName }) => (id === entry.id ? [] : [personName]));
  if (others.length === 0) return context.t('fan.entry.closeText');
  return context.t('fan.entry.closeTextOthers', { names: formatPeople(others, context) });
}
