import type { Bin } from '@granary/contract/bins/http';
import type { FanDetails } from '@granary/contract/commands/http';
import type { FanEvent, FanTotals } from '@granary/contract/fans/http';
import type { FanState } from '@granary/contract/fans/state';
import { DAY, HOUR, MINUTE, type Millis, millis } from '@granary/domain/units';
import { QueryClient } from '@tanstack/react-query';
import { describe, expect, it, vi } from 'vitest';
import { latestReadingQuery } from '../../../bin-data/latest-reading.ts';
import { makeExampleReading } from '../../../bin-data/reading.fixture.ts';
import { ApiError } from '../../../lib/api-error.ts';
import { renderMarkup } from '../../../lib/render.fixture.tsx';
import { makeBinWithSettings } from '../../bins/settings/bin.fixture.ts';
import { fanDetailsQuery } from '../api/fan-commands.ts';
import { fanHistoryQuery, lastFanEventQuery } from '../api/get-fan-history.ts';
import { waitingCommand } from '../fan-details.fixture.ts';
import { FanHistory } from './fan-history.tsx';
import { FanStatus } from './fan-status.tsx';

const now = vi.hoisted(() => Date.UTC(2026, 9, 14, 14, 20) as Millis);

// The session module reads storage when it is imported.
vi.hoisted(() => {
  vi.stubGlobal('localStorage', { getItem: () => null });
  vi.stubGlobal('navigator', { languages: ['en-GB'] });
});
vi.mock('../../../lib/clock.ts', () => ({ now: () => now, useNow: () => now }));

const BIN = 7;
const since = millis(now - DAY - 2 * HOUR - 3 * MINUTE);
const onEvent: FanEvent = {
  type: 'on',
  at: since,
  onAt: since,
  offAt: null,
  durationS: null,
  endedByPowerOutage: false,
};
const runningFan: FanState = { isAttached: true, isRunning: true, since };

/** Creates the pagination of a single page. */
const createPagination = (total: number) => ({
  currentPage: 1,
  totalPages: Math.min(1, total),
  totalCount: total,
  total,
  limit: 20,
  total_is_least: false,
  hasNextPage: false,
  hasPrevPage: false,
});

/** Creates a client with one failed query. */
async function createClientWithError(
  queryKey: readonly unknown[],
  error = new ApiError({ status: 400, code: 'BAD_REQUEST', message: '' }),
): Promise<QueryClient> {
  const queries = new QueryClient({ defaultOptions: { queries: { retryOnMount: false } } });
  await queries.prefetchQuery({ queryKey, queryFn: () => Promise.reject(error), retry: false });
  return queries;
}

describe('the fan status', () => {
  const noAir = {
    rule: 'no-air',
    severity: 'warning',
    since,
    value: null,
    limit: null,
    sensor: null,
  } as const;

  interface StatusOptions {
    readonly readAt?: Millis;
    readonly details?: FanDetails;
    readonly alerts?: Bin['alerts'];
  }

  /**
   * Renders the status, by default with a current reading. If `last` or `details` is undefined, it has not
   * loaded.
   */
  function renderStatus(
    fan: FanState,
    last?: FanEvent | null,
    { readAt = now, details, alerts = [] }: StatusOptions = {},
  ): string {
    const queries = new QueryClient();
    const bin = makeBinWithSettings({ id: BIN, fan, alerts });
    queries.setQueryData(latestReadingQuery(BIN).queryKey, makeExampleReading({ at: readAt }));
    if (last !== undefined) queries.setQueryData(lastFanEventQuery(BIN).queryKey, last);
    if (details !== undefined) queries.setQueryData(fanDetailsQuery(BIN).queryKey, details);
    return renderMarkup(<FanStatus bin={bin} />, queries);
  }

  it('shows how long it has been running, and since when', () => {
    const markup = renderStatus(runningFan, onEvent);
    expect(markup).toContain('Fan on');
    expect(markup).toContain('Running for 1 day 2 hrs 3 mins');
    expect(markup).toMatch(/On since [^<]*13 Oct/);
  });

  it('uses the last event as the start if only the airflow shows that the fan is running', () => {
    expect(renderStatus({ ...runningFan, since: null }, onEvent)).toContain(
      'Running for 1 day 2 hrs 3 mins',
    );
    expect(renderStatus({ ...runningFan, since: null }, null)).not.toContain('Running for');
  });

  it('shows a stopped fan as off', () => {
    const markup = renderStatus({ ...runningFan, isRunning: false }, null);
    expect(markup).toContain('Fan off');
    expect(markup).not.toContain('Running for');
  });

  it('is unknown if its board has not reported for hours', () => {
    const markup = renderStatus(runningFan, onEvent, { readAt: millis(since - HOUR) });
    expect(markup).toContain('Fan status unknown');
    expect(markup).not.toMatch(/Running for|On since/);
  });

  it('shows what the board reports if the airflow contradicts it', () => {
    const details = {
      ...waitingCommand,
      currentState: 'off',
      reportedState: 'on',
      hasAirflow: false,
    } as const;
    const stoppedFan = { ...runningFan, isRunning: false, since: null };
    const markup = renderStatus(stoppedFan, onEvent, { details });
    expect(markup).toContain('Fan off');
    expect(markup).toContain('The board reports that the fan is on, but no air is moving.');
    const markupWithAlert = renderStatus(stoppedFan, onEvent, { details, alerts: [noAir] });
    expect(markupWithAlert).toContain('No air');
    expect(markupWithAlert).not.toContain('Fan off');
    expect(markupWithAlert).toContain(
      'The board reports that the fan is on, but no air is moving.',
    );
  });

  it('shows that it is loading, or that no fan is attached', () => {
    expect(renderStatus(runningFan)).toContain('Loading fan status...');
    expect(renderStatus({ isAttached: false, isRunning: null, since: null })).toContain(
      'No fan is attached',
    );
  });

  it('is unknown after an error, if it was not loaded before', async () => {
    const queries = await createClientWithError(lastFanEventQuery(BIN).queryKey);
    queries.setQueryData(latestReadingQuery(BIN).queryKey, makeExampleReading({ at: now }));
    const bin = makeBinWithSettings({ id: BIN, fan: { ...runningFan, isRunning: false } });
    const markup = renderMarkup(<FanStatus bin={bin} />, queries);
    expect(markup).toContain('Failed to load fan status');
    expect(markup).toContain('Fan status unknown');
    expect(markup).not.toContain('Fan off');
  });

  it('shows no error if the control below already shows one', async () => {
    const queries = await createClientWithError(latestReadingQuery(BIN).queryKey);
    const queryFn = () => Promise.reject(new Error('unreachable'));
    await queries.prefetchQuery({ ...fanDetailsQuery(BIN), queryFn, retry: false });
    queries.setQueryData(lastFanEventQuery(BIN).queryKey, onEvent);
    const bin = makeBinWithSettings({ id: BIN, fan: runningFan });
    expect(renderMarkup(<FanStatus bin={bin} />, queries)).not.toContain('Failed to load');
  });
});

describe('the fan history', () => {
  const noTotals: FanTotals = { totalDurationS: 0, count: 0, energyKwh: null, cost: null };

  function renderHistory(data: readonly FanEvent[], totals = noTotals): string {
    const queries = new QueryClient();
    queries.setQueryData(fanHistoryQuery(BIN, 1).queryKey, {
      RESP_MSG: 'OK',
      data: [...data],
      pagination: createPagination(data.length),
      totals,
    });
    return renderMarkup(<FanHistory binId={BIN} />, queries);
  }

  it('lists each event, and how long the fan ran', () => {
    const durationS = 7140;
    const offEvent: FanEvent = { ...onEvent, type: 'off', at: now, offAt: now, durationS };
    const markup = renderHistory([offEvent, { ...onEvent, offAt: now, durationS }]);
    expect(markup.match(/<li>/g)).toHaveLength(2);
    expect(markup.split('ran for 1 hr 59 min')).toHaveLength(2);
  });

  it('says that the end of a run was not reported, and how much of it counts', () => {
    const markup = renderHistory([{ ...onEvent, durationS: 7140 }]);
    expect(markup).toContain('stop not reported, counted as 1 hr 59 mins');
    expect(renderHistory([onEvent])).not.toContain('counted');
  });

  it('says that a power outage stopped a run, and how much of it counts', () => {
    const outageRun = { ...onEvent, durationS: 7140, endedByPowerOutage: true };
    const markup = renderHistory([{ ...outageRun, type: 'off', at: now }, outageRun]);
    expect(markup.split('stopped by a power outage, counted as 1 hr 59 mins')).toHaveLength(2);
    expect(markup).not.toContain('stop not reported');
  });

  it('begins with the totals of all pages, with energy and cost where they are known', () => {
    const total = { ...noTotals, totalDurationS: 7200, count: 3 };
    expect(renderHistory([onEvent], total)).toContain('All time: ran 2 hrs in 3 runs');
    expect(renderHistory([onEvent], total)).not.toContain('kWh');
    expect(renderHistory([onEvent], { ...total, energyKwh: 15.04 })).toContain(
      '<p>Energy: 15.0 kWh</p>',
    );
    expect(renderHistory([onEvent], { ...total, energyKwh: 1234.5, cost: 123.456 })).toContain(
      '<p>Energy: 1,235 kWh · Cost: 123.46 (your currency, at the current price)</p>',
    );
  });

  it('reports an empty history', () => {
    expect(renderHistory([])).toContain('>No fan history data available for this bin<');
  });

  it.each([
    [new ApiError({ status: 400, code: 'BAD_REQUEST', message: 'Reason.' }), 'Reason.'],
    [
      new ApiError({ status: 500, code: 'INTERNAL_ERROR', message: 'hidden' }),
      'Internal Error. Something',
    ],
    [new ApiError({ status: 0, code: 'NETWORK', message: '' }), 'Connection error. Please check'],
  ])('shows why it could not be loaded: %s', async (error, reason) => {
    const queries = await createClientWithError(fanHistoryQuery(BIN, 1).queryKey, error);
    const markup = renderMarkup(<FanHistory binId={BIN} />, queries);
    expect(markup).toContain(`>No fan history data available. Loading failed: ${reason}`);
    expect(markup.split(reason)).toHaveLength(2);
    expect(markup).toContain('Try again');
  });
});
