import type { ServerHealth } from '@granary/contract/server-health/http';
import { serverRules } from '@granary/domain/server-health/check-server';
import { HOUR, millis } from '@granary/domain/units';
import { QueryClient } from '@tanstack/react-query';
import { expect, it, vi } from 'vitest';
import { renderMarkup } from '../../../lib/render.fixture.tsx';
import { serverHealthQuery } from '../api/server-health.ts';
import { ServerHealthSection } from './server-health.tsx';

// The session module reads localStorage on import.
const NOW = vi.hoisted(() => {
  vi.stubGlobal('localStorage', { getItem: () => null });
  vi.stubGlobal('navigator', { languages: ['en-US'] });
  return Date.parse('2026-11-24T05:00:00Z');
});
vi.mock('../../../lib/live-client.ts', () => ({ useLiveState: () => ({ kind: 'live' }) }));
vi.mock('../../../lib/clock.ts', () => ({ useNow: () => NOW }));

const hourAgo = millis(NOW - HOUR);

const healthy: ServerHealth = {
  alerts: [],
  measurements: {
    diskFreePercent: 62.4,
    clockOffsetSeconds: null,
    lastArrivalAt: hourAgo,
    failingChannels: [],
  },
};

function render(health: ServerHealth): string {
  const queries = new QueryClient();
  queries.setQueryData(serverHealthQuery.queryKey, health);
  return renderMarkup(<ServerHealthSection />, queries).replaceAll('\u00A0', ' ');
}

const toAlert = (rule: (typeof serverRules)[number]): ServerHealth['alerts'][number] => ({
  id: rule.length,
  rule,
  channel: rule === 'channel-failing' ? 'sms' : null,
  severity: 'warning',
  since: hourAgo,
  closedAt: null,
  value: 45,
  limit: 30,
  acknowledgedAt: null,
  acknowledgedBy: null,
});

it('shows the measurements when nothing is wrong', () => {
  const markup = render(healthy);
  expect(markup).toContain('62 % of the disk is free');
  expect(markup).toContain('Clock not checked yet.');
  expect(markup).toContain('Last data from a board: 1 hour ago');
  expect(markup).not.toContain('<button');
});

it('shows each alert with its value, limit and what to do', () => {
  const markup = render({ ...healthy, alerts: serverRules.map(toAlert) });
  expect(markup).toContain('Text messages: not being sent');
  expect(markup).toContain('45 sec, limit 30 sec');
  expect(markup).toContain('Free up disk space.');
  expect(markup.match(/<button/g)).toHaveLength(serverRules.length);
});

it('shows no button on an alert that was acknowledged or has ended', () => {
  const acknowledged = { acknowledgedAt: hourAgo, acknowledgedBy: 'Ada' };
  const alerts = [
    { ...toAlert('disk-low'), ...acknowledged },
    { ...toAlert('clock-off'), closedAt: hourAgo },
  ];
  const markup = render({ ...healthy, alerts });
  expect(markup).toContain('Acknowledged by Ada');
  expect(markup).not.toContain('<button');
});
