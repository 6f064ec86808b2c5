import {
  compareToMoistureLimits,
  compareToTemperatureLimit,
  temperatureBand,
} from '@granary/domain/bins/crop-limits';
import type { TemperatureUnit } from '@granary/domain/units';
import { useTranslation } from 'react-i18next';
import type { SensorCable, SensorCell } from '../../../bin-data/sensor-cables.ts';
import { type TokenName, token } from '../../../components/theme/tokens.ts';
import { unitSymbol } from '../../../lib/format.ts';
import { useFormat } from '../../../lib/use-format.ts';
import type { CableGroup } from '../group-cables.ts';
import classes from './sensor-table.module.css';

export interface SensorTableProps {
  readonly group: CableGroup;
  readonly unit: TemperatureUnit;
}

/** The sensors of a group of cables, row by row from the top. */
export function SensorTable({ group, unit }: SensorTableProps) {
  const { t } = useTranslation();
  const first = group.cables[0];
  const last = group.cables.at(-1);
  const hasHumidity = group.cables.some((cable) => cable.showsHumidity);
  return (
    <table className={classes['table']}>
      <caption>
        {t('sensors.caption', {
          first: first?.number,
          last: last?.number,
          unit: unitSymbol(unit),
          second: t(hasHumidity ? 'sensors.humidity' : 'sensors.moisture'),
        })}
      </caption>
      <thead>
        <tr>
          <th scope="col">{t('sensors.row')}</th>
          {group.cables.map((cable) => (
            <th key={cable.number} scope="col">
              <abbr title={cable.name}>{cable.number}</abbr>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {group.rows.map((row, index) => (
          // A row's key is its depth.
          <tr key={index}>
            <th scope="row">{index + 1}</th>
            {group.cables.map((cable, column) => (
              <td key={cable.number}>
                <Cell cable={cable} cell={row[column] ?? null} unit={unit} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface CellProps {
  readonly cable: SensorCable;
  readonly cell: SensorCell | null;
  readonly unit: TemperatureUnit;
}

function Cell({ cable, cell, unit }: CellProps) {
  const { t } = useTranslation();
  const format = useFormat();
  if (cell === null) return null;
  if (cell.status === 'disable')
    return <span className={classes['disabled']}>{t('sensors.off')}</span>;
  const { temperature, moisture, humidity } = cell;
  if (cell.isHeadspace) return <HeadspaceCell cell={cell} unit={unit} />;
  return (
    <span className={classes['cell']}>
      {temperature !== null && (
        <span
          className={classes['value']}
          data-verdict={compareToTemperatureLimit(temperature, cable.crop)}
          style={toColors(temperatureBackground(temperature, cable.crop))}
        >
          {format.degrees(temperature, unit)}
        </span>
      )}
      {cable.showsHumidity
        ? humidity !== null && (
            <span className={classes['value']} data-verdict="humidity">
              {format.number(humidity)}
            </span>
          )
        : moisture !== null && (
            <span
              className={classes['value']}
              data-verdict={compareToMoistureLimits(moisture, cable.crop)}
              style={toColors(`moisture-${compareToMoistureLimits(moisture, cable.crop)}`)}
            >
              {cell.isMoistureAbove ? '>' : ''}
              {format.number(moisture, 1)}
            </span>
          )}
    </span>
  );
}

/** A sensor in the air above the grain: its humidity instead of moisture, without colors. */
function HeadspaceCell({ cell, unit }: Pick<CellProps, 'unit'> & { readonly cell: SensorCell }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { temperature, humidity } = cell;
  return (
    <span className={classes['cell']} title={t('sensor.headspace')}>
      {temperature !== null && (
        <span className={classes['value']} data-verdict="headspace">
          {format.degrees(temperature, unit)}
        </span>
      )}
      {humidity !== null && (
        <span className={classes['value']} data-verdict="headspace">
          {format.percent(humidity, 0)}
        </span>
      )}
    </span>
  );
}

function temperatureBackground(celsius: number, crop: string | null): Background {
  const band = temperatureBand(celsius);
  // No crop's limit is below 20 °C, so the lowest band has no color above a limit.
  return compareToTemperatureLimit(celsius, crop) === 'below'
    ? `below-${band}`
    : `above-${band === 0 ? 1 : band}`;
}

type Background = {
  [Name in TokenName]: `on-${Name}` extends TokenName ? Name : never;
}[TokenName];

function toColors(background: Background) {
  return { background: token(background), color: token(`on-${background}`) };
}
