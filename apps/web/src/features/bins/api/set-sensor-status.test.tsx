import { setSensorStatus } from '@granary/contract/bins/http';
import { expect, it, vi } from 'vitest';
import { call } from '../../../lib/api.ts';
import { renderMarkup } from '../../../lib/render.fixture.tsx';
import { useSetSensorStatus } from './set-sensor-status.ts';

vi.mock('../../../lib/api.ts', () => ({ call: vi.fn(() => Promise.resolve('')) }));

it('mutes several sensors of a cable with one request', async () => {
  const onRender = vi.fn<(save: ReturnType<typeof useSetSensorStatus>) => void>();
  function Control() {
    onRender(useSetSensorStatus(7));
    return null;
  }
  renderMarkup(<Control />);
  const [save] = onRender.mock.lastCall ?? [];
  const place = { cable: 2, cableId: 12, position: 9, otherPositions: [10, 11] };
  await save?.mutateAsync({ target: { kind: 'some', ...place }, status: 'mute' });
  expect(vi.mocked(call).mock.calls).toEqual([
    [
      setSensorStatus,
      {
        params: { binId: 7, cableId: 12, position: 9 },
        body: { sensorStatus: 'mute', cable: 2, positions: [10, 11] },
      },
    ],
  ]);
});
