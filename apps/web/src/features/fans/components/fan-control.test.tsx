import type { FanDetails } from '@granary/contract/commands/http';
import { HOUR, millis } from '@granary/domain/units';
import { QueryClient } from '@tanstack/react-query';
import { expect, it, vi } from 'vitest';
import { renderMarkup } from '../../../lib/render.fixture.tsx';
import { fanDetailsQuery } from '../api/fan-commands.ts';
import { waitingCommand } from '../fan-details.fixture.ts';
import { FanControl } from './fan-control.tsx';

const now = vi.hoisted(() => ({ at: Date.UTC(2026, 9, 14, 14, 20) }));

// The session module reads storage when it is imported.
vi.hoisted(() => {
  vi.stubGlobal('localStorage', { getItem: () => null });
  vi.stubGlobal('navigator', { languages: ['en-US'] });
});
vi.mock('../../../lib/clock.ts', () => ({ useNow: () => now.at }));
vi.mock('../../../lib/use-can.ts', () => ({ useCan: () => true }));
vi.mock('../../../lib/live-client.ts', () => ({ useLiveState: () => ({ kind: 'live' }) }));

const since = millis(now.at - 9 * HOUR);
const bin = {
  id: waitingCommand.binId,
  name: 'Home 1',
  mainBoardId: 'PG-1',
  binNumber: 1,
  fan: { isAttached: true, isRunning: true, since },
  fanMode: 'manual' as const,
  plenumSensorAttached: false,
  hasOpenEntry: false,
  alerts: [],
  peopleInside: [],
};

function renderControl(changes: Partial<FanDetails>, binChanges: Partial<typeof bin> = {}) {
  const queries = new QueryClient();
  const details: FanDetails = {
    ...waitingCommand,
    outcome: 'confirmed',
    reportedState: 'on',
    ...changes,
  };
  queries.setQueryData(fanDetailsQuery(bin.id).queryKey, { ...details, reportedSince: since });
  const markup = renderMarkup(<FanControl bin={{ ...bin, ...binChanges }} />, queries);
  const [fan = ''] = /<input[^>]*role="switch"[^>]*>/.exec(markup) ?? [];
  return { markup, isOn: fan.includes(' checked=""') };
}

it('shows what the board reported', () => {
  const { markup, isOn } = renderControl({ currentState: 'on' });
  expect(isOn).toBe(true);
  expect(markup).toContain('On since');
  expect(markup).not.toContain('unknown');
});

it('shows an old state as unknown, and can still turn the fan off', () => {
  const { markup, isOn } = renderControl({ currentState: null });
  expect(isOn).toBe(false);
  expect(markup).toContain('Status unknown: the board has not reported recently.');
  expect(markup).toContain('Last reported: on since');
  expect(markup).toMatch(/<button[^>]*>.*Turn off/);
});

it('can turn a locked-out fan off, so that its board reports whether it is still locked out', () => {
  const { markup } = renderControl({
    currentState: 'off',
    reportedState: 'off',
    isLockedOut: true,
  });
  expect(markup).toContain('If you already removed it, choose “Turn off”');
  expect(markup).toMatch(/<button[^>]*>.*Turn off/);
});

it('turns the switch back off and shows an error if the board does not respond', () => {
  const { markup, isOn } = renderControl({
    currentState: 'off',
    reportedState: 'off',
    fan: 'on',
    outcome: 'failed',
    failure: 'no-answer',
  });
  expect(isOn).toBe(false);
  expect(markup).toContain(
    '</svg>The board did not confirm the command. Check the fan at the bin.',
  );
});

it('lets the user close an open entry, but nothing else, for a bin without a fan', () => {
  const fan = { ...bin.fan, isAttached: false };
  const entries = [{ id: 3, since, personName: null, isOwn: true, mayClose: true }];
  const { markup } = renderControl({ entries }, { fan, hasOpenEntry: true });
  expect(markup).toContain('m out');
  expect(markup).not.toContain('role="switch"');
  expect(renderControl({}, { fan }).markup).not.toContain('entering the bin');
});

it('shows what an open command requests, even for a board that has not reported', () => {
  const { markup, isOn } = renderControl({ currentState: null, outcome: 'queued', fan: 'on' });
  expect(isOn).toBe(true);
  expect(markup).not.toContain('Status unknown');
});
