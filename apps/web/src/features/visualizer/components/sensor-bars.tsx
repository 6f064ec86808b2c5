import { useTranslation } from 'react-i18next';
import type { CellColors, PictureCell, ShownValues } from '../../../bin-picture/model.ts';
import { token } from '../../../components/theme/tokens.ts';
import { useFormat } from '../../../lib/use-format.ts';
import { calculateBarShare, sampleColors, scales } from '../sample-bin.ts';
import classes from './visualizer.module.css';

export interface SensorBarsProps {
  readonly cable: number;
  readonly cell: PictureCell;
}

/** A sensor's values, each with a bar. */
export function SensorBars({ cable, cell }: SensorBarsProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const { temperature, moisture, position } = cell;
  return (
    <dl className={classes['facts']}>
      <div>
        <dt>{t('visualizer.cable')}</dt>
        <dd>{format.number(cable)}</dd>
      </div>
      <div>
        <dt>{t('visualizer.sensor')}</dt>
        <dd>{format.number(position)}</dd>
      </div>
      {temperature !== null && (
        <div>
          <dt>{t('visualizer.temperature')}</dt>
          <dd>{format.temperature(temperature, 'c')}</dd>
          <Bar
            colors={sampleColors.temperature(temperature)}
            percent={calculateBarShare(temperature, scales.temperature.full)}
          />
        </div>
      )}
      {moisture !== null && (
        <div>
          <dt>{t('visualizer.moisture')}</dt>
          <dd>{format.percent(moisture)}</dd>
          <Bar
            colors={sampleColors.moisture(moisture)}
            percent={calculateBarShare(moisture, scales.moisture.full)}
          />
        </div>
      )}
    </dl>
  );
}

/** A bar that shows a value; screen readers skip it, because the value is next to it as text. */
function Bar({ colors, percent }: { readonly colors: CellColors; readonly percent: number }) {
  return (
    <dd className={classes['bar']} aria-hidden>
      <span style={{ inlineSize: `${percent}%`, background: token(colors.fill) }} />
    </dd>
  );
}

/** The legend of the sample's colors. */
export function SampleLegend({ visibleValues }: { readonly visibleValues: ShownValues }) {
  const { t } = useTranslation();
  const format = useFormat();
  const formatDegrees = (celsius: number) => format.limit(celsius, 'c');
  const formatPercent = (value: number) => format.percent(value, 0);
  const { warm, hot } = scales.temperature;
  const { damp, wet } = scales.moisture;
  const legendEntries = [
    {
      quantity: 'temperature',
      sampleValue: warm,
      text: t('visualizer.upTo', { limit: formatDegrees(warm) }),
    },
    {
      quantity: 'temperature',
      sampleValue: hot,
      text: t('visualizer.above', { limit: formatDegrees(warm) }),
    },
    {
      quantity: 'temperature',
      sampleValue: 99,
      text: t('visualizer.above', { limit: formatDegrees(hot) }),
    },
    {
      quantity: 'moisture',
      sampleValue: damp,
      text: t('visualizer.upTo', { limit: formatPercent(damp) }),
    },
    {
      quantity: 'moisture',
      sampleValue: wet,
      text: t('visualizer.above', { limit: formatPercent(damp) }),
    },
    {
      quantity: 'moisture',
      sampleValue: 99,
      text: t('visualizer.above', { limit: formatPercent(wet) }),
    },
  ] as const;
  return (
    <ul className={classes['legend']}>
      {legendEntries
        .filter(({ quantity }) => visibleValues === 'both' || visibleValues === quantity)
        .map(({ quantity, sampleValue, text }) => (
          <li key={`${quantity} ${sampleValue}`}>
            <Swatch paint={sampleColors[quantity](sampleValue)} />
            {text}
          </li>
        ))}
    </ul>
  );
}

function Swatch({ paint }: { readonly paint: CellColors }) {
  return (
    <svg width={22} height={14} viewBox="0 0 22 14" aria-hidden>
      <rect
        x={1}
        y={1}
        width={20}
        height={12}
        rx={paint.isAlarm ? 0 : 3}
        fill={token(paint.fill)}
        stroke={token(paint.line)}
        strokeWidth={paint.isAlarm ? 2 : 1}
      />
    </svg>
  );
}
