import { fork } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startEmbeddedPostgres } from './platform/postgres/embedded.ts';
import { findRunning } from './platform/postgres/running.ts';
import { silentLog, temporaryFolder } from './platform/postgres/testing.ts';
import { runProgram, urlOf } from './testing-program.ts';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;

beforeAll(async () => {
  folder = await temporaryFolder();
});

afterAll(() => folder.remove());

it.each(['fsync', 'full_page_writes', 'synchronous_commit'])(
  'a start refuses a PostgreSQL that runs with %s off, before it touches it',
  async (setting) => {
    const dataDir = `${folder.path}/${setting}`;
    const settings = { [setting]: 'off' };
    const postgres = await startEmbeddedPostgres({ dataDir, log: silentLog, settings });
    try {
      const { said, ended } = runProgram('main.ts', [], {
        ...{ DATABASE_URL: urlOf(postgres.connectionOptions), DATA_DIR: `${dataDir}-main` },
        ...{ HOST: '127.0.0.1', PORT: '0', MQTT_PORT: '0' },
      });
      expect(await ended).toBe(1);
      expect(said).toEqual({
        out: '',
        err: `PostgreSQL runs with ${setting} = off, so acknowledged readings could be lost; switch it on\n`,
      });
    } finally {
      await postgres.stop('immediate');
    }
  },
);

it('a start refuses them on the server that a killed Granary left running too', async () => {
  const dataDir = `${folder.path}/left`;
  const holder = new URL('./platform/postgres/testing-holder.ts', import.meta.url);
  const killed = fork(holder, [dataDir, JSON.stringify({ fsync: 'off' })], {
    execArgv: ['--conditions=granary-source', '--import', 'tsx'],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  await once(killed, 'message');
  killed.kill('SIGKILL');
  const environment = { DATA_DIR: dataDir, HOST: '127.0.0.1', PORT: '0', MQTT_PORT: '0' };
  const { said, ended } = runProgram('main.ts', [], { ...environment, LOG_LEVEL: 'silent' });
  expect(await ended).toBe(1);
  expect(said.err).toMatch(/^PostgreSQL runs with fsync = off, .*; switch it on\n$/);
  // It has ended that server too, so that the next start begins with settings of its own.
  await expect(findRunning(dataDir)).rejects.toMatchObject({ code: 'not-running' });
});
