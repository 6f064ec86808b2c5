import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestAppWithoutDatabase, type TestApp } from '../../../test/support/test-app.ts';
import { TEST_CERTIFICATE, TEST_CERTIFICATE_KEY } from '../../../test/support/tls-certificate.ts';
import { createHttpApp } from './server.ts';

let folder: string;
let granary: TestApp;

beforeAll(async () => {
  // A folder named `assets` above the pages must not make everything in them immutable.
  folder = mkdtempSync(join(tmpdir(), 'granary-pages-'));
  const pages = join(folder, 'assets', 'dist');
  mkdirSync(join(pages, 'assets'), { recursive: true });
  writeFileSync(join(pages, 'index.html'), '<!doctype html><title>Granary</title>');
  writeFileSync(join(pages, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  writeFileSync(join(pages, 'assets', 'index-1a2b3c.js'), 'export {};');
  writeFileSync(join(pages, 'assets', 'index-1a2b3c.js.br'), brotliCompressSync('export {};'));
  writeFileSync(join(folder, 'assets', 'secret.txt'), 'outside');
  granary = await createTestAppWithoutDatabase({ webAppFolder: pages });
});

afterAll(async () => {
  await granary.dispose();
  rmSync(folder, { recursive: true });
});

const get = (url: string, method: 'GET' | 'HEAD' = 'GET') => granary.call({ url, method });

describe('the web app', () => {
  it('serves hashed assets as immutable', async () => {
    const asset = await get('/assets/index-1a2b3c.js');
    expect(asset).toMatchObject({
      status: 200,
      text: 'export {};',
      headers: {
        'cache-control': 'public, max-age=31536000, immutable',
        'content-type': expect.stringMatching(/javascript/),
      },
    });
  });

  it('serves the compressed files of the build', async () => {
    const asset = await granary.call({
      url: '/assets/index-1a2b3c.js',
      headers: { 'accept-encoding': 'gzip, br' },
    });
    expect(asset).toMatchObject({
      status: 200,
      headers: {
        'content-encoding': 'br',
        vary: expect.stringMatching(/accept-encoding/i),
        'cache-control': 'public, max-age=31536000, immutable',
        'content-type': expect.stringMatching(/javascript/),
      },
    });
  });

  it.each(['/', '/index.html', '/favicon.svg'])(
    'makes browsers revalidate other files: %s',
    async (url) => {
      expect(await get(url)).toMatchObject({
        status: 200,
        headers: { 'cache-control': 'no-cache' },
      });
    },
  );

  it.each(['/login', '/binsensor/12', '/farmlist/3?tab=map', '/setup', '/apiary', '/a.b/c'])(
    'is served at each of its paths: %s',
    async (url) => {
      const page = await get(url);
      expect(page).toMatchObject({ status: 200, headers: { 'cache-control': 'no-cache' } });
      expect(page.text).toContain('<title>Granary</title>');
      expect((await get(url, 'HEAD')).status).toBe(200);
    },
  );

  it.each(['/assets/index-0000.js', '/api/nothing', '/api', '/socket.io/nothing'])(
    'is not served for a missing file: %s',
    async (url) => {
      expect(await get(url)).toMatchObject({ status: 404, body: { RESP_CODE: 'NOT_FOUND' } });
    },
  );

  it.each([
    '/../secret.txt',
    '/..%2fsecret.txt',
    '/%2e%2e/secret.txt',
    '/assets/../../secret.txt',
    '/assets/..%5c..%5csecret.txt',
    '/assets/%2e%2e%2f%2e%2e%2fsecret.txt',
    '//secret.txt',
    '/%00',
    '/assets/index-1a2b3c.js%00',
    '/....//secret.txt',
  ])('does not serve files outside its folder: %s', async (url) => {
    const response = await get(url);
    expect(response.text).not.toContain('outside');
    expect(response.status).toBeLessThan(500);
  });

  it('is not served at a path that starts with two slashes', async () => {
    expect((await get('//index.html')).status).toBe(400);
  });

  it('responds to HEAD with the length of a file, but not its content', async () => {
    const asset = await get('/assets/index-1a2b3c.js', 'HEAD');
    expect(asset).toMatchObject({ status: 200, text: '', headers: { 'content-length': '10' } });
  });

  it('is not found until it is built, but the API works', async () => {
    const unbuiltApp = await createTestAppWithoutDatabase();
    expect((await unbuiltApp.call({ url: '/' })).status).toBe(404);
    expect((await unbuiltApp.call({ url: '/healthz' })).status).toBe(200);
    await unbuiltApp.dispose();
  });
});

/** Parses the directives of a response's content security policy. */
function parsePolicy(headers: Readonly<Record<string, unknown>>): Map<string, string[]> {
  const directives = String(headers['content-security-policy']).split(';');
  return new Map(
    directives.map((directive) => {
      const [name = '', ...sources] = directive.trim().split(' ');
      return [name, sources];
    }),
  );
}

describe('the content security policy', () => {
  it.each([
    ['granary.example', false, ['ws://granary.example']],
    ['granary.example:8443', true, ['wss://granary.example:8443']],
    ['[::1]:8080', false, ['ws://[::1]:8080']],
    ["x; script-src 'unsafe-inline'", false, ["'self'"]],
    ['*', false, ["'self'"]],
  ])('lets pages connect only to the requested host: %s', async (host, isTls, sources) => {
    const app = await createHttpApp({
      log: pino({ level: 'silent' }),
      trustProxy: null,
      isPublicSecure: false,
      requestLimiter: { countForAddress: async () => {}, waitInFairQueue: async () => {} },
      stalledReaderMs: 0,
      webAppFolder: null,
      onRoute: () => {},
      tls: isTls
        ? { cert: Buffer.from(TEST_CERTIFICATE), key: Buffer.from(TEST_CERTIFICATE_KEY) }
        : null,
    });
    app.get('/', async () => ({}));
    const policy = parsePolicy((await app.inject({ url: '/', headers: { host } })).headers);
    expect(policy.get('connect-src')).toEqual(["'self'", ...sources]);
    expect(policy.get('script-src')).toEqual(["'self'"]);
    await app.close();
  });

  it.each(['/', '/login', '/assets/index-1a2b3c.js', '/api/docs', '/api/docs/', '/api/nothing'])(
    'does not allow inline scripts or other origins at %s',
    async (url) => {
      const policy = parsePolicy((await get(url)).headers);
      expect(policy.get('script-src')).toEqual(["'self'"]);
      expect(policy.get('default-src')).toEqual(["'self'"]);
      expect(policy.get('object-src')).toEqual(["'none'"]);
      expect(policy.get('frame-ancestors')).toEqual(["'none'"]);
      expect(policy.get('base-uri')).toEqual(["'none'"]);
      for (const [name, sources] of policy) {
        expect(
          sources.filter((source) => /https?:|\*|unsafe-eval/.test(source)),
          name,
        ).toEqual([]);
      }
      // Over plain HTTP, upgraded requests would fail.
      expect(policy.has('upgrade-insecure-requests')).toBe(false);
    },
  );

  it.each(['/api/docs', '/api/docs/'])('allows the API documentation: %s', async (url) => {
    const page = await get(url);
    expect(page.headers['content-type']).toMatch(/text\/html/);
    const scripts = [...page.text.matchAll(/<script([^>]*)>([^<]*)<\/script>/g)];
    expect(scripts.length).toBeGreaterThan(0);
    for (const [, attributes = '', inline = ''] of scripts) {
      const source = /src="([^"]+)"/.exec(attributes)?.[1] ?? '';
      expect(inline.trim()).toBe('');
      const address = new URL(source, `http://localhost${url}`);
      expect(address.host).toBe('localhost');
      expect((await get(address.pathname)).status, source).toBe(200);
    }
    expect(page.text).not.toMatch(/\son\w+=/);
  });

  it('comes with the other security headers', async () => {
    expect((await get('/')).headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
    });
    expect((await get('/')).headers).not.toHaveProperty('strict-transport-security');
  });
});

describe('an API call', () => {
  it('may have a trailing slash', async () => {
    for (const url of ['/api/user/getMyInfo', '/api/user/getMyInfo/', '/api/user/getMyInfo/?a=1']) {
      expect((await get(url)).status, url).toBe(401);
    }
    const login = await granary.call({ method: 'POST', url: '/api/user/login/', body: {} });
    expect(login.status).toBe(422);
  });

  it('is not cached', async () => {
    for (const url of ['/api/user/getMyInfo', '/api/board/getBinSensor?id=1']) {
      expect((await get(url)).headers, url).toMatchObject({ 'cache-control': 'no-store' });
    }
  });
});
