import { upTopic } from '@granary/contract/boards/topics';
import type { Millis } from '@granary/domain/units';
import type { Kysely } from 'kysely';
import { Batcher } from '../../src/ingest/batcher.ts';
import type { Tables } from '../../src/platform/postgres/tables.ts';
import type { TestBin } from './fixtures.ts';
import { createIngestPorts } from './mqtt-gateway.ts';

/** The JSON of a `temp-data` frame, with the wire names. */
export type Report = Readonly<Record<string, unknown>> & { readonly date_time: string };

/** A report with one cable that has these temperatures, °C. */
export const temperatureReport = (at: Millis, ...temperatures: number[]): Report => ({
  date_time: new Date(at).toISOString(),
  temp_reading: [temperatures],
  hum_reading: [temperatures.map(() => 50)],
});

/** Stores reports from a bin through ingest; throws if one is rejected. */
export async function storeReports(
  db: Kysely<Tables>,
  bin: TestBin,
  reports: readonly Report[],
  receivedAt: Millis,
): Promise<void> {
  const refusals: string[] = [];
  const batcher = new Batcher(createIngestPorts(db), {
    storedReadings: (frames) => {
      for (const { content } of frames) {
        if (content.kind === 'rejected') refusals.push(content.reason);
      }
    },
    postponed: (error) => refusals.push(String(error)),
    observerFailed: (error) => refusals.push(String(error)),
  });
  const { mainBoardId, binNumber } = bin;
  const topic = upTopic(mainBoardId, 'temp-data');
  await Promise.all(
    reports.map(
      (report) =>
        new Promise<void>((resolve) => {
          const payload = Buffer.from(JSON.stringify({ v: 1, bin_number: binNumber, ...report }));
          batcher.add({ mainBoardId, topic, payload, receivedAt }, resolve);
        }),
    ),
  );
  if (refusals.length > 0) throw new Error(refusals.join('; '));
}
