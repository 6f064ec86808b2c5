// @vitest-environment node
import { getBinSensor, setSensorStatus } from '@granary/contract/bins/http';
import { addBinLoad } from '@granary/contract/inventory/http';
import { getSensorReading, getSensorReadingByFilters } from '@granary/contract/readings/http';
import { millis } from '@granary/domain/units';
import { beforeAll, describe, expect, it, vi } from 'vitest';

/** The session reads the browser's storage as soon as it is loaded. */
beforeAll(() => {
  vi.stubGlobal('localStorage', { getItem: () => null });
});

describe('the address of a call', () => {
  it('carries its query as the contract writes it', async () => {
    const { urlOf } = await import('./api.ts');
    expect(urlOf(getBinSensor, { query: { id: 7 } })).toBe('/api/board/getBinSensor?id=7');
    expect(urlOf(getSensorReading, { query: { bin_sensor_id: 7, page_no: 3 } })).toBe(
      '/api/board/getSensorReading?bin_sensor_id=7&page_no=3',
    );
    const dateTime = millis(Date.UTC(2026, 9, 14, 14, 20));
    expect(urlOf(getSensorReadingByFilters, { query: { bin_sensor_id: 7, dateTime } })).toBe(
      '/api/board/getSensorReadingByFilters?bin_sensor_id=7&dateTime=2026-10-14T14%3A20%3A00.000Z',
    );
  });

  it('has its parameters in place', async () => {
    const { urlOf } = await import('./api.ts');
    const params = { binId: 7, cableId: -1, position: 11 };
    expect(urlOf(setSensorStatus, { params, body: { sensorStatus: 'mute' } })).toBe(
      '/api/board/sensor/7/-1/11',
    );
  });
});

describe('a call that the contract does not take', () => {
  it('is refused unsent, each field by its name on the wire', async () => {
    const fetched = vi.fn();
    vi.stubGlobal('fetch', fetched);
    vi.stubGlobal('document', { documentElement: { lang: 'en' } });
    const { call } = await import('./api.ts');
    const load = { at: millis(0), volume: 2e9, moisture: 101, protein: null };
    const refused = call(addBinLoad, { body: { binId: 7, type: 'load', ...load } });
    await expect(refused).rejects.toMatchObject({
      ...{ name: 'ApiError', status: 422, code: 'INVALID_INPUT' },
      fields: [{ path: 'volume' }, { path: 'moisture' }],
    });
    const params = { binId: 7, cableId: 0.5, position: 11 };
    await expect(
      call(setSensorStatus, { params, body: { sensorStatus: 'mute' } }),
    ).rejects.toMatchObject({ status: 422, fields: [{ path: 'cableId' }] });
    expect(fetched).not.toHaveBeenCalled();
  });
});
