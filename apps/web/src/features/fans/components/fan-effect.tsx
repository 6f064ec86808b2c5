import type { Bin } from '@granary/contract/bins/http';
import type { FanRuns } from '@granary/contract/fans/http';
import { SECOND } from '@granary/domain/units';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LoadingBlocks } from '../../../components/loading-blocks.tsx';
import { Notice } from '../../../components/notice.tsx';
import { QueryContent } from '../../../components/query-content.tsx';
import { SegmentedControl } from '../../../components/segmented-control.tsx';
import { useNow } from '../../../lib/clock.ts';
import type { Formats } from '../../../lib/format.ts';
import { useCan } from '../../../lib/use-can.ts';
import { useFormat } from '../../../lib/use-format.ts';
import { fanEffectQuery } from '../api/get-fan-runs.ts';
import { getRunTextKey } from '../run-text-key.ts';
import { FanTotals } from './fan-totals.tsx';
import classes from './fans.module.css';

const RANGES = [1, 7, 30, 365] as const;

type EffectBin = Pick<Bin, 'id' | 'farmId' | 'fanAttached' | 'temperatureUnit'>;

/** How long a fan ran, and how the grain changed over each run. */
export function FanEffect({ bin }: { readonly bin: EffectBin }) {
  const { t } = useTranslation();
  const [days, setDays] = useState<number>(7);
  const query = useQuery(fanEffectQuery(bin.id, days));
  return (
    <section className={classes['history']} aria-label={t('fan.effect.title')}>
      <h2 className={classes['heading']}>{t('fan.effect.title')}</h2>
      <SegmentedControl
        aria-label={t('chart.range')}
        value={String(days)}
        onChange={(value) => setDays(Number(value))}
        data={RANGES.map((range) => ({
          value: String(range),
          label: t(`chart.shortRanges.${range}`),
        }))}
      />
      <QueryContent
        query={query}
        loadingContent={<LoadingBlocks count={3} height={44} />}
        errorTitle={t('fan.effect.error')}
      >
        {({ runs, ...totals }) =>
          totals.count === 0 ? (
            <Notice state="unknown" title={t('fan.effect.none')} />
          ) : (
            <>
              <FanTotals totals={totals} />
              <EnergySettingsHint bin={bin} totals={totals} />
              <ul className={classes['events']}>
                {runs.map((run) => (
                  <RunItem key={run.onAt} bin={bin} run={run} />
                ))}
              </ul>
              {totals.count > runs.length && (
                <p className={classes['secondary']}>
                  {t('fan.effect.newest', { count: runs.length })}
                </p>
              )}
            </>
          )
        }
      </QueryContent>
    </section>
  );
}

interface EnergySettingsHintProps {
  readonly bin: EffectBin;
  readonly totals: Pick<FanRuns, 'energyKwh' | 'cost'>;
}

/** Shows which setting is missing for the energy or cost calculation, if the user can change that setting. */
function EnergySettingsHint({ bin, totals: { energyKwh, cost } }: EnergySettingsHintProps) {
  const { t } = useTranslation();
  const canSetPower = useCan('fans.write') && bin.fanAttached;
  const canSetPrice = useCan('farm.write');
  if (energyKwh === null) {
    return canSetPower && <p className={classes['secondary']}>{t('fan.totals.powerHint')}</p>;
  }
  return (
    cost === null &&
    canSetPrice && (
      <p>
        <Link to="/editfarm/$farmId" params={{ farmId: bin.farmId }}>
          {t('fan.totals.priceHint')}
        </Link>
      </p>
    )
  );
}

interface RunProps {
  readonly bin: EffectBin;
  readonly run: FanRuns['runs'][number];
}

function RunItem({ bin, run }: RunProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const now = useNow();
  const { onAt, grainBefore, grainAfter } = run;
  const unit = bin.temperatureUnit;
  const changes: string[] = [];
  if (grainBefore.temperature !== null && grainAfter.temperature !== null) {
    changes.push(
      t('fan.effect.temperature', {
        from: format.temperature(grainBefore.temperature, unit),
        to: format.temperature(grainAfter.temperature, unit),
        change: format.change(grainAfter.temperature - grainBefore.temperature, unit),
      }),
    );
  }
  if (grainBefore.moisture !== null && grainAfter.moisture !== null) {
    changes.push(
      t('fan.effect.moisture', {
        from: format.percent(grainBefore.moisture),
        to: format.percent(grainAfter.moisture),
      }),
    );
  }
  return (
    <li>
      <b>{format.dateTime(onAt, now)}</b>
      <span className={classes['secondary']}>{describeDuration(run, now, format, t)}</span>
      <span>{changes.length === 0 ? t('fan.effect.unknown') : changes.join(' · ')}</span>
    </li>
  );
}

/**
 * Describes how long a run lasted, or how long the fan has been running. If the end was not reported, shows
 * the run time that counts toward the totals.
 */
function describeDuration(
  { onAt, offAt, durationS, endedByPowerOutage }: RunProps['run'],
  now: number,
  format: Formats,
  t: TFunction,
): string {
  if (durationS === null) {
    // The start is from the server's clock, which may be ahead of this device's.
    return t('fan.effect.running', { duration: format.duration(Math.max(0, now - onAt)) });
  }
  const duration = format.duration(durationS * SECOND);
  return t(getRunTextKey({ offAt, endedByPowerOutage }), { duration });
}
