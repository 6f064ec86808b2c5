import type { Reading } from '@granary/contract/readings/reading-response';
import { ActionIcon } from '@mantine/core';
import { IconCalendar, IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { lazy, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LoadWhenOpen } from '../../../components/load-when-open.tsx';
import { useNow } from '../../../lib/clock.ts';
import { useFormat } from '../../../lib/use-format.ts';
import type { RecordNavigation } from '../api/use-record.ts';
import classes from './record-nav.module.css';

const DateDialog = lazy(async () => ({ default: (await import('./date-dialog.tsx')).DateDialog }));

export interface RecordNavProps {
  readonly record: RecordNavigation;
  readonly reading: Reading;
  /** Whether to show seconds, for readings less than a minute apart. */
  readonly showsSeconds: boolean;
}

/** The shown record, with navigation to other records: back, forward, or by date and time. */
export function RecordNav({ record, reading, showsSeconds }: RecordNavProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const now = useNow();
  const [isOpen, setOpen] = useState(false);
  const age = format.ago(reading.at, now);
  return (
    <div className={classes['nav']}>
      <ActionIcon
        variant="default"
        aria-label={t('records.previous')}
        aria-disabled={record.isStepping}
        onClick={() => record.step('older')}
      >
        <IconChevronLeft size={20} aria-hidden />
      </ActionIcon>
      <div className={classes['status']} role="status">
        <button
          type="button"
          className={classes['record']}
          aria-haspopup="dialog"
          title={t('records.choose')}
          onClick={() => setOpen(true)}
        >
          <b>
            {showsSeconds
              ? format.dateTimeSeconds(reading.at, now)
              : format.dateTime(reading.at, now)}
          </b>
          <span>
            {record.isLatest ? t('records.latest', { age }) : age}
            <IconCalendar className={classes['icon']} size={16} aria-hidden />
          </span>
        </button>
      </div>
      <ActionIcon
        variant="default"
        aria-label={t('records.next')}
        disabled={record.isLatest}
        aria-disabled={record.isStepping}
        onClick={() => record.step('newer')}
      >
        <IconChevronRight size={20} aria-hidden />
      </ActionIcon>
      <ActionIcon
        visibleFrom="sm"
        variant="default"
        aria-label={t('records.choose')}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <IconCalendar size={20} aria-hidden />
      </ActionIcon>
      <LoadWhenOpen isOpen={isOpen}>
        {(isShown) => (
          <DateDialog isOpen={isShown} goTo={record.goTo} onClose={() => setOpen(false)} />
        )}
      </LoadWhenOpen>
    </div>
  );
}
