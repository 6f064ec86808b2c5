import { readFileSync } from 'node:fs';
import type { FrameKind } from '@granary/contract/boards/topics';
import { toReading } from '@granary/domain/readings/board-report';
import { millis } from '@granary/domain/units';
import { createPublishTemplate } from '@granary/simulator/load/packets';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { seedBoard, seedFarm } from '../../test/support/board-fixtures.ts';
import { readRawFrames } from '../../test/support/ingest-feed.ts';
import {
  RawMqttClient,
  startTestGateway,
  type TestGateway,
} from '../../test/support/mqtt-gateway.ts';
import { findDifferences } from '../../test/support/recompute.ts';
import { createTestDatabase, type TestDatabase } from '../../test/support/test-database.ts';
import { fromReadingRow } from '../readings/row.ts';

interface Vector {
  readonly name: string;
  readonly kind: FrameKind;
  readonly text: string;
  /** The decoded content, with the internal names. */
  readonly expect?: Readonly<Record<string, unknown>> & { readonly sentAt?: number };
  readonly reason?: string;
}

const file = new URL('../../../../vectors/frames.json', import.meta.url);
const { frames: vectors } = JSON.parse(readFileSync(file, 'utf8')) as { frames: Vector[] };

/** The time that the vectors assume, so that only the intended ones are late or early. */
const NOW = millis(1_760_451_600_000 + 1_000);
const BINS = [...new Set(vectors.map((vector) => Number(vector.expect?.['binNumber'] ?? 1)))].map(
  (binNumber) => ({ binNumber }),
);

let database: TestDatabase;
let testGateway: TestGateway;

beforeAll(async () => {
  database = await createTestDatabase();
  testGateway = await startTestGateway(database.db, () => NOW);
});

afterAll(async () => {
  await testGateway.dispose();
  await database.dispose();
});

/** Sends a vector from a separate board that may import old readings. */
async function sendVector({ name, kind, text }: Vector, index: number) {
  const id = `vector-${index}`;
  const farmId = await seedFarm(database.db);
  const bins = await seedBoard(database.db, farmId, { id, key: id, bins: BINS });
  await database.db
    .updateTable('mainBoards')
    .set({ importUntil: new Date(NOW + 60_000) })
    .where('id', '=', id)
    .execute();
  const client = await RawMqttClient.connect(testGateway.port, id, id);
  const { bytes, packetIdOffset } = createPublishTemplate(
    `boards/${id}/up/${kind}`,
    Buffer.from(text),
  );
  bytes.writeUInt16BE(1, packetIdOffset);
  client.write(bytes);
  await client.waitForCondition(() => client.acknowledgedIds.length > 0);
  client.close();
  expect(client.acknowledgedIds, name).toEqual([1]);
  const [rawFrame] = await readRawFrames(database.db, id);
  expect(rawFrame?.payload.toString()).toBe(text);
  return { id, bins, reason: rawFrame?.reason ?? null };
}

const withNames = (frames: readonly Vector[]) =>
  frames.map((vector) => [vector.name, vector] as const);
const readableVectors = vectors.filter((vector) => vector.expect);
const findIndex = (vector: Vector) => vectors.indexOf(vector);

it.each(withNames(readableVectors.filter(({ kind }) => kind === 'temp-data')))(
  'stores the reading: %s',
  async (_, vector) => {
    const { bins, reason } = await sendVector(vector, findIndex(vector));
    expect(reason).toBeNull();
    const { binNumber, sentAt = 0, ...report } = vector.expect ?? {};
    const binId = bins.get(Number(binNumber)) ?? 0;
    const rows = await database.db
      .selectFrom('readings')
      .selectAll()
      .where('binId', '=', binId)
      .execute();
    const isAhead = sentAt > NOW + 600_000;
    const expected = toReading(report, isAhead ? NOW : millis(sentAt), isAhead);
    const toPlainJson = (value: unknown) => JSON.parse(JSON.stringify(value)) as unknown;
    expect(rows.map((row) => toPlainJson(fromReadingRow(row)))).toEqual([toPlainJson(expected)]);
    expect(await findDifferences(database.db, [binId])).toEqual([]);
  },
);

it.each(withNames(readableVectors.filter(({ kind }) => kind === 'fan-data')))(
  'stores the fan event: %s',
  async (_, vector) => {
    const { bins, reason } = await sendVector(vector, findIndex(vector));
    expect(reason).toBeNull();
    const { binNumber, sentAt = 0, fan, commandId, lockout } = vector.expect ?? {};
    const row = await database.db
      .selectFrom('fanEvents')
      .selectAll()
      .where('binId', '=', bins.get(Number(binNumber)) ?? 0)
      .executeTakeFirstOrThrow();
    expect(row).toMatchObject({
      at: new Date(sentAt),
      isOn: fan === 'on',
      commandId: commandId ?? null,
      lockout: lockout ?? false,
    });
  },
);

it.each(withNames(readableVectors.filter(({ kind }) => kind === 'firmware-data')))(
  'stores the board hello: %s',
  async (_, vector) => {
    const { id, reason } = await sendVector(vector, findIndex(vector));
    expect(reason).toBeNull();
    const { kind, boardType, firmwareName, firmwareVersion } = vector.expect ?? {};
    const row = await database.db
      .selectFrom('mainBoards')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(row).toMatchObject({
      boardType: boardType ?? null,
      firmwareName: firmwareName ?? null,
      firmwareVersion: firmwareVersion ?? null,
      helloAt: kind === 'hello' ? new Date(NOW) : null,
    });
  },
);

it.each(withNames(vectors.filter(({ reason }) => reason !== undefined)))(
  'stores the frame as raw data, with the reason: %s',
  async (_, vector) => {
    const { bins, reason } = await sendVector(vector, findIndex(vector));
    expect(reason).toContain(vector.reason === 'json' ? 'not JSON' : `${vector.reason}`);
    const rows = await database.db
      .selectFrom('latest')
      .select('at')
      .where('binId', 'in', [...bins.values()])
      .where('at', 'is not', null)
      .execute();
    expect(rows).toEqual([]);
  },
);
