import type { CableConfiguration as Configuration } from '@granary/contract/cables/http';
import type { SensorPlace } from '@granary/domain/alerts/alert';
import { QueryClient } from '@tanstack/react-query';
import { describe, expect, it, vi } from 'vitest';
import { ApiError } from '../../../../lib/api-error.ts';
import { renderMarkup } from '../../../../lib/render.fixture.tsx';
import { makeBinWithSettings } from '../../settings/bin.fixture.ts';
import { cableConfigurationQuery } from '../api/cable-configuration.ts';
import { CableConfiguration } from './cable-configuration.tsx';

// The session module reads storage when it is imported.
vi.hoisted(() => vi.stubGlobal('localStorage', { getItem: () => null }));
vi.mock('../../../../lib/live-client.ts', () => ({ useLiveState: () => ({ kind: 'live' }) }));
vi.mock('../../../../lib/use-session.ts', () => ({
  useSession: () => ({ userId: 1, role: 'distributor' }),
}));
vi.mock('../../../../components/unsaved-guard.tsx', () => ({ UnsavedGuard: () => null }));

const bin = makeBinWithSettings();
const { queryKey } = cableConfigurationQuery(bin.id);

function renderPage(
  changes: Partial<Configuration> = {},
  knownCablePositions = new Map([['11', [1, 2]]]),
  sensorsWithoutData: readonly SensorPlace[] = [],
): string {
  const queries = new QueryClient();
  const configuration: Configuration = {
    binId: bin.id,
    mainBoardId: 'PG-0417',
    binNumber: 1,
    commands: ['setF720B00'],
    isReceived: false,
    isReleased: false,
    status: null,
    releasedAt: null,
    message: '',
    oldId: 11,
    newId: 26,
    version: 1,
    ...changes,
  };
  queries.setQueryData(queryKey, configuration);
  return renderMarkup(
    <CableConfiguration
      bin={bin}
      knownPositions={knownCablePositions}
      missingSensors={sensorsWithoutData}
    />,
    queries,
  );
}

/** Returns the state color of a notice and whether it has `role="alert"`. */
function describeNotice(markup: string, message: string) {
  const [before = ''] = markup.split(message);
  const box = before.slice(before.lastIndexOf('notice'));
  const fill = /data-fill="(\w+)"/.exec(box)?.[1];
  const state = fill ?? /stroke="[^"]*-(\w+)\W*"/.exec(box)?.[1];
  return { isAlert: box.includes('role="alert"'), state };
}

describe('the progress of a cable change', () => {
  it.each([
    ['pending', false, 'warning'],
    ['in_progress', false, 'warning'],
    ['failed', true, 'critical'],
    ['completed', false, 'ok'],
  ] as const)('shows %s in its own notice', (status, isAlert, state) => {
    const markup = renderPage({ status, message: 'Cable message.' });
    expect(describeNotice(markup, 'Cable message.')).toEqual({ isAlert, state });
  });

  it('shows both addresses, and lets the user cancel the change only while it is waiting', () => {
    const waiting = renderPage({ status: 'pending' });
    expect(waiting).toContain('Cable ID 11 becomes 26');
    expect(waiting).toContain('Cancel change');
    expect(renderPage({ status: 'in_progress' })).not.toContain('Cancel change');
  });

  it('is hidden without a change', () => {
    expect(renderPage()).not.toContain('setF720B00');
  });

  it('reports that it could not be loaded', async () => {
    const queries = new QueryClient({ defaultOptions: { queries: { retryOnMount: false } } });
    const error = new ApiError({ status: 400, code: 'BAD_REQUEST', message: 'Not available' });
    await queries.prefetchQuery({ queryKey, queryFn: () => Promise.reject(error), retry: false });
    expect(
      renderMarkup(
        <CableConfiguration bin={bin} knownPositions={null} missingSensors={[]} />,
        queries,
      ),
    ).toContain('An error occurred while processing the cable configuration.');
  });
});

describe('the cables page', () => {
  it('disables its button until a cable is chosen', () => {
    const markup = renderPage();
    expect(markup).toMatch(/<button[^>]*disabled[^>]*type="submit"|type="submit"[^>]*disabled/);
    for (const choice of ['Choose a cable', '11 (Cable 1)', "Don't change any"]) {
      expect(markup).toContain(choice);
    }
  });

  it('names cables the board did not report', () => {
    expect(renderPage()).not.toContain('Not found id');
    expect(renderPage({}, new Map([['12', [1]]]))).toContain('Not found id 11');
  });

  it('offers to mute the sensors that a shorter cable does not have', () => {
    const missing = [8, 6, 7].map((position) => ({ cable: 1, position }));
    expect(renderPage()).not.toContain('Sensors without data');
    const markup = renderPage({}, undefined, missing);
    expect(markup).toContain('Cable 1: sensors 6, 7, 8');
    expect(markup).toContain('Mute these sensors');
    expect(renderPage({}, undefined, [{ cable: 1, position: 6 }])).toContain('Cable 1: sensor 6');
  });

  it('has buttons that mute, reset or disable all sensors', () => {
    for (const action of ['Set all to default…', 'Mute all…', 'Disable all…']) {
      expect(renderPage()).toContain(action);
    }
  });
});
