import { once } from 'node:events';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { seedBoard, seedFarm } from '../test/support/board-fixtures.ts';
import { createDiskFolder, type TemporaryFolder } from '../test/support/data-folders.ts';
import { startDatabaseProcess } from '../test/support/database-process.ts';
import { createPublishPacket, createReading, KEY } from '../test/support/gateway-fixture.ts';
import { RawMqttClient } from '../test/support/mqtt-gateway.ts';
import { runProgram, toDatabaseUrl } from '../test/support/run-program.ts';
import { createTestAppWithDatabase } from '../test/support/test-app.ts';
import { prepareDataFolder, silentLog } from '../test/support/test-database.ts';
import { openDatabase } from './platform/postgres/database.ts';
import { startEmbeddedPostgres } from './platform/postgres/embedded.ts';
import { findRunningServer } from './platform/postgres/running-server.ts';

let folder: TemporaryFolder;

beforeAll(async () => {
  folder = await createDiskFolder();
});

afterAll(() => folder.remove());

it.each(['fsync', 'full_page_writes', 'synchronous_commit'])(
  'does not start if PostgreSQL has %s off, and changes nothing',
  async (setting) => {
    const dataDir = `${folder.path}/${setting}`;
    const settings = { [setting]: 'off' };
    await prepareDataFolder(dataDir);
    const postgres = await startEmbeddedPostgres({ dataDir, log: silentLog, settings });
    try {
      const { output, exitCode } = runProgram('main', [], {
        DATABASE_URL: toDatabaseUrl(postgres.connectionOptions),
        DATA_DIR: `${dataDir}-main`,
        HOST: '127.0.0.1',
        PORT: '0',
        MQTT_PORT: '0',
      });
      expect(await exitCode).toBe(1);
      expect(output).toEqual({
        out: '',
        err: `PostgreSQL is running with ${setting} = off, so acknowledged readings could be lost; turn it on\n`,
      });
    } finally {
      await postgres.stop('immediate');
    }
  },
);

it('does not acknowledge frames after PostgreSQL restarted without fsync', async () => {
  const settings: Record<string, string> = {};
  const dataDir = `${folder.path}/again`;
  await prepareDataFolder(dataDir);
  const postgres = await startEmbeddedPostgres({ dataDir, log: silentLog, settings });
  const { db, dispose } = openDatabase(postgres.connectionOptions, { log: silentLog });
  const bins = [{ binNumber: 1 }];
  await seedBoard(db, await seedFarm(db), { id: 'A', key: KEY, bins });
  const testApp = await createTestAppWithDatabase(postgres.connectionOptions, {});
  try {
    const { mqttPort } = await testApp.start();
    const board = await RawMqttClient.connect(mqttPort, 'A', KEY);
    board.write(createPublishPacket(1, createReading(1)));
    await board.waitForCondition(() => board.acknowledgedIds.length === 1);

    const restartWith = (fsync: string) => {
      settings['fsync'] = fsync;
      process.kill(postgres.pid, 'SIGQUIT');
    };
    const countLogged = (text: string) =>
      testApp.logLines.filter((line) => line.includes(text)).length;
    restartWith('off');
    await expect
      .poll(() => countLogged('PostgreSQL commits are not durable: frames are not acknowledged'), {
        timeout: 20_000,
      })
      .toBe(1);
    board.write(createPublishPacket(2, createReading(2)));
    await expect.poll(() => countLogged('trying again')).toBeGreaterThan(1);
    expect(board.acknowledgedIds).toEqual([1]);
    const { status, text } = await testApp.call({ url: '/readyz' });
    expect([status, JSON.parse(text).missing]).toEqual([503, ['durable database']]);

    restartWith('on');
    await board.waitForCondition(() => board.acknowledgedIds.length === 2);
    expect(countLogged('are durable again')).toBe(1);
    board.close();
  } finally {
    await testApp.dispose();
    await dispose();
    await postgres.stop('immediate');
  }
});

it('does not start if a killed server left PostgreSQL running with fsync off', async () => {
  const dataDir = `${folder.path}/left`;
  await prepareDataFolder(dataDir);
  const killedProcess = startDatabaseProcess(dataDir, { fsync: 'off' });
  await once(killedProcess, 'message');
  killedProcess.kill('SIGKILL');
  const environment = { DATA_DIR: dataDir, HOST: '127.0.0.1', PORT: '0', MQTT_PORT: '0' };
  const { output, exitCode } = runProgram('main', [], { ...environment, LOG_LEVEL: 'silent' });
  expect(await exitCode).toBe(1);
  expect(output.err).toMatch(/^PostgreSQL is running with fsync = off, .*; turn it on\n$/);
  // It also stopped the PostgreSQL process that was left running, so the next start uses its own settings.
  await expect(findRunningServer(dataDir)).rejects.toMatchObject({ code: 'not-running' });
});
