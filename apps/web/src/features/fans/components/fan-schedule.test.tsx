import type { Bin } from '@granary/contract/bins/http';
import type { FanWeek, FanSchedule as Schedule } from '@granary/contract/fans/schedule';
import { millis } from '@granary/domain/units';
import { QueryClient } from '@tanstack/react-query';
import { describe, expect, it, vi } from 'vitest';
import { ApiError } from '../../../lib/api-error.ts';
import { renderMarkup } from '../../../lib/render.fixture.tsx';
import { fanScheduleQuery } from '../api/fan-schedule.ts';
import { emptyWeek } from '../fan-details.fixture.ts';
import { FanSchedule } from './fan-schedule.tsx';

/** Wednesday, 9:20 AM in Winnipeg. */
const now = vi.hoisted(() => ({ at: Date.UTC(2026, 9, 14, 14, 20) }));
const permissions = vi.hoisted(() => ({ canChange: true }));

// The session module reads storage when it is imported.
vi.hoisted(() => {
  vi.stubGlobal('localStorage', { getItem: () => null });
  vi.stubGlobal('navigator', { languages: ['en-US'] });
});
vi.mock('../../../lib/clock.ts', () => ({ useNow: () => now.at }));
vi.mock('../../../lib/use-can.ts', () => ({ useCan: () => permissions.canChange }));
vi.mock('../../../lib/live-client.ts', () => ({ useLiveState: () => ({ kind: 'live' }) }));

const evening = { id: '1', onTime: '18:00', offTime: '23:59' };
const noon = { id: '2', onTime: '12:00', offTime: '13:30' };

// The panel reads no other fields of a bin.
const bin = { id: 7, firmwareName: 'realtime', usualIntervalS: 600 } as Bin;

function renderSchedule(
  week: Partial<FanWeek>,
  changes: Partial<Bin> = {},
  hold: Schedule['hold'] = null,
): string {
  const queries = new QueryClient();
  queries.setQueryData(fanScheduleQuery(7).queryKey, {
    week: { ...emptyWeek, ...week },
    version: 1,
    timeZone: 'America/Winnipeg',
    hold,
  });
  return renderMarkup(<FanSchedule bin={{ ...bin, ...changes }} />, queries).replaceAll(
    '\u202f',
    ' ',
  );
}

describe('the fan schedule', () => {
  it('has a card for each day of the week, Monday to Sunday', () => {
    const markup = renderSchedule({ wednesday: [noon, evening] });
    const days = [...markup.matchAll(/<h3[^>]*>(\w+)<\/h3>/g)].map(([, day]) => day);
    expect(days.join()).toBe('Monday,Tuesday,Wednesday,Thursday,Friday,Saturday,Sunday');
    expect(markup).toContain('12:00 PM to 1:30 PM');
    expect(markup).toContain('6:00 PM to midnight');
    expect(markup.match(/No time slots/g)).toHaveLength(6);
  });

  it("draws each slot as a bar, and marks the current time on the farm's current day", () => {
    const markup = renderSchedule({ wednesday: [noon] });
    expect(markup).toContain('left:50%;width:6.25%');
    // 9:20 AM
    expect(markup).toMatch(/data-today="true"><h3[^>]*>Wednesday.*left:38\.88888888888889%/);
    expect(markup.match(/data-today="true"/g)).toHaveLength(1);
  });

  it("shows the next start in the farm's local time", () => {
    expect(renderSchedule({ wednesday: [noon] })).toContain(
      'Next start: Wed, Oct 14, 12:00 PM, for 1 hr 30 min',
    );
    now.at = millis(Date.UTC(2026, 9, 14, 17, 10));
    expect(renderSchedule({ wednesday: [noon] })).toContain(
      'Scheduled to run until Wed, Oct 14, 1:30 PM',
    );
    now.at = millis(Date.UTC(2026, 9, 14, 14, 20));
  });

  it('shows what to do when there are no time slots', () => {
    expect(renderSchedule({})).toContain('No time slots yet');
  });

  it('warns about slots that a sleeping board may miss', () => {
    const sleepingBoard = { firmwareName: 'sleep', usualIntervalS: 2 * 3600 } as const;
    const markup = renderSchedule({ wednesday: [noon, evening] }, sleepingBoard);
    expect(markup).toContain("shorter than the board's reporting interval (2 hr)");
    expect(markup).toContain('Wednesday 12:00 PM to 1:30 PM.');
    expect(renderSchedule({ wednesday: [noon] })).not.toContain('reporting interval');
    expect(renderSchedule({ wednesday: [evening] }, sleepingBoard)).not.toContain(
      'reporting interval',
    );
  });

  it('shows why it is on hold, and lets people resume it unless the fan is locked out', () => {
    const hold = { reason: 'switched-off', since: millis(now.at), isLockedOut: false } as const;
    const heldMarkup = renderSchedule({ wednesday: [noon] }, {}, hold);
    expect(heldMarkup).toContain('Switched off at the bin by hand. Schedule is on hold.');
    expect(heldMarkup).toContain('for 1 hr 30 min. On hold until someone resumes the schedule.');
    expect(heldMarkup).toContain('>Resume<');
    const lockedMarkup = renderSchedule(
      { wednesday: [noon] },
      {},
      { ...hold, reason: 'lockout', isLockedOut: true },
    );
    expect(lockedMarkup).toContain('Locked out at the bin. Schedule is on hold.');
    expect(lockedMarkup).not.toContain('>Resume<');
  });

  it('has buttons only for people who may change it', () => {
    expect(renderSchedule({ wednesday: [noon] })).toMatch(
      /aria-label="Delete Wednesday, 12:00 PM to 1:30 PM"/,
    );
    permissions.canChange = false;
    expect(renderSchedule({ wednesday: [noon] })).not.toContain('<button');
    permissions.canChange = true;
  });

  it('shows that it could not be loaded', async () => {
    const queries = new QueryClient({ defaultOptions: { queries: { retryOnMount: false } } });
    await queries.prefetchQuery({
      queryKey: fanScheduleQuery(7).queryKey,
      queryFn: () =>
        Promise.reject(new ApiError({ status: 500, code: 'INTERNAL_ERROR', message: '' })),
      retry: false,
    });
    expect(renderMarkup(<FanSchedule bin={bin} />, queries)).toContain(
      'Failed to load schedule data. Please refresh the page.',
    );
  });
});
