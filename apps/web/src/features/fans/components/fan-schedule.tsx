import type { Bin } from '@granary/contract/bins/http';
import type { FanSchedule as Schedule } from '@granary/contract/fans/schedule';
import { listSlots } from '@granary/contract/fans/schedule';
import { findNextRun } from '@granary/domain/fans/fan-schedule';
import { findShortSlots } from '@granary/domain/fans/fan-slots';
import { SECOND } from '@granary/domain/units';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { LoadingBlocks } from '../../../components/loading-blocks.tsx';
import { Notice } from '../../../components/notice.tsx';
import { QueryContent } from '../../../components/query-content.tsx';
import { useNow } from '../../../lib/clock.ts';
import { useFormat } from '../../../lib/use-format.ts';
import { fanScheduleQuery } from '../api/fan-schedule.ts';
import { formatSlot } from '../fan-week.ts';
import classes from './fan-schedule.module.css';
import { HoldBanner } from './hold-banner.tsx';
import { ScheduleWeek } from './schedule-week.tsx';

/** Shows a bin's weekly fan schedule. */
export function FanSchedule({ bin }: { readonly bin: Bin }) {
  const { t } = useTranslation();
  const query = useQuery(fanScheduleQuery(bin.id));
  return (
    <section className={classes['panel']} aria-label={t('fan.schedule.title')}>
      <h2 className={classes['heading']}>{t('fan.schedule.title')}</h2>
      <QueryContent
        query={query}
        loadingContent={<LoadingBlocks count={3} height={72} />}
        errorTitle={t('fan.schedule.loadError')}
      >
        {(schedule) => (
          <>
            {schedule.hold !== null && <HoldBanner binId={bin.id} hold={schedule.hold} />}
            <NextRun schedule={schedule} />
            <ShortSlotsWarning bin={bin} schedule={schedule} />
            <ScheduleWeek bin={bin} schedule={schedule} />
          </>
        )}
      </QueryContent>
    </section>
  );
}

/** Shows when the fan starts next, or when the current run ends. */
function NextRun({ schedule }: { readonly schedule: Schedule }) {
  const { t } = useTranslation();
  const now = useNow();
  const { week, timeZone } = schedule;
  const format = useFormat(timeZone);
  const run = findNextRun(listSlots(week), timeZone, now);
  if (run === null) {
    return (
      <Notice
        state="unknown"
        title={t('fan.schedule.none')}
        detail={t('fan.schedule.noneDetail')}
      />
    );
  }
  const { from, to } = run;
  if (to === null) return <p className={classes['next']}>{t('fan.schedule.always')}</p>;
  const text =
    from === now
      ? t('fan.schedule.until', { time: format.dateTime(to, now) })
      : t('fan.schedule.next', {
          time: format.dateTime(from, now),
          duration: format.duration(to - from),
        });
  return (
    <p className={classes['next']}>
      {text}
      {schedule.hold !== null && `. ${t('fan.schedule.hold.next')}`}
    </p>
  );
}

/** Warns about slots that a sleeping board might miss. */
function ShortSlotsWarning({ bin, schedule }: { readonly bin: Bin; readonly schedule: Schedule }) {
  const { t } = useTranslation();
  const format = useFormat();
  if (bin.firmwareName === 'realtime') return null;
  const intervalMs = bin.usualIntervalS * SECOND;
  const shortSlots = findShortSlots(listSlots(schedule.week), intervalMs);
  if (shortSlots.length === 0) return null;
  const names = shortSlots.map(
    (slot) => `${format.weekday(slot.weekday)} ${formatSlot(slot, t, format)}`,
  );
  return (
    <Notice
      state="warning"
      title={t('fan.schedule.short', { interval: format.duration(intervalMs) })}
      detail={t('fan.schedule.shortDetail', {
        list: new Intl.ListFormat(format.locale).format(names),
      })}
    />
  );
}
