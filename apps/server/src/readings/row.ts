import type { Reading, SensorGrid } from '@granary/domain/readings/reading';
import { millis } from '@granary/domain/units';
import type { ReadingRow } from '../platform/postgres/tables.ts';
import { fromScalarColumns, toScalarColumns } from './scalar-columns.ts';

const ANY_ERROR = 1;
const CLOCK_WRONG = 2;

/** In the packed list of cables, addresses are 1 to 254; these two values mean that there is no address. */
const ID_NOT_SENT = 0;
const ID_UNREADABLE = 255;

/** Converts a reading to its row in `readings`; `latest` has the same columns without sensor values. */
export function toReadingRow(binId: number, reading: Reading): ReadingRow {
  return {
    at: new Date(reading.at),
    binId,
    ...toScalarColumns(reading.scalars),
    flags: (reading.anyError ? ANY_ERROR : 0) | (reading.clockWrong ? CLOCK_WRONG : 0),
    cables: packCables(reading.temperatures.lengths, reading.cableIds),
    temperatures: reading.temperatures.values,
    humidities: reading.humidities.values,
  };
}

/** Converts a row to its reading. */
export function fromReadingRow(row: ReadingRow): Reading {
  const { lengths, cableIds } = unpackCables(row.cables);
  const toGrid = (values: Int16Array): SensorGrid => ({ lengths, values });
  return {
    at: millis(row.at.getTime()),
    temperatures: toGrid(row.temperatures),
    humidities: toGrid(row.humidities),
    cableIds,
    scalars: fromScalarColumns(row),
    anyError: (row.flags & ANY_ERROR) !== 0,
    clockWrong: (row.flags & CLOCK_WRONG) !== 0,
  };
}

/** Packs two bytes for each cable: the number of sensors, and the bus address as sent. */
function packCables(lengths: readonly number[], cableIds: readonly (number | null)[]): Buffer {
  const packed = Buffer.alloc(lengths.length * 2);
  for (let cable = 0; cable < lengths.length; cable++) {
    const id = cableIds[cable] ?? ID_NOT_SENT;
    packed[cable * 2] = lengths[cable] as number;
    packed[cable * 2 + 1] = id === -1 ? ID_UNREADABLE : id;
  }
  return packed;
}

/** Unpacks the number of sensors and the bus address of each cable. */
export function unpackCables(packed: Buffer): { lengths: number[]; cableIds: (number | null)[] } {
  const lengths: number[] = [];
  const cableIds: (number | null)[] = [];
  for (let i = 0; i + 1 < packed.length; i += 2) {
    lengths.push(packed[i] as number);
    const id = packed[i + 1] as number;
    cableIds.push(id === ID_NOT_SENT ? null : id === ID_UNREADABLE ? -1 : id);
  }
  return { lengths, cableIds };
}
