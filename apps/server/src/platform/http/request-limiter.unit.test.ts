import { PassThrough } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { limits, type RateLimitName } from '../../config/limits.ts';
import { CallerLimits } from '../limits/caller-limits.ts';
import { RequestLimiter } from './request-limiter.ts';
import { createHttpApp } from './server.ts';

it('counts requests on closed connections together, under one key', async () => {
  const reports: string[] = [];
  const observer = {
    limitReached: () => {},
    reported: (_: string, callerKey: string) => reports.push(callerKey),
  };
  const requestLimiter = new RequestLimiter(new CallerLimits(observer), (address) => address);
  // A closed socket no longer has an address.
  const count = () => requestLimiter.countForAddress('placeSearches', { ip: undefined as never });
  for (let sent = 0; sent < limits.placeSearches.max; sent++) await count();
  await expect(count()).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' });
  await count().catch(() => {});
  expect(reports).toEqual(['closed']);
});

it('refuses a request while too many from its address are already waiting', async () => {
  const reports: string[] = [];
  const observer = {
    limitReached: () => {},
    reported: (limit: string, callerKey: string) => reports.push(`${limit} ${callerKey}`),
  };
  const requestLimiter = new RequestLimiter(new CallerLimits(observer), (address) => address);
  const wait = (ip: string) => requestLimiter.waitInFairQueue({ ip });
  const [first] = Array.from({ length: limits.waitingRequests.max }, () => wait('one'));
  await expect(wait('one')).rejects.toMatchObject({
    code: 'TOO_MANY_REQUESTS',
    details: { retryAfterS: 10 },
  });
  await wait('other');
  await first;
  void wait('one');
  await expect(wait('one')).rejects.toThrow();
  expect(reports).toEqual(['waitingRequests one']);
});

it('counts requests for web app files separately from API calls, per address, before they queue', async () => {
  const limitCalls: string[] = [];
  const app = await createHttpApp({
    log: pino({ level: 'silent' }),
    tls: null,
    trustProxy: null,
    isPublicSecure: false,
    requestLimiter: {
      countForAddress: async (limit, { ip }) => void limitCalls.push(`${limit} ${ip}`),
      waitInFairQueue: async ({ ip }) => void limitCalls.push(`waits ${ip}`),
    },
    stalledReaderMs: 300,
    webAppFolder: import.meta.dirname,
    onRoute: () => {},
  });
  for (const url of ['/request-limiter.ts', '/allbins', '/api/openapi.json']) {
    await app.inject({ url, remoteAddress: '192.0.2.1' });
  }
  await app.close();
  expect(limitCalls).toEqual([
    'filesPerAddress 192.0.2.1',
    'waits 192.0.2.1',
    'filesPerAddress 192.0.2.1',
    'waits 192.0.2.1',
    'requestsPerAddress 192.0.2.1',
    'waits 192.0.2.1',
  ]);
});

it.each(
  Object.entries(limits)
    // Higher limits would take seconds to reach.
    .filter(([, { max, unit }]) => unit === 'a minute' && max <= 6_000)
    .map(([name]) => name as RateLimitName),
)('refuses a caller over a rate limit, but no other caller: %s', async (name) => {
  const callerLimits = new CallerLimits({ limitReached: () => {}, reported: () => {} });
  for (let sent = 0; sent < limits[name].max; sent++) {
    expect(await callerLimits.count(name, 'one')).toBeNull();
  }
  expect(await callerLimits.count(name, 'one')).toBeGreaterThan(0);
  expect(await callerLimits.count(name, 'other')).toBeNull();
});

it('refuses an export while eight are open across all accounts', async () => {
  const requestLimiter = new RequestLimiter(
    new CallerLimits({ limitReached() {}, reported() {} }),
    (ip) => ip,
  );
  let accountId = 0;
  const begin = () => {
    const raw = new PassThrough();
    requestLimiter.beginExport(++accountId, { raw } as unknown as FastifyReply);
    return raw;
  };
  const openExports = Array.from({ length: limits.exports.max }, begin);
  expect(begin).toThrow();
  openExports[0]?.destroy();
  await expect.poll(begin).toBeDefined();
});
