import type { BinSummary } from '@granary/contract/bins/lists';
import type { Reading } from '@granary/contract/readings/reading-response';
import type { Millis } from '@granary/domain/units';
import type { TFunction } from 'i18next';
import type { Formats } from '../../lib/format.ts';

export interface ReportedValue {
  readonly label: string;
  readonly value: string;
}

interface Context {
  readonly t: TFunction;
  readonly format: Formats;
  readonly now: Millis;
}

/**
 * Lists a bin's name, its reported values other than sensor values, and the time of the reading; missing
 * values and a fill of 0 are left out.
 */
export function listReportedValues(
  bin: Pick<BinSummary, 'loadMethod' | 'name'>,
  reading: Reading,
  context: Context,
): ReportedValue[] {
  const { t, format, now } = context;
  const fill = reading.isLevelKnown && reading.fillPercent > 0 ? reading.fillPercent : null;
  const pressureCableFill = bin.loadMethod === 'pressure cable' ? fill : null;
  const formatIfPresent = (value: number | null, formatter: (value: number) => string) =>
    value === null ? null : formatter(value);
  const values: [label: string, value: string | null][] = [
    [t('blocks.name'), bin.name],
    [t('blocks.load'), formatIfPresent(fill, (value) => format.percent(value))],
    [
      t('blocks.co2'),
      formatIfPresent(reading.co2, (ppm) => t('units.ppm', { value: format.number(ppm) })),
    ],
    [t('blocks.pressure'), formatIfPresent(pressureCableFill, (value) => format.percent(value))],
    [t('blocks.battery'), formatIfPresent(reading.battery, (value) => format.percent(value, 0))],
    [
      t('blocks.level'),
      formatIfPresent(reading.levelMm, (mm) => t('units.mm', { value: format.number(mm) })),
    ],
    [t('blocks.updated'), format.dateTime(reading.at, now)],
  ];
  return values.flatMap(([label, value]) => (value === null ? [] : [{ label, value }]));
}
