import { getFindingState } from '@granary/domain/bins/state';
import type { Millis } from '@granary/domain/units';
import { Link } from '@tanstack/react-router';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { formatBinCrop } from '../../../bin-data/format-crop.ts';
import { formatSensorName } from '../../../bin-data/format-sensor-name.ts';
import { MiniBin } from '../../../bin-picture/mini-bin.tsx';
import { Sparkline } from '../../../components/sparkline.tsx';
import { StateBadge } from '../../../components/state/state-badge.tsx';
import { getUnitSymbol } from '../../../lib/format.ts';
import { useFormat } from '../../../lib/use-format.ts';
import type { AssessedBin } from '../assess-bins.ts';
import { explainMissingHottest, toFill } from '../bin-fill.ts';
import classes from './bin-card.module.css';
import { BinFooter } from './bin-footer.tsx';
import { SensorDetails } from './sensor-details.tsx';

export interface BinCardProps {
  readonly assessed: AssessedBin;
  readonly now: Millis;
  readonly isOpen: boolean;
  /** Whether the readings of all bins are loaded in one call. */
  readonly areReadingsBatched: boolean;
  readonly onToggle: (binId: number, isOpen: boolean) => void;
}

/** A bin with its state, hottest sensor and trend, and all its sensors when expanded. */
export const BinCard = memo(function BinCard(props: BinCardProps) {
  const { assessed, now, isOpen, areReadingsBatched, onToggle } = props;
  const { t } = useTranslation();
  const { bin, state } = assessed;
  return (
    <article className={classes['card']} data-state={state} aria-label={bin.name}>
      <div className={classes['top']}>
        <Picture assessed={assessed} />
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
            <CropLine assessed={assessed} />
          </p>
          <HottestSensor assessed={assessed} now={now} />
        </div>
      </div>
      <BinFooter assessed={assessed} now={now} />
      {bin.latest !== null && (
        <SensorDetails
          bin={bin}
          now={now}
          isOpen={isOpen}
          areReadingsBatched={areReadingsBatched}
          onToggle={(open) => onToggle(bin.id, open)}
        />
      )}
    </article>
  );
});

interface PartProps {
  readonly assessed: AssessedBin;
}

function Picture({ assessed: { bin, state } }: PartProps) {
  const { t } = useTranslation();
  const fill = toFill(bin);
  const age = bin.latest === null ? 'never-read' : state === 'no-data' ? 'no-data' : 'fresh';
  return (
    <MiniBin
      cableCount={bin.cables.length}
      level={
        fill.kind === 'unknown'
          ? { kind: 'unknown' }
          : { kind: 'known', percent: fill.kind === 'empty' ? 0 : fill.percent }
      }
      age={age}
      hottest={bin.latest?.hottest ?? null}
      levelUnknownText={t('bins.levelMark')}
    />
  );
}

function CropLine({ assessed: { bin } }: PartProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const crop = formatBinCrop(bin.crop, t);
  const fill = toFill(bin);
  if (bin.latest === null) return crop;
  if (fill.kind === 'empty') return `${crop} · ${t('bins.empty')}`;
  if (fill.kind === 'unknown') return `${crop} · ${t('bins.levelUnknown')}`;
  return `${crop} · ${t('bins.full', { percent: format.percent(fill.percent) })}`;
}

function HottestSensor({ assessed, now }: PartProps & { readonly now: Millis }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { bin, state, findings } = assessed;
  const temperatureFinding = findings.find(
    (finding) =>
      finding.kind === 'hot-spot' ||
      finding.kind === 'temperature-insight' ||
      (finding.kind === 'alert' && finding.alert.rule === 'temperature'),
  );
  const temperatureState = temperatureFinding && getFindingState(temperatureFinding);
  if (bin.latest === null) return <p className={classes['empty']}>{t('bins.noReading')}</p>;
  const { hottest, disabledSensorCount } = bin.latest;
  const cable = bin.cables.find((binCable) => binCable.cable === hottest?.cable);
  const disabledText =
    disabledSensorCount > 0
      ? ` · ${t('bins.sensorsDisabled', { count: disabledSensorCount })}`
      : '';
  if (hottest === null) {
    const text = t(`bins.${explainMissingHottest(assessed)}`);
    return <p className={classes['empty']}>{`${text}${disabledText}`}</p>;
  }
  return (
    <>
      <div className={classes['value']} data-no-data={state === 'no-data'}>
        <span className={classes['number']}>
          {format.degrees(hottest.temperature, bin.temperatureUnit)}
          <small>{getUnitSymbol(bin.temperatureUnit)}</small>
        </span>
        {bin.trend !== null && (
          <>
            <Sparkline
              values={bin.trend.values}
              isStale={state === 'no-data'}
              color={temperatureState ?? 'ink-2'}
            />
            <span className={classes['trend']} data-finding-state={temperatureState}>
              <b>
                {state === 'no-data'
                  ? '–'
                  : format.change(calculateChange(bin.trend.values), bin.temperatureUnit)}
              </b>
              <br />
              {t('bins.days', { count: bin.trend.days })}
            </span>
          </>
        )}
      </div>
      <p className={classes['place']}>
        {state === 'no-data'
          ? t('bins.lastSeen', { time: format.since(bin.latest.at, now) })
          : t(hottest.isHotSpot ? 'bins.hotSpotAt' : 'bins.hottestAt', {
              sensor: formatSensorName(
                { number: hottest.cable, name: cable?.name ?? '' },
                hottest.depth,
                t,
              ),
            })}
        {disabledText}
      </p>
    </>
  );
}

/** Calculates the change from the first day to the last, °C. */
function calculateChange(values: readonly number[]): number {
  return (values.at(-1) ?? 0) - (values[0] ?? 0);
}
