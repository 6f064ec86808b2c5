import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import https from 'node:https';
import net from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import tls from 'node:tls';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp } from '../../test/support/test-app.ts';
import { TEST_CERTIFICATE, TEST_CERTIFICATE_KEY } from '../../test/support/tls-certificate.ts';

let folder: string;
let environment: Record<string, string>;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'granary-tls-'));
  writeFileSync(join(folder, 'cert.pem'), TEST_CERTIFICATE);
  writeFileSync(join(folder, 'key.pem'), TEST_CERTIFICATE_KEY);
  const files = { TLS_CERT: join(folder, 'cert.pem'), TLS_KEY: join(folder, 'key.pem') };
  environment = { ...files, MQTTS_PORT: '0' };
});

afterAll(() => rmSync(folder, { recursive: true }));

describe('a server with a certificate', () => {
  it('uses TLS for browsers and boards, and sends HSTS to browsers', async () => {
    const granary = await createTestApp({ env: environment });
    const { httpPort, mqttsPort } = await granary.start();
    const tlsOptions = { ca: TEST_CERTIFICATE, checkServerIdentity: () => undefined };
    // Accept the test certificate even after it has expired.
    const options = { ...tlsOptions, rejectUnauthorized: false };
    const request = https.get(`https://127.0.0.1:${httpPort}/healthz`, options);
    const [response] = await once(request, 'response');
    expect(response.statusCode).toBe(200);
    expect(response.headers['strict-transport-security']).toMatch(/^max-age=31536000/);
    response.resume();
    const board = tls.connect({ host: '127.0.0.1', port: mqttsPort ?? 0, ...options });
    await once(board, 'secureConnect');
    expect(board.getPeerCertificate().subject.CN).toBe('localhost');
    board.destroy();
    await granary.dispose();
  });
});

describe('a server', () => {
  it('can be stopped before it starts and after it fails to start', async () => {
    const unstartedServer = await createTestApp();
    await unstartedServer.dispose();
    const runningServer = await createTestApp();
    const { httpPort } = await runningServer.start();
    const conflictingServer = await createTestApp({ env: { PORT: String(httpPort) } });
    await expect(conflictingServer.start()).rejects.toThrow(
      `PORT ${httpPort} is already in use. Choose another port.`,
    );
    await conflictingServer.dispose();
    await runningServer.dispose();
  });

  it('refuses a request with two Host headers, and sends HSTS if its public URL uses HTTPS', async () => {
    const granary = await createTestApp({ env: { PUBLIC_URL: 'https://granary.example' } });
    const { httpPort } = await granary.start();
    const sendRequest = async (hosts: string) => {
      const socket = net.connect(httpPort, '127.0.0.1');
      socket.write(`GET /healthz HTTP/1.1\r\n${hosts}connection: close\r\n\r\n`);
      const [response] = await once(socket, 'data');
      socket.destroy();
      return String(response);
    };
    expect(await sendRequest('host: granary.example\r\nHost: evil.example\r\n')).toMatch(
      /^HTTP\/1.1 400 /,
    );
    const response = await sendRequest('host: granary.example\r\n');
    expect(response).toMatch(/^HTTP\/1.1 200 /);
    expect(response).toMatch(/strict-transport-security: max-age=31536000/i);
    await granary.dispose();
  });

  it('stops without waiting for a request that never ends', async () => {
    const granary = await createTestApp();
    const { httpPort } = await granary.start();
    const socket = net.connect(httpPort, '127.0.0.1');
    socket.on('error', () => {});
    const head = 'POST /api/user/login HTTP/1.1\r\nhost: granary\r\nexpect: 100-continue\r\n';
    socket.write(`${head}content-type: application/json\r\ncontent-length: 100\r\n\r\n{`);
    // The server asks for the rest of the body, so the request is in progress.
    const [reply] = await once(socket, 'data');
    expect(String(reply)).toContain('100 Continue');
    const closing = once(socket, 'close');
    await granary.dispose();
    await closing;
  });
});
