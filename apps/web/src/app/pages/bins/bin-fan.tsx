import type { Bin } from '@granary/contract/bins/http';
import { toKnownZone } from '@granary/domain/bins/known-zone';
import { formatLocalTime } from '@granary/domain/farms/local-time';
import { millis } from '@granary/domain/units';
import { Text } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { LoadingBlocks } from '../../../components/loading-blocks.tsx';
import { Notice } from '../../../components/notice.tsx';
import { useFanHistoryUpdates } from '../../../features/fans/api/get-fan-history.ts';
import { FanControl } from '../../../features/fans/components/fan-control.tsx';
import { FanEffect } from '../../../features/fans/components/fan-effect.tsx';
import { FanHistory } from '../../../features/fans/components/fan-history.tsx';
import { FanStatus } from '../../../features/fans/components/fan-status.tsx';
import { TimeZoneContext, useFormat } from '../../../lib/use-format.ts';
import { BinSection } from './bin-section.tsx';
import classes from './bin-tabs.module.css';

/** Loaded on demand, because it needs the time zone library. */
const FanSchedule = lazy(async () => ({
  default: (await import('../../../features/fans/components/fan-schedule.tsx')).FanSchedule,
}));

interface ClockNoticeProps {
  /** The server's time in the zone, as `formatLocalTime` formats it. */
  readonly serverTime: string;
  /** The farm's time zone, which this device might not support. */
  readonly zone: string;
}

/**
 * Warns if the server and this device use different UTC offsets for a time zone, because the time zone data
 * of one of them is outdated.
 */
function ClockNotice({ serverTime, zone }: ClockNoticeProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const deviceTime = formatLocalTime(millis(Date.parse(serverTime)), toKnownZone(zone));
  if (deviceTime === serverTime) return null;
  const formatTime = (time: string) =>
    format.minuteOfDay(Number(time.slice(11, 13)) * 60 + Number(time.slice(14, 16)));
  return (
    <Notice
      state="warning"
      title={t('fan.clockTitle', { zone })}
      detail={t('fan.clockDetail', {
        server: formatTime(serverTime),
        device: formatTime(deviceTime),
      })}
    />
  );
}

/** The state of a fan, its schedule, its settings and its history, in the farm's time zone. */
export function BinFanTab({ bin }: { readonly bin: Bin }) {
  const { t } = useTranslation();
  const zone = toKnownZone(bin.farm.timezone);
  useFanHistoryUpdates(bin.id, bin.fan);
  return (
    <TimeZoneContext value={zone}>
      <div className={classes['panel']}>
        <Text c="dimmed">{t('fan.zone', { zone })}</Text>
        <ClockNotice serverTime={bin.farm.localTime} zone={bin.farm.timezone} />
        <FanStatus bin={bin} />
        <FanControl bin={bin} />
        {bin.fanAttached && bin.fanMode === 'scheduled' && (
          <Suspense fallback={<LoadingBlocks count={1} height={320} />}>
            <FanSchedule bin={bin} />
          </Suspense>
        )}
        <BinSection bin={bin} section="fan" />
        <FanEffect bin={bin} />
        <FanHistory binId={bin.id} />
      </div>
    </TimeZoneContext>
  );
}
