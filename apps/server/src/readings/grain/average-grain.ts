import { getCableFlips } from '@granary/domain/cables/cable-layout';
import { summarizeGrain } from '@granary/domain/readings/grain-values';
import type { Reading } from '@granary/domain/readings/reading';
import type { Millis } from '@granary/domain/units';
import type { Db } from '../../platform/postgres/tables.ts';
import { type BinContext, getSensorStatus } from '../bin-context.ts';
import type { GetFillPercent } from '../fill-history.ts';
import { calculateMoistureGrid } from '../moisture-grid.ts';
import { findReadingsAt } from '../readings-store.ts';
import { fromReadingRow } from '../row.ts';

/** The means of the enabled sensors under grain, °C and % wet basis; null if unknown. */
interface GrainAverages {
  readonly temperature: number | null;
  readonly moisture: number | null;
}

/**
 * A bin's averages under grain at each given time, from its newest reading at that time, at most a day old.
 */
export async function averageGrainAt(
  db: Db,
  context: BinContext,
  getFillPercent: GetFillPercent,
  times: readonly Millis[],
): Promise<GrainAverages[]> {
  const rows = await findReadingsAt(db, context.bin.id, times);
  const averages = new Map(
    rows.map(({ wanted, ...row }) => [
      wanted.getTime(),
      averageReading(context, getFillPercent, fromReadingRow(row)),
    ]),
  );
  return times.map((at) => averages.get(at) ?? { temperature: null, moisture: null });
}

function averageReading(
  context: BinContext,
  getFillPercent: GetFillPercent,
  reading: Reading,
): GrainAverages {
  const { lengths } = reading.temperatures;
  const { averageTemperature, averageMoisture } = summarizeGrain({
    reading,
    moistures: { lengths, values: calculateMoistureGrid(context, reading) },
    getStatus: (cable, position) => getSensorStatus(context, cable, position),
    flips: getCableFlips(context.cables, lengths.length),
    fillPercent: getFillPercent(reading.at, reading.scalars),
  });
  return { temperature: averageTemperature, moisture: averageMoisture };
}
