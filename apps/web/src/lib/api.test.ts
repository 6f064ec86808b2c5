// @vitest-environment node
import { getBinSensor, setSensorStatus } from '@granary/contract/bins/http';
import { addBinLoad } from '@granary/contract/inventory/http';
import {
  getDailyReadings,
  getSensorReading,
  getSensorReadingByFilters,
} from '@granary/contract/readings/http';
import { millis } from '@granary/domain/units';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';

/** The session module reads storage when it is imported. */
beforeAll(() => {
  vi.stubGlobal('localStorage', { getItem: () => null });
  vi.stubGlobal('document', { documentElement: { lang: 'en' } });
});

afterEach(() => vi.restoreAllMocks());

describe("a call's URL", () => {
  it('contains the query as the contract encodes it', async () => {
    const { buildApiUrl } = await import('./api-request.ts');
    expect(buildApiUrl(getBinSensor, { query: { id: 7 } })).toBe('/api/board/getBinSensor?id=7');
    expect(buildApiUrl(getSensorReading, { query: { bin_sensor_id: 7, page_no: 3 } })).toBe(
      '/api/board/getSensorReading?bin_sensor_id=7&page_no=3',
    );
    const dateTime = millis(Date.UTC(2026, 9, 14, 14, 20));
    expect(buildApiUrl(getSensorReadingByFilters, { query: { bin_sensor_id: 7, dateTime } })).toBe(
      '/api/board/getSensorReadingByFilters?bin_sensor_id=7&dateTime=2026-10-14T14%3A20%3A00.000Z',
    );
  });

  it('contains the parameters in the path', async () => {
    const { buildApiUrl: buildUrl } = await import('./api-request.ts');
    const params = { binId: 7, cableId: -1, position: 11 };
    expect(buildUrl(setSensorStatus, { params, body: { sensorStatus: 'mute' } })).toBe(
      '/api/board/sensor/7/-1/11',
    );
  });
});

describe('a change', () => {
  it('is sent once if the user clicks twice before the response, and again if they click after it', async () => {
    const { call } = await import('./api.ts');
    const fetchSpy = vi
      .spyOn(globalThis, 'fetch')
      .mockImplementation(async () => new Response('{"RESP_MSG":"OK"}'));
    const change = {
      params: { binId: 7, cableId: 1, position: 1 },
      body: { sensorStatus: 'mute' },
    };
    const send = () => call(setSensorStatus, change as never);
    await Promise.all([send(), send()]);
    expect(fetchSpy).toHaveBeenCalledTimes(1);
    await send();
    expect(fetchSpy).toHaveBeenCalledTimes(2);
  });
});

describe('a rejected call', () => {
  const readError = async (status: number, body: string) => {
    const { call } = await import('./api.ts');
    vi.spyOn(globalThis, 'fetch').mockResolvedValue(new Response(body, { status }));
    return call(getBinSensor, { query: { id: 7 } }).catch((error: unknown) => error);
  };

  it("has the server's message and field errors", async () => {
    const errors = [{ path: 'freq', message: 'Too high' }];
    const body = { RESP_CODE: 'INVALID_INPUT', RESP_MSG: 'No', message: 'No', errors };
    expect(await readError(422, JSON.stringify(body))).toMatchObject({
      status: 422,
      code: 'INVALID_INPUT',
      message: 'No',
      fields: errors,
    });
  });

  it.each([
    ['"Invalid request"', 'Invalid request'],
    ['Invalid request', 'Invalid request'],
    ['{"RESP_MSG":"Invalid request"}', 'Invalid request'],
    ['{"detail":"from a proxy"}', ''],
    ['null', ''],
  ])('with %s has the message %j', async (body, message) => {
    expect(await readError(400, body)).toMatchObject({ status: 400, message });
  });

  it('has status 0 if no response arrived', async () => {
    const { call } = await import('./api.ts');
    vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'));
    const error = await call(getBinSensor, { query: { id: 7 } }).catch((error: unknown) => error);
    expect(error).toMatchObject({ status: 0, code: 'NETWORK' });
  });
});

describe('a call that does not match the contract', () => {
  it('is rejected without being sent, with the wire names of the invalid fields', async () => {
    const fetchSpy = vi.spyOn(globalThis, 'fetch');
    vi.stubGlobal('document', { documentElement: { lang: 'en' } });
    const { call } = await import('./api.ts');
    const load = { at: millis(0), volume: 2e9, moisture: 101, protein: null };
    const rejectedCall = call(addBinLoad, { body: { binId: 7, type: 'load', ...load } });
    await expect(rejectedCall).rejects.toMatchObject({
      name: 'ApiError',
      status: 422,
      code: 'INVALID_INPUT',
      fields: [{ path: 'volume' }, { path: 'moisture' }],
    });
    const params = { binId: 7, cableId: 0.5, position: 11 };
    await expect(
      call(setSensorStatus, { params, body: { sensorStatus: 'mute' } }),
    ).rejects.toMatchObject({ status: 422, fields: [{ path: 'cableId' }] });
    expect(fetchSpy).not.toHaveBeenCalled();
  });
});

describe('a repeated call', () => {
  const query = { bin_sensor_id: 7, from: '2026-10-14', to: '2026-10-15' };
  const day = (readings: number) => {
    const extremes = { min_temp: [], max_temp: [], min_humidity: [], max_humidity: [] };
    return JSON.stringify({ RESP_MSG: [{ date: '2026-10-14', readings, ...extremes }] });
  };
  const mockResponses = (...bodies: string[]) => {
    const fetchSpy = vi.spyOn(globalThis, 'fetch');
    for (const body of bodies) fetchSpy.mockResolvedValueOnce(new Response(body));
    return fetchSpy;
  };

  it('is sent each time and returns the same object for an equal response', async () => {
    const { makeRepeatable } = await import('./api.ts');
    const fetchSpy = mockResponses(day(1), day(1), day(2));
    const repeatable = makeRepeatable(getDailyReadings, { query });
    const first = await repeatable();
    expect(await repeatable()).toBe(first);
    const other = await repeatable();
    expect([first, other]).toMatchObject([[{ readings: 1 }], [{ readings: 2 }]]);
    expect(fetchSpy).toHaveBeenCalledTimes(3);
  });

  it('fails each time if the response does not match the contract', async () => {
    const { makeRepeatable } = await import('./api.ts');
    mockResponses('{}', '{}');
    vi.spyOn(console, 'error').mockReturnValue();
    const repeatable = makeRepeatable(getDailyReadings, { query });
    for (let attempt = 0; attempt < 2; attempt++) {
      await expect(repeatable()).rejects.toMatchObject({ code: 'UNREADABLE' });
    }
  });
});
