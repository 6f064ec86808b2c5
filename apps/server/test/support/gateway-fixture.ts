import { createPublishTemplate } from '@granary/simulator/load/packets';
import { sql } from 'kysely';
import mqtt, { type IClientOptions, type MqttClient } from 'mqtt';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { seedBoard, seedFarm } from './board-fixtures.ts';
import { RawMqttClient, startTestGateway, type TestGateway } from './mqtt-gateway.ts';
import { createTestDatabase, type TestDatabase } from './test-database.ts';

export const KEY = 'the key of board A';
export const OTHER_KEY = 'the key of board B';

/** The fixture for the gateway tests: a database with boards A, B and `keyless`, and a gateway. */
export interface GatewayFixture {
  readonly database: TestDatabase;
  /** A new gateway for each test. */
  readonly testGateway: TestGateway;
  /** Functions to call after the test, in this order. */
  readonly cleanups: (() => unknown)[];
  /** Connects as a board and signs in. */
  connectBoard(user?: string, key?: string, keepalive?: number): Promise<RawMqttClient>;
  /** Connects with the client library MQTT.js. */
  connectMqttJs(options?: IClientOptions): Promise<MqttClient>;
  loadReadingTimes(): Promise<string[]>;
  /** Resolves when this many queries in the database are waiting for a lock. */
  waitForBlockedQueries(count: number): Promise<void>;
  /** Returns the arguments for mosquitto_pub to publish a reading. */
  createPublishArgs(user: string, key: string): string[];
}

/** Sets up the fixture; call it at the top of a test file. */
export function useGatewayFixture(): GatewayFixture {
  let database: TestDatabase;
  let testGateway: TestGateway;
  const cleanups: (() => unknown)[] = [];

  beforeAll(async () => {
    database = await createTestDatabase();
    const farmId = await seedFarm(database.db);
    const bins = [{ binNumber: 1 }];
    await seedBoard(database.db, farmId, { id: 'A', key: KEY, bins });
    await seedBoard(database.db, farmId, { id: 'B', key: OTHER_KEY, bins });
    await seedBoard(database.db, farmId, { id: 'keyless', key: null, bins });
  });
  afterAll(() => database.dispose());
  beforeEach(async () => {
    testGateway = await startTestGateway(database.db);
  });
  afterEach(async () => {
    for (const cleanUp of cleanups.splice(0)) await cleanUp();
    await testGateway.dispose();
  });

  return {
    get database() {
      return database;
    },
    get testGateway() {
      return testGateway;
    },
    cleanups,
    connectBoard: async (user = 'A', key = KEY, keepalive = 60) => {
      const client = await RawMqttClient.connect(testGateway.port, user, key, keepalive);
      cleanups.push(() => client.close());
      return client;
    },
    connectMqttJs: async (options = {}) => {
      const client = await mqtt.connectAsync({
        host: '127.0.0.1',
        port: testGateway.port,
        protocolVersion: 4,
        reconnectPeriod: 0,
        username: 'A',
        password: KEY,
        clientId: 'foreign',
        ...options,
      });
      cleanups.push(() => client.endAsync(true));
      return client;
    },
    loadReadingTimes: async () => {
      const rows = await database.db.selectFrom('readings').select('at').orderBy('at').execute();
      return rows.map((row) => row.at.toISOString());
    },
    waitForBlockedQueries: async (count) => {
      await expect.poll(() => countBlockedQueries(database.db)).toBe(count);
    },
    createPublishArgs: (user, key) => toPublishArgs(testGateway.port, user, key),
  };
}

function toPublishArgs(port: number, user: string, key: string): string[] {
  const options = {
    '-p': String(port),
    '-u': user,
    '-P': key,
    '-q': '1',
    '-t': `boards/${user}/up/temp-data`,
    '-m': createReading(1),
  };
  return Object.entries(options).flat();
}

/** Counts the queries in the database that are waiting for a lock. */
async function countBlockedQueries(db: TestDatabase['db']): Promise<number | undefined> {
  const { rows } = await sql<{ waiting: number }>`
    select count(*)::int as waiting from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
  return rows[0]?.waiting;
}

export const toTimestamp = (second: number) =>
  new Date(Date.UTC(2026, 9, 14) + second * 1000).toISOString();

/** Creates the JSON of a small reading from bin 1. */
export function createReading(second: number): string {
  return JSON.stringify({
    v: 1,
    bin_number: 1,
    date_time: toTimestamp(second),
    temp_reading: [[12.5, 13]],
  });
}

/** Creates a PUBLISH packet with QoS 1. */
export function createPublishPacket(
  id: number,
  payload: string | Buffer,
  topic = 'boards/A/up/temp-data',
): Buffer {
  const { bytes, packetIdOffset } = createPublishTemplate(topic, Buffer.from(payload));
  bytes.writeUInt16BE(id, packetIdOffset);
  return bytes;
}

/** Resolves with the arguments of the next event with this name. */
export function waitForEvent(client: MqttClient, event: 'close' | 'connect'): Promise<unknown[]> {
  return new Promise((resolve) => client.once(event, (...args: unknown[]) => resolve(args)));
}
