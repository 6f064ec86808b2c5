import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import net from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addUser } from '../test/support/fixtures.ts';
import { databaseUrl, type Program, runProgram } from '../test/support/run-program.ts';
import { createTestDatabase, type TestDatabase } from '../test/support/test-database.ts';

let folder: string;
/** Databases with demo accounts, with real ones, and with none. */
let demo: TestDatabase;
let real: TestDatabase;
let empty: TestDatabase;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'granary-main-'));
  [demo, real, empty] = await Promise.all([
    createTestDatabase(),
    createTestDatabase(),
    createTestDatabase(),
  ]);
  const { id } = await addUser(demo.db, 'user');
  await demo.db.updateTable('users').set({ isDemo: true }).where('id', '=', id).execute();
  await addUser(real.db, 'admin');
});

afterAll(async () => {
  await Promise.all([demo, real, empty].map((database) => database.dispose()));
  rmSync(folder, { recursive: true });
});

/** A server as `npm start` runs it. */
function run(environment: Readonly<Record<string, string>>): Program {
  const place = { DATA_DIR: join(folder, 'data'), HOST: '127.0.0.1', PORT: '0', MQTT_PORT: '0' };
  return runProgram('main', [], { ...place, ...environment });
}

/** The output and exit code of a start that fails. */
async function runUntilExit(environment: Readonly<Record<string, string>>) {
  const { output, ended } = run(environment);
  return { code: await ended, ...output };
}

describe('a start', () => {
  it('with an invalid value fails with one line that names the variable', async () => {
    expect(await runUntilExit({ PORT: 'http' })).toEqual({
      code: 1,
      out: '',
      err: 'PORT must be a port from 0 to 65535.\n',
    });
  });

  it('in production refuses a database with demo accounts', async () => {
    expect(await runUntilExit({ DATABASE_URL: databaseUrl(demo.connectionOptions) })).toEqual({
      code: 1,
      out: '',
      err: 'DATABASE_URL contains demo accounts with a public password. Use a different database.\n',
    });
  });

  it('of the demo refuses a database in real use, and does not change it', async () => {
    expect(
      await runUntilExit({
        DATABASE_URL: databaseUrl(real.connectionOptions),
        GRANARY_MODE: 'demo',
      }),
    ).toEqual({
      code: 1,
      out: '',
      err: 'The demo needs an empty DATABASE_URL; this one is in use.\n',
    });
    expect(await real.db.selectFrom('users').selectAll().execute()).toHaveLength(1);
  });

  it('names ADMIN_PASSWORD when it is too common', async () => {
    const admin = { ADMIN_EMAIL: 'a@main.example', ADMIN_PASSWORD: 'password123' };
    expect(
      await runUntilExit({ DATABASE_URL: databaseUrl(empty.connectionOptions), ...admin }),
    ).toEqual({
      code: 1,
      out: '',
      err: 'ADMIN_PASSWORD is too weak: common.\n',
    });
  });

  it('on a port in use fails with one line that names it', async () => {
    const other = net.createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as net.AddressInfo;
    for (const name of ['PORT', 'MQTT_PORT']) {
      const { code, err } = await runUntilExit({
        DATABASE_URL: databaseUrl(real.connectionOptions),
        [name]: String(port),
      });
      expect({ code, err }).toEqual({
        code: 1,
        err: `${name} ${port} is already in use. Choose another port.\n`,
      });
    }
    other.close();
  });

  it('without an admin prints a link that creates one, and stops on a signal', async () => {
    const { child, output, ended } = run({ DATABASE_URL: databaseUrl(empty.connectionOptions) });
    await expect.poll(() => output.out, { timeout: 20_000 }).toMatch(/Create the first admin/);
    const [, base, token] = /(http:\S+)\/setup#token=(\S+)/.exec(output.out) ?? [];
    const made = await fetch(`${base}/api/user/setUpAdmin`, {
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
    expect(made.status).toBe(200);
    child.kill('SIGTERM');
    expect(await ended).toBe(0);
    expect(output.err).not.toContain(token);
    expect(output.out).toMatch(/\nGranary has stopped\n$/);
  });
});
