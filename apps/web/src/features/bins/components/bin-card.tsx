import { findingState } from '@granary/domain/bins/state';
import type { Millis } from '@granary/domain/units';
import { Link } from '@tanstack/react-router';
import { memo, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { formatBinCrop } from '../../../bin-data/format-crop.ts';
import { nameReadingSensor } from '../../../bin-data/name-sensor.ts';
import { rowCount } from '../../../bin-picture/geometry.ts';
import { MiniBin } from '../../../bin-picture/mini-bin.tsx';
import { Sparkline } from '../../../components/sparkline.tsx';
import { StateBadge } from '../../../components/state/state-badge.tsx';
import { unitSymbol } from '../../../lib/format.ts';
import { useFormat } from '../../../lib/use-format.ts';
import type { AssessedBin } from '../assess-bins.ts';
import { type BinSummary, summarizeBin } from '../summarize-bin.ts';
import classes from './bin-card.module.css';
import { BinFooter } from './bin-footer.tsx';
import { SensorDetails } from './sensor-details.tsx';

export interface BinCardProps {
  readonly assessed: AssessedBin;
  readonly now: Millis;
  readonly isOpen: boolean;
  readonly onToggle: (binId: number, isOpen: boolean) => void;
}

/** A bin with its state, hottest sensor and trend, and all its sensors when expanded. */
export const BinCard = memo(function BinCard({ assessed, now, isOpen, onToggle }: BinCardProps) {
  const { t } = useTranslation();
  const { bin, state } = assessed;
  const summary = useMemo(() => summarizeBin(bin), [bin]);
  return (
    <article className={classes['card']} data-state={state} aria-label={bin.name}>
      <div className={classes['top']}>
        <Picture assessed={assessed} summary={summary} />
        <div className={classes['facts']}>
          <div className={classes['header']}>
            <h2 className={classes['name']}>
              <Link to="/binsensor/$id" params={{ id: bin.id }}>
                {bin.name}
              </Link>
            </h2>
            <StateBadge state={state} label={t(`states.${state}`)} />
          </div>
          <p className={classes['crop']}>
            <CropLine assessed={assessed} summary={summary} />
          </p>
          <Hottest assessed={assessed} summary={summary} now={now} />
        </div>
      </div>
      <BinFooter assessed={assessed} now={now} />
      {bin.latest !== null && (
        <SensorDetails
          bin={bin}
          reading={bin.latest}
          now={now}
          isOpen={isOpen}
          onToggle={(open) => onToggle(bin.id, open)}
        />
      )}
    </article>
  );
});

interface PartProps {
  readonly assessed: AssessedBin;
  readonly summary: BinSummary;
}

function Picture({ assessed: { bin, state }, summary }: PartProps) {
  const { t } = useTranslation();
  const { fill, hottest, isHotSpot, cables } = summary;
  const age = bin.latest === null ? 'never-read' : state === 'no-data' ? 'no-data' : 'fresh';
  const cableIndex = cables.findIndex((cable) => cable.number === hottest?.cable);
  const cable = cables[cableIndex];
  const cell = cable?.cells.find((sensor) => sensor.position === hottest?.position);
  return (
    <MiniBin
      cables={bin.cables.length}
      level={
        fill.kind === 'unknown'
          ? { kind: 'unknown' }
          : { kind: 'known', percent: fill.kind === 'empty' ? 0 : fill.percent }
      }
      age={age}
      hottest={
        hottest === null || cable === undefined || cell === undefined
          ? null
          : {
              cableIndex,
              depth: cell.depth,
              rows: rowCount(cables),
              temperature: hottest.value,
              crop: cable.crop,
              isHotSpot,
            }
      }
      levelUnknown={t('bins.levelMark')}
    />
  );
}

function CropLine({ assessed: { bin }, summary: { fill } }: PartProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const crop = formatBinCrop(bin.crop, t);
  if (bin.latest === null) return crop;
  if (fill.kind === 'empty') return `${crop} · ${t('bins.empty')}`;
  if (fill.kind === 'unknown') return `${crop} · ${t('bins.levelUnknown')}`;
  return `${crop} · ${t('bins.full', { percent: format.percent(fill.percent) })}`;
}

function Hottest({ assessed, summary, now }: PartProps & { readonly now: Millis }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { bin, state, findings } = assessed;
  const { hottest, trend, fill, disabledSensors } = summary;
  const temperatureFinding = findings.find(
    ({ kind }) => kind === 'hot-spot' || kind === 'temperature-insight',
  );
  const temperatureState = temperatureFinding && findingState(temperatureFinding);
  if (bin.latest === null) return <p className={classes['empty']}>{t('bins.noReading')}</p>;
  const disabledText =
    disabledSensors > 0 ? ` · ${t('bins.sensorsOff', { count: disabledSensors })}` : '';
  if (hottest === null)
    return <p className={classes['empty']}>{`${t('bins.noValues')}${disabledText}`}</p>;
  return (
    <>
      <div className={classes['value']} data-no-data={state === 'no-data'}>
        <span className={classes['number']}>
          {format.degrees(hottest.value, bin.temperatureUnit)}
          <small>{unitSymbol(bin.temperatureUnit)}</small>
        </span>
        {trend !== null && (
          <>
            <Sparkline
              values={trend.values}
              isStale={state === 'no-data'}
              color={temperatureState ?? 'ink-2'}
            />
            <span className={classes['trend']} data-finding-state={temperatureState}>
              <b>{state === 'no-data' ? '–' : format.change(trend.change, bin.temperatureUnit)}</b>
              <br />
              {t('bins.days', { count: trend.days })}
            </span>
          </>
        )}
      </div>
      <p className={classes['place']}>
        {state === 'no-data'
          ? t('bins.lastSeen', { time: format.since(bin.latest.at, now) })
          : fill.kind === 'empty'
            ? t('bins.airInBin')
            : t(summary.isHotSpot ? 'bins.hotSpotAt' : 'bins.hottestAt', {
                sensor: nameReadingSensor(bin.latest, hottest, t),
              })}
        {disabledText}
      </p>
    </>
  );
}
