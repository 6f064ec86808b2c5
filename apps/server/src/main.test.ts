import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import net from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addUser } from '../test/support/fixtures.ts';
import { type Program, runProgram, toDatabaseUrl } from '../test/support/run-program.ts';
import { createTestDatabase, type TestDatabase } from '../test/support/test-database.ts';

let folder: string;
/** Databases with demo accounts, with real accounts, and without accounts. */
let demoDatabase: TestDatabase;
let realDatabase: TestDatabase;
let emptyDatabase: TestDatabase;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'granary-main-'));
  [demoDatabase, realDatabase, emptyDatabase] = await Promise.all([
    createTestDatabase(),
    createTestDatabase(),
    createTestDatabase(),
  ]);
  const { id } = await addUser(demoDatabase.db, 'user');
  await demoDatabase.db.updateTable('users').set({ isDemo: true }).where('id', '=', id).execute();
  await addUser(realDatabase.db, 'admin');
});

afterAll(async () => {
  await Promise.all(
    [demoDatabase, realDatabase, emptyDatabase].map((database) => database.dispose()),
  );
  rmSync(folder, { recursive: true });
});

/** Runs a server as `npm start` does. */
function runServer(environment: Readonly<Record<string, string>>): Program {
  const defaults = { DATA_DIR: join(folder, 'data'), HOST: '127.0.0.1', PORT: '0', MQTT_PORT: '0' };
  return runProgram('main', [], { ...defaults, ...environment });
}

/** Runs a server and returns its exit code and output after it exits. */
async function runUntilExit(environment: Readonly<Record<string, string>>) {
  const { output, exitCode } = runServer(environment);
  return { code: await exitCode, ...output };
}

describe('startup', () => {
  it('with an invalid setting fails with one line that names the variable', async () => {
    expect(await runUntilExit({ PORT: 'http' })).toEqual({
      code: 1,
      out: '',
      err: 'PORT must be a port from 0 to 65535.\n',
    });
  });

  it('in production refuses a database with demo accounts', async () => {
    expect(
      await runUntilExit({ DATABASE_URL: toDatabaseUrl(demoDatabase.connectionOptions) }),
    ).toEqual({
      code: 1,
      out: '',
      err: 'The database in DATABASE_URL has demo accounts with a public password. Use a different database.\n',
    });
  });

  it('in demo mode refuses a database that already has accounts, and does not change it', async () => {
    expect(
      await runUntilExit({
        DATABASE_URL: toDatabaseUrl(realDatabase.connectionOptions),
        GRANARY_MODE: 'demo',
      }),
    ).toEqual({
      code: 1,
      out: '',
      err: 'The demo needs an empty database; DATABASE_URL already has accounts.\n',
    });
    expect(await realDatabase.db.selectFrom('users').selectAll().execute()).toHaveLength(1);
  });

  it('names ADMIN_PASSWORD when it is too common', async () => {
    const admin = { ADMIN_EMAIL: 'a@main.example', ADMIN_PASSWORD: 'password123' };
    expect(
      await runUntilExit({
        DATABASE_URL: toDatabaseUrl(emptyDatabase.connectionOptions),
        ...admin,
      }),
    ).toEqual({
      code: 1,
      out: '',
      err: 'ADMIN_PASSWORD is not accepted: it is too common.\n',
    });
  });

  it('on a port in use fails with one line that names it', async () => {
    const otherServer = net.createServer().listen(0, '127.0.0.1');
    await once(otherServer, 'listening');
    const { port } = otherServer.address() as net.AddressInfo;
    for (const name of ['PORT', 'MQTT_PORT']) {
      const { code, err } = await runUntilExit({
        DATABASE_URL: toDatabaseUrl(realDatabase.connectionOptions),
        [name]: String(port),
      });
      expect({ code, err }).toEqual({
        code: 1,
        err: `${name} ${port} is already in use. Choose another port.\n`,
      });
    }
    otherServer.close();
  });

  it('without an admin prints a link to create one, and the server stops on a signal', async () => {
    const { child, output, exitCode } = runServer({
      DATABASE_URL: toDatabaseUrl(emptyDatabase.connectionOptions),
    });
    await expect.poll(() => output.out, { timeout: 20_000 }).toMatch(/Create the first admin/);
    const [, base, token] = /(http:\S+)\/setup#token=(\S+)/.exec(output.out) ?? [];
    const setupResponse = await fetch(`${base}/api/user/setUpAdmin`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        setup_token: token,
        email: 'first@main.example',
        password: 'seventeen geese',
        first_name: '',
        last_name: '',
      }),
    });
    expect(setupResponse.status).toBe(200);
    child.kill('SIGTERM');
    expect(await exitCode).toBe(0);
    expect(output.err).not.toContain(token);
    expect(output.out).toMatch(/\nGranary has stopped\n$/);
  });
});
