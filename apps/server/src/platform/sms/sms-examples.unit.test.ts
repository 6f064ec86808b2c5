import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Outbound } from '../outbound/outbound.ts';
import { SmsGateway } from './sms-gateway.ts';

const OPERATING_GUIDE = new URL('../../../../../docs/operating.md', import.meta.url);
const SMS = { id: 'c0ffee00-1', to: '+12045550100', text: 'CRITICAL: Home: Bin 4: 30 °C & "50%"' };

const outbound = new Outbound(
  () => Promise.reject(new Error('unexpected DNS lookup')),
  () => false,
);
let folder: string;
let adapter: ChildProcess | null;
let provider: Server | null;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'granary-sms-'));
  adapter = null;
  provider = null;
});

afterEach(async () => {
  if (adapter !== null && adapter.exitCode === null) {
    adapter.kill();
    await once(adapter, 'close');
  }
  provider?.close();
  outbound.stop();
  await rm(folder, { recursive: true });
});

/**
 * Runs a program from the operating guide on a free port, and returns a function that creates a gateway to
 * it.
 */
async function startAdapter(
  name: string,
  environment: Readonly<Record<string, string>>,
  replace: (code: string) => string = (code) => code,
): Promise<(token?: string) => SmsGateway> {
  const guide = await readFile(OPERATING_GUIDE, 'utf8');
  const code = guide.match(/(?<=^```js\n)[^]*?(?=^```$)/gm)?.find((block) => block.includes(name));
  const port = await findFreePort();
  const documentedCode = code ?? expect.unreachable(`the guide has no ${name}`);
  expect(documentedCode).toContain("listen(3010, '127.0.0.1')");
  const file = join(folder, name);
  await writeFile(file, replace(documentedCode.replace('listen(3010,', `listen(${port},`)));
  const env = { PATH: `${folder}:${process.env['PATH']}`, SMS_TOKEN: 'secret', ...environment };
  adapter = spawn(process.execPath, [file], { env, stdio: 'inherit' });
  await vi.waitFor(() => tryToConnect(port), { timeout: 20_000, interval: 20 });
  return (token = 'secret') => new SmsGateway(outbound, `http://127.0.0.1:${port}/`, token);
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

async function tryToConnect(port: number): Promise<void> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect').finally(() => socket.destroy());
}

interface ProviderCall {
  readonly url: string | undefined;
  readonly authorization: string | undefined;
  readonly form: Readonly<Record<string, string>>;
}

/** Starts a provider that responds with the given status and body. */
async function startProvider(respond: () => { readonly status: number; readonly body: string }) {
  const calls: ProviderCall[] = [];
  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const form = Object.fromEntries(new URLSearchParams(await text(request)));
    calls.push({ url: request.url, authorization: request.headers.authorization, form });
    const { status, body } = respond();
    response.writeHead(status).end(body);
  };
  provider = createServer((request, response) => void handle(request, response));
  provider.listen(0, '127.0.0.1');
  await once(provider, 'listening');
  const { port } = provider.address() as AddressInfo;
  return { calls, address: `http://127.0.0.1:${port}` };
}

describe('the adapter for Twilio in the operating guide', () => {
  const environment = { ACCOUNT: 'AC1', KEY: 'key', FROM: '+12045550199' };

  it('sends a message once, and refuses wrong tokens and numbers that cannot receive messages', async () => {
    let response = { status: 201, body: '{"sid":"SM1"}' };
    const { calls, address } = await startProvider(() => response);
    const gateway = await startAdapter('sms-twilio.mjs', environment, (code) =>
      code.replace('https://api.twilio.com', address),
    );
    await expect(gateway('wrong').send(SMS)).rejects.toThrow('401');
    expect(calls).toEqual([]);
    expect(await gateway().send(SMS)).toBe(true);
    expect(await gateway().send(SMS)).toBe(true);
    expect(calls).toEqual([
      {
        url: '/2010-04-01/Accounts/AC1/Messages.json',
        authorization: `Basic ${Buffer.from('AC1:key').toString('base64')}`,
        form: { To: SMS.to, From: '+12045550199', Body: SMS.text },
      },
    ]);
    response = { status: 400, body: '{"code":21211}' };
    expect(await gateway().send({ ...SMS, id: 'c0ffee00-2' })).toBe(false);
    response = { status: 503, body: '<html>' };
    await expect(gateway().send({ ...SMS, id: 'c0ffee00-3' })).rejects.toThrow('502');
    response = { status: 201, body: '{"sid":"SM2"}' };
    expect(await gateway().send({ ...SMS, id: 'c0ffee00-3' })).toBe(true);
  });

  it('keeps running while Twilio cannot be reached', async () => {
    const port = await findFreePort();
    const gateway = await startAdapter('sms-twilio.mjs', environment, (code) =>
      code.replace('https://api.twilio.com', `http://127.0.0.1:${port}`),
    );
    await expect(gateway().send(SMS)).rejects.toThrow('502');
    await expect(gateway().send(SMS)).rejects.toThrow('502');
  });
});

describe('the adapter for Gammu in the operating guide', () => {
  it('queues a message only once, and queues it on a retry after a failure', async () => {
    const queue = join(folder, 'queue');
    const failureFlag = join(folder, 'broken');
    const injectScript = join(folder, 'gammu-smsd-inject');
    await writeFile(
      injectScript,
      `#!/bin/sh\nif [ -e '${failureFlag}' ]; then exit 1; fi\nprintf '%s\\n' "$@" >> '${queue}'\n`,
    );
    await chmod(injectScript, 0o755);
    await writeFile(failureFlag, '');
    const gateway = await startAdapter('sms-gammu.mjs', {});
    await expect(gateway().send(SMS)).rejects.toThrow('502');
    await rm(failureFlag);
    expect(await gateway().send(SMS)).toBe(true);
    expect(await gateway().send(SMS)).toBe(true);
    const length = String(SMS.text.length);
    const expectedArguments = ['TEXT', SMS.to, '-unicode', '-len', length, '-text', SMS.text];
    expect((await readFile(queue, 'utf8')).trimEnd().split('\n')).toEqual(expectedArguments);
  });
});
