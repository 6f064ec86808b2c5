import { NO_SENSOR } from '@granary/contract/readings/reading-response';
import type { Frame } from '../frame.ts';
import type { Column } from './columns.ts';
import { parseTime, type Zone } from './zoned-time.ts';

/** The frames of a row, one per bin, or why it cannot be parsed. */
export type RowResult =
  | { readonly kind: 'frames'; readonly frames: readonly Frame[] }
  | { readonly kind: 'unreadable'; readonly reason: string };

/** The positions of a row's columns in the arrays of each bin's frame. */
export interface RowPlan {
  readonly bins: readonly {
    readonly bin: number;
    /** The number of sensors per cable; 0 for a cable without a column. */
    readonly sensorCounts: readonly number[];
    readonly columns: readonly Column[];
  }[];
}

/**
 * Groups columns by bin; a cable without a column has no sensors, and any other sensor without one reports
 * -200.
 */
export function planRows(columns: readonly Column[]): RowPlan {
  const numbers = [...new Set(columns.map(({ bin }) => bin))].sort((a, b) => a - b);
  return {
    bins: numbers.map((bin) => {
      const binColumns = columns.filter((column) => column.bin === bin);
      const cables = Math.max(...binColumns.map(({ cable }) => cable));
      const lengths = Array.from({ length: cables }, (_, i) =>
        binColumns.reduce(
          (max, { cable, sensor }) => (cable === i + 1 ? Math.max(max, sensor) : max),
          0,
        ),
      );
      return { bin, sensorCounts: lengths, columns: binColumns };
    }),
  };
}

/**
 * Converts a row of timestamped values to `up/temp-data` frames with temperatures only. An empty cell, `NA`,
 * `N/A`, `NaN`, `null` or `-` means that the sensor has no value; other text makes the row unreadable.
 */
export function readRow(row: readonly string[], plan: RowPlan, zone: Zone): RowResult {
  const time = row[0] ?? '';
  const at = parseTime(time, zone);
  if (at === null) return { kind: 'unreadable', reason: `"${time.slice(0, 40)}" is not a date` };
  const frames: Frame[] = [];
  for (const { bin, sensorCounts, columns } of plan.bins) {
    const cables = sensorCounts.map((sensors) => new Array<number>(sensors).fill(NO_SENSOR));
    let count = 0;
    for (const { index, cable, sensor } of columns) {
      const cell = (row[index] ?? '').trim();
      if (isEmpty(cell)) continue;
      const value = Number(cell);
      if (!Number.isFinite(value)) {
        return { kind: 'unreadable', reason: `"${cell.slice(0, 40)}" is not a number` };
      }
      const sensors = cables[cable - 1];
      if (sensors !== undefined) sensors[sensor - 1] = value;
      count++;
    }
    // A bin without any value in this row has no frame.
    if (count === 0) continue;
    const text =
      `{"v":1,"bin_number":${bin},"date_time":"${new Date(at).toISOString()}"` +
      `,"temp_reading":${JSON.stringify(cables)}}`;
    frames.push({ kind: 'temp-data', binNumber: bin, at, text });
  }
  return { kind: 'frames', frames };
}

function isEmpty(cell: string): boolean {
  return /^(|na|n\/a|nan|null|-)$/i.test(cell);
}
