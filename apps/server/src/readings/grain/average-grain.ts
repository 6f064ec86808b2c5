import { cableFlips } from '@granary/domain/cables/cable-layout';
import { maskAboveGrain } from '@granary/domain/readings/grain-level';
import type { Reading, SensorGrid } from '@granary/domain/readings/reading';
import { averageTemperature } from '@granary/domain/readings/statistics';
import type { Millis } from '@granary/domain/units';
import type { Db } from '../../platform/postgres/tables.ts';
import { type BinContext, sensorStatus } from '../bin-context.ts';
import type { FillAt } from '../fill-history.ts';
import { calculateMoistureGrid } from '../moisture-grid.ts';
import { findReadingsAt } from '../readings-store.ts';
import { fromReadingRow } from '../row.ts';

/** The mean of the enabled sensors under grain, °C and % wet basis; null if unknown. */
interface GrainAverages {
  readonly temperature: number | null;
  readonly moisture: number | null;
}

/** A bin's averages under grain by the newest reading up to each instant, at most a day older. */
export async function averageGrainAt(
  db: Db,
  context: BinContext,
  fillAt: FillAt,
  instants: readonly Millis[],
): Promise<GrainAverages[]> {
  const rows = await findReadingsAt(db, context.bin.id, instants);
  const averages = new Map(
    rows.map(({ wanted, ...row }) => [
      wanted.getTime(),
      averageReading(context, fillAt, fromReadingRow(row)),
    ]),
  );
  return instants.map((at) => averages.get(at) ?? { temperature: null, moisture: null });
}

function averageReading(context: BinContext, fillAt: FillAt, reading: Reading): GrainAverages {
  const { lengths } = reading.temperatures;
  const percent = fillAt(reading.at, reading.scalars);
  const flips = cableFlips(context.cables, lengths.length);
  // The mean of any grid in hundredths, moisture included.
  const average = (grid: SensorGrid) =>
    averageTemperature(
      { ...reading, temperatures: maskAboveGrain(grid, flips, percent) },
      (cable, position) => sensorStatus(context, cable, position),
    );
  return {
    temperature: average(reading.temperatures),
    moisture: average({ lengths, values: calculateMoistureGrid(context, reading) }),
  };
}
