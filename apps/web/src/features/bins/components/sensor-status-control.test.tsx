import { describe, expect, it, vi } from 'vitest';
import { ApiError } from '../../../lib/api-error.ts';
import { renderMarkup } from '../../../lib/render.fixture.tsx';
import { SensorStatusControl } from './sensor-status-control.tsx';

const mutation = vi.hoisted(() => ({
  isPending: false,
  isSuccess: false,
  isError: false,
  error: null as unknown,
}));

// The session module reads storage when it is imported.
vi.hoisted(() => vi.stubGlobal('localStorage', { getItem: () => null }));
vi.mock('../../../lib/live-client.ts', () => ({ useLiveState: () => ({ kind: 'live' }) }));
vi.mock('../api/set-sensor-status.ts', () => ({ useSetSensorStatus: () => mutation }));

const sensor = { binId: 7, cable: 1, cableId: 11, position: 2, status: 'mute' } as const;

describe('the sensor status control', () => {
  it('offers Default, Mute and Disable', () => {
    const markup = renderMarkup(<SensorStatusControl {...sensor} />);
    for (const status of ['Default', 'Mute', 'Disable']) expect(markup).toContain(`>${status}<`);
  });

  it('reports success', () => {
    Object.assign(mutation, { isSuccess: true, isError: false });
    expect(renderMarkup(<SensorStatusControl {...sensor} />)).toContain(
      'Sensors have been successfully updated.',
    );
  });

  it('reports an error', () => {
    const error = new ApiError({ status: 400, code: 'BAD_REQUEST', message: 'Not available' });
    Object.assign(mutation, { isSuccess: false, isError: true, error });
    expect(renderMarkup(<SensorStatusControl {...sensor} />)).toContain(
      'An error occurred while updating the sensors.',
    );
  });
});
