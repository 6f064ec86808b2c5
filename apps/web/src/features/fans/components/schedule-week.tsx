import type { Bin } from '@granary/contract/bins/http';
import type { FanSchedule } from '@granary/contract/fans/schedule';
import { toWallClock } from '@granary/domain/fans/fan-schedule';
import { WEEKDAYS, type Weekday } from '@granary/domain/fans/fan-slots';
import { Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Notice } from '../../../components/notice.tsx';
import { useNow } from '../../../lib/clock.ts';
import { useLiveState } from '../../../lib/live-client.ts';
import { useCan } from '../../../lib/use-can.ts';
import { useFormat } from '../../../lib/use-format.ts';
import { fanRunsQuery } from '../api/get-fan-history.ts';
import { groupRunsByWeekday } from '../group-runs-by-weekday.ts';
import { CopyDayDialog } from './copy-day-dialog.tsx';
import { DeleteSlotDialog } from './delete-slot-dialog.tsx';
import classes from './fan-schedule.module.css';
import { ScheduleDay } from './schedule-day.tsx';
import { SlotDialog } from './slot-dialog.tsx';
import { type StoredSlot, useScheduleEdit } from './use-schedule-edit.ts';

type OpenDialog =
  | { readonly kind: 'add'; readonly weekday: Weekday | '' }
  | { readonly kind: 'delete'; readonly slot: StoredSlot }
  | { readonly kind: 'copy'; readonly weekday: Weekday };

interface ScheduleWeekProps {
  readonly bin: Bin;
  readonly schedule: FanSchedule;
}

/** A row for each weekday with its slots as bars, and the dialogs that change them. */
export function ScheduleWeek({ bin, schedule }: ScheduleWeekProps) {
  const { t } = useTranslation();
  const now = useNow();
  const canChange = useCan('fans.write');
  const isOffline = useLiveState().kind === 'offline';
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const edit = useScheduleEdit(bin, schedule);
  const close = () => setDialog(null);
  const open = (newDialog: OpenDialog) => {
    edit.reset();
    setDialog(newDialog);
  };
  const clock = toWallClock(now, schedule.timeZone);
  const { data: runs = [] } = useQuery(fanRunsQuery(bin.id, WEEKDAYS.length));
  const runParts = groupRunsByWeekday(runs, schedule.timeZone, now);
  return (
    <>
      <div role="status">{edit.message !== null && <Notice state="ok" title={edit.message} />}</div>
      <ol className={classes['week']} data-held={schedule.hold !== null}>
        {WEEKDAYS.map((weekday) => (
          <ScheduleDay
            key={weekday}
            weekday={weekday}
            slots={schedule.week[weekday]}
            runParts={runParts[weekday] ?? []}
            nowMinutes={clock.weekday === weekday ? clock.minutes : null}
            isEditable={canChange && !isOffline}
            onAdd={() => open({ kind: 'add', weekday })}
            onCopy={() => open({ kind: 'copy', weekday })}
            onDelete={(slot) => open({ kind: 'delete', slot: { weekday, ...slot } })}
          />
        ))}
      </ol>
      <Axis isOnHold={schedule.hold !== null} />
      {canChange && (
        <div>
          <Button disabled={isOffline} onClick={() => open({ kind: 'add', weekday: '' })}>
            {t('fan.schedule.add')}
          </Button>
          {isOffline && <Text c="dimmed">{t('live.cannotChange')}</Text>}
        </div>
      )}
      {dialog?.kind === 'add' && (
        <SlotDialog week={schedule.week} weekday={dialog.weekday} edit={edit} onClose={close} />
      )}
      {dialog?.kind === 'delete' && (
        <DeleteSlotDialog slot={dialog.slot} edit={edit} onClose={close} />
      )}
      {dialog?.kind === 'copy' && (
        <CopyDayDialog weekday={dialog.weekday} edit={edit} onClose={close} />
      )}
    </>
  );
}

/** The hours below the bars, and a legend for the bars and the line. */
function Axis({ isOnHold }: { readonly isOnHold: boolean }) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <div className={classes['axis']} data-held={isOnHold} aria-hidden="true">
      <div className={classes['hours']}>
        {[0, 6, 12, 18, 24].map((hour) => (
          <span key={hour}>{format.minuteOfDay((hour * 60) % (24 * 60))}</span>
        ))}
      </div>
      <p className={classes['legend']}>
        <span className={classes['ranKey']} /> {t('fan.schedule.ran')}
        <span className={classes['plannedKey']} />{' '}
        {t(isOnHold ? 'fan.schedule.hold.planned' : 'fan.schedule.planned')}
        <span className={classes['nowKey']} /> {t('fan.schedule.now')}
      </p>
    </div>
  );
}
