import { formatUpTopic } from '@granary/contract/boards/topics';
import type { Millis } from '@granary/domain/units';
import type { Kysely } from 'kysely';
import { Batcher } from '../../src/ingest/batcher.ts';
import type { Tables } from '../../src/platform/postgres/tables.ts';
import type { TestBin } from './fixtures.ts';
import { createIngestPorts } from './mqtt-gateway.ts';

/** The JSON of a `temp-data` frame, with the wire names. */
export type Report = Readonly<Record<string, unknown>> & { readonly date_time: string };

/** Creates a report with one cable that has the given temperatures, °C. */
export const createTemperatureReport = (at: Millis, ...temperatures: number[]): Report => ({
  date_time: new Date(at).toISOString(),
  temp_reading: [temperatures],
  humidity_readings: [temperatures.map(() => 50)],
});

/** Stores reports from a bin through ingest; throws if one is rejected. */
export async function storeReports(
  db: Kysely<Tables>,
  bin: TestBin,
  reports: readonly Report[],
  receivedAt: Millis,
): Promise<void> {
  const errors: string[] = [];
  const batcher = new Batcher(createIngestPorts(db), {
    stored: (frames) => {
      for (const { content } of frames) {
        if (content.kind === 'rejected') errors.push(content.reason);
      }
    },
    postponed: (error) => errors.push(String(error)),
    observerFailed: (error) => errors.push(String(error)),
  });
  const { mainBoardId, binNumber } = bin;
  const topic = formatUpTopic(mainBoardId, 'temp-data');
  await Promise.all(
    reports.map(
      (report) =>
        new Promise<void>((resolve) => {
          const payload = Buffer.from(JSON.stringify({ v: 1, bin_number: binNumber, ...report }));
          batcher.add({ mainBoardId, topic, payload, receivedAt }, resolve);
        }),
    ),
  );
  if (errors.length > 0) throw new Error(errors.join('; '));
}
