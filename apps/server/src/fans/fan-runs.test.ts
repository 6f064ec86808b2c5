import { DAY, HOUR, MINUTE, millis } from '@granary/domain/units';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addBin, addFarm, addUser, type TestBin } from '../../test/support/fixtures.ts';
import { storeReports } from '../../test/support/store-reports.ts';
import { createTestApp, type TestApp } from '../../test/support/test-app.ts';

let granary: TestApp;
let token: string;
let bin: TestBin;

beforeAll(async () => {
  granary = await createTestApp();
  const user = await addUser(granary.db, 'user');
  token = await granary.createToken(user);
  const farm = await addFarm(granary.db, user.id);
  // Half full: the upper sensors are in the headspace.
  const radar = { loadMethod: 'siloscan pro', levelSensorEmptyMm: 1000, size: 100 } as const;
  bin = await addBin(granary.db, farm.id, { ...radar, fanAttached: true }, [{}]);
  const report = (ago: number, grainTemperature: number, humidity: number) => ({
    date_time: formatTimeAgo(ago),
    level_sensor: 500,
    temp_reading: [[60, 60, grainTemperature, grainTemperature]],
    humidity_readings: [[10, 10, humidity, humidity]],
  });
  await storeReports(
    granary.db,
    bin,
    [report(5 * HOUR, 16.9, 70), report(3 * HOUR, 15.2, 66), report(MINUTE, 15, 66)],
    granary.now(),
  );
  const switches = [
    [40 * DAY, true],
    [39 * DAY, false],
    [5 * HOUR, true],
    [3 * HOUR, false],
    [HOUR, true],
  ] as const;
  await addFanEvents(bin, switches);
});

afterAll(() => granary.dispose());

/** Stores fan events with the given ages, ms. */
async function addFanEvents(
  { id }: TestBin,
  events: readonly (readonly [agoMs: number, isOn: boolean])[],
  causedBy: 'switch' | 'restart' = 'switch',
): Promise<void> {
  const rows = events.map(([ago, isOn]) => {
    const at = new Date(granary.now() - ago);
    return { binId: id, sentAt: at, at, isOn, causedBy, receivedAt: at };
  });
  await granary.db.insertInto('fanEvents').values(rows).execute();
}

/** Stores one report from a bin for each of the given ages, ms. */
async function addReports(fromBin: TestBin, ages: readonly number[]) {
  for (const age of ages) {
    const report = { date_time: formatTimeAgo(age) };
    await storeReports(granary.db, fromBin, [report], millis(granary.now() - age));
  }
}

const formatTimeAgo = (ago: number) => new Date(granary.now() - ago).toISOString();

async function fetchRuns(from: string, to: string, { id }: TestBin = bin) {
  const query = new URLSearchParams({ bin_id: String(id), from, to });
  return granary.call({ url: `/api/board/fanRuns?${query}`, token });
}

describe('the runs of a fan', () => {
  it('are listed newest first, with the grain temperature and moisture before and after each run, ignoring sensors in the headspace', async () => {
    const { status, body } = await fetchRuns(formatTimeAgo(7 * DAY), formatTimeAgo(0));
    expect(status).toBe(200);
    expect(body.RESP_MSG).toMatchObject({
      total_duration: 3 * 3600,
      count: 2,
      runs: [
        {
          fan_on_time: formatTimeAgo(HOUR),
          fan_off_time: null,
          fan_duration: null,
          ended_by_power_cut: false,
          before: { temperature: 15.2 },
          after: { temperature: 15 },
        },
        {
          fan_on_time: formatTimeAgo(5 * HOUR),
          fan_off_time: formatTimeAgo(3 * HOUR),
          before: { temperature: 16.9, moisture: expect.closeTo(14.9, 0) },
          after: { temperature: 15.2, moisture: expect.closeTo(14.3, 0) },
        },
      ],
    });
  });

  it('are totaled only within the requested period, and have no grain values without earlier readings', async () => {
    const { body } = await fetchRuns(formatTimeAgo(39.5 * DAY), formatTimeAgo(30 * DAY));
    expect(body.RESP_MSG).toEqual({
      total_duration: 12 * 3600,
      count: 1,
      energy_kwh: null,
      cost: null,
      runs: [
        {
          fan_on_time: formatTimeAgo(40 * DAY),
          fan_off_time: formatTimeAgo(39 * DAY),
          fan_duration: 24 * 3600,
          ended_by_power_cut: false,
          before: { temperature: null, moisture: null },
          after: { temperature: null, moisture: null },
        },
      ],
    });
    expect(
      (await fetchRuns(formatTimeAgo(20 * DAY), formatTimeAgo(10 * DAY))).body.RESP_MSG,
    ).toEqual({
      total_duration: 0,
      count: 0,
      energy_kwh: null,
      cost: null,
      runs: [],
    });
  });

  it('show the energy used if the fan power is known, and its cost if the price is known too', async () => {
    const { db } = granary;
    await db.updateTable('bins').set({ fanKw: 7.5 }).where('id', '=', bin.id).execute();
    const fetchWeek = () => fetchRuns(formatTimeAgo(7 * DAY), formatTimeAgo(0));
    expect((await fetchWeek()).body.RESP_MSG).toMatchObject({ energy_kwh: 22.5, cost: null });
    await db.updateTable('farms').set({ pricePerKwh: 0.5 }).where('id', '=', bin.farmId).execute();
    expect((await fetchWeek()).body.RESP_MSG).toMatchObject({ energy_kwh: 22.5, cost: 11.25 });
  });

  it('continue until now if the last report is that the fan is on, even without airflow', async () => {
    const plenum = { plenumSensorAttached: true, fanOnSpeed: 4, fanOffSpeed: 1 };
    const binWithoutAirflow = await addBin(granary.db, bin.farmId, {
      ...plenum,
      fanAttached: true,
    });
    await addFanEvents(binWithoutAirflow, [[5 * HOUR, true]]);
    const report = { date_time: formatTimeAgo(MINUTE), wind_speed: 0 };
    await storeReports(granary.db, binWithoutAirflow, [report], granary.now());
    expect(
      (await fetchRuns(formatTimeAgo(DAY), formatTimeAgo(0), binWithoutAirflow)).body.RESP_MSG,
    ).toMatchObject({
      total_duration: 5 * 3600,
      runs: [{ fan_off_time: null, fan_duration: null }],
    });
  });

  it('end at the last report from a board that never reported the end', async () => {
    const offlineBin = await addBin(granary.db, bin.farmId);
    await addFanEvents(offlineBin, [[20 * DAY, true]]);
    await addReports(offlineBin, [21 * DAY, 19 * DAY, 18 * DAY]);
    expect(
      (await fetchRuns(formatTimeAgo(30 * DAY), formatTimeAgo(0), offlineBin)).body.RESP_MSG,
    ).toMatchObject({
      total_duration: 2 * 24 * 3600,
      runs: [
        {
          fan_on_time: formatTimeAgo(20 * DAY),
          fan_off_time: null,
          fan_duration: 2 * 24 * 3600,
          ended_by_power_cut: false,
        },
      ],
    });
    expect(
      (await fetchRuns(formatTimeAgo(10 * DAY), formatTimeAgo(0), offlineBin)).body.RESP_MSG,
    ).toMatchObject({
      total_duration: 0,
      count: 0,
      runs: [],
    });
    // A report that the fan is still on is also a report from its board, so the run continues until then.
    await addFanEvents(offlineBin, [[17 * DAY, true]]);
    expect(
      (await fetchRuns(formatTimeAgo(30 * DAY), formatTimeAgo(0), offlineBin)).body.RESP_MSG,
    ).toMatchObject({
      runs: [{ fan_duration: 3 * 24 * 3600 }],
    });
  });

  it('end at the last report from their board, even if it is about another bin', async () => {
    const binWithUnfinishedRun = await addBin(granary.db, bin.farmId, { fanAttached: true });
    await addFanEvents(binWithUnfinishedRun, [[9 * DAY, true]]);
    await addReports(binWithUnfinishedRun, [8 * DAY]);
    const other = await addBin(granary.db, bin.farmId, {
      mainBoardId: binWithUnfinishedRun.mainBoardId,
      binNumber: 2,
    });
    await addReports({ ...other, mainBoardId: binWithUnfinishedRun.mainBoardId, binNumber: 2 }, [
      6 * DAY,
    ]);
    expect(
      (await fetchRuns(formatTimeAgo(30 * DAY), formatTimeAgo(0), binWithUnfinishedRun)).body
        .RESP_MSG,
    ).toMatchObject({
      runs: [{ fan_off_time: null, fan_duration: 3 * 24 * 3600 }],
    });
  });

  it('end when the last report arrived, if the clock of the board is wrong', async () => {
    const wrongClockBin = await addBin(granary.db, bin.farmId, { fanAttached: true });
    await addFanEvents(wrongClockBin, [[9 * DAY, true]]);
    const report = { date_time: '1970-01-01T00:05:00Z' };
    const storePromise = storeReports(
      granary.db,
      wrongClockBin,
      [report],
      millis(granary.now() - 7 * DAY),
    );
    await expect(storePromise).rejects.toThrow('400 days old');
    expect(
      (await fetchRuns(formatTimeAgo(30 * DAY), formatTimeAgo(0), wrongClockBin)).body.RESP_MSG,
    ).toMatchObject({
      runs: [{ fan_off_time: null, fan_duration: 2 * 24 * 3600 }],
    });
  });

  it('end at the last report from their bin before a power outage that stopped the fan', async () => {
    const binWithOutage = await addBin(granary.db, bin.farmId);
    await addFanEvents(binWithOutage, [[20 * DAY, true]]);
    await addFanEvents(binWithOutage, [[2 * DAY, false]], 'restart');
    await addReports(binWithOutage, [19 * DAY, DAY]);
    const other = await addBin(granary.db, bin.farmId, {
      mainBoardId: binWithOutage.mainBoardId,
      binNumber: 2,
    });
    // The board reports again after the power outage, first about another bin.
    await addReports({ ...other, mainBoardId: binWithOutage.mainBoardId, binNumber: 2 }, [
      2 * DAY + MINUTE,
    ]);
    expect(
      (await fetchRuns(formatTimeAgo(30 * DAY), formatTimeAgo(0), binWithOutage)).body.RESP_MSG,
    ).toMatchObject({
      total_duration: 24 * 3600,
      runs: [
        {
          fan_on_time: formatTimeAgo(20 * DAY),
          fan_off_time: null,
          fan_duration: 24 * 3600,
          ended_by_power_cut: true,
        },
      ],
    });
  });

  it('are refused for a period that is too long or ends before it begins', async () => {
    expect((await fetchRuns(formatTimeAgo(0), formatTimeAgo(HOUR))).status).toBe(422);
    expect((await fetchRuns(formatTimeAgo(401 * DAY), formatTimeAgo(0))).status).toBe(422);
  });
});
