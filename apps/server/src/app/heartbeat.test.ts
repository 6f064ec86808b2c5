import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { MINUTE } from '@granary/domain/units';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../test/support/test-app.ts';

const paths: (string | undefined)[] = [];
const monitor = createServer((request, response) => {
  paths.push(request.url);
  response.end();
});
let granary: TestApp;

beforeEach(async () => {
  monitor.listen(0, '127.0.0.1');
  await once(monitor, 'listening');
  const { port } = monitor.address() as AddressInfo;
  granary = await createTestApp({ env: { HEARTBEAT_URL: `http://127.0.0.1:${port}/secret-ping` } });
  await granary.start();
});

afterEach(async () => {
  await granary.dispose();
  monitor.close();
});

it('a running server pings the heartbeat URL, except when alerts are not being evaluated', async () => {
  granary.runRepeatedJobs();
  await expect.poll(() => paths).toEqual(['/secret-ping']);
  await granary.db.schema.alterTable('alert_marks').renameTo('moved').execute();
  granary.advance(11 * MINUTE);
  granary.runRepeatedJobs();
  await expect.poll(() => granary.logLines.join()).toContain('alert_marks');
  expect(paths).toHaveLength(1);
  expect(granary.logLines.join()).not.toContain('secret-ping');
  await granary.db.schema.alterTable('moved').renameTo('alert_marks').execute();
});
