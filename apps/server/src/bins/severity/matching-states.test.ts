import { toAssessmentInput } from '@granary/contract/bins/assessment-input';
import { listedBin } from '@granary/contract/bins/http';
import { type FarmState, getFarmStates } from '@granary/contract/bins/states';
import { alertRules, alertSeverities } from '@granary/domain/alerts/alert';
import { assessBin } from '@granary/domain/bins/assess-bin';
import { binStates, type Finding, findWorstState } from '@granary/domain/bins/state';
import { DAY, HOUR, MINUTE } from '@granary/domain/units';
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { addBin, addFarm, addUser } from '../../../test/support/fixtures.ts';
import { type Report, storeReports } from '../../../test/support/store-reports.ts';
import { storeStates } from '../../../test/support/store-states.ts';
import { createTestApp, type TestApp } from '../../../test/support/test-app.ts';
import type { UserRow } from '../../platform/postgres/tables.ts';

/** A fixed seed, so that the sample contains every kind of finding listed below. */
const SEED = 7;
const BIN_COUNT = 150;
const MAX_CABLES = 4;
const CABLE_NUMBERS = Array.from({ length: MAX_CABLES }, (_, index) => index + 1);

let granary: TestApp;
let token: string;
let distributorToken: string;
let owner: Pick<UserRow, 'id' | 'role' | 'email'>;
let distributor: typeof owner;

beforeAll(async () => {
  granary = await createTestApp();
  distributor = await addUser(granary.db, 'distributor');
  owner = await addUser(granary.db, 'user', { distributorId: distributor.id });
});

afterAll(() => granary.dispose());

/** Generates null in one of five cases. */
const orNull = <T>(source: fc.Arbitrary<T>) => fc.option(source, { freq: 4 });

/**
 * Generates the `rare` values in one of fifteen cases, because they cause findings that hide findings about
 * the grain.
 */
const mostly = <T>(usual: T, ...rare: T[]) =>
  fc.oneof(
    { weight: 14, arbitrary: fc.constant(usual) },
    { weight: 1, arbitrary: fc.constantFrom(...rare) },
  );

/** Cool or warm grain, and sometimes a hot sensor or one without a value. */
const temperatures = fc
  .record({ base: fc.constantFrom(3, 4, 8, 19.5), sensors: fc.integer({ min: 0, max: 6 }) })
  .chain(({ base, sensors }) =>
    fc.array(
      fc.oneof(
        { weight: 12, arbitrary: fc.integer({ min: 0, max: 40 }).map((n) => base + n / 20) },
        { weight: 1, arbitrary: fc.constantFrom(base + 5, base + 7.25, base + 18) },
        { weight: 1, arbitrary: fc.constant(null) },
      ),
      { minLength: sensors, maxLength: sensors },
    ),
  );

/** The same temperature at all cables, except for one sensor that may be a hot spot. */
const uniformTemperatures = fc
  .record({ cable: fc.integer({ min: 0, max: 3 }), excess: fc.constantFrom(0, 6, 9) })
  .map(({ cable, excess }) =>
    CABLE_NUMBERS.map((_, index): (number | null)[] => [4, 4, index === cable ? 4 + excess : 4, 4]),
  );

const cable = fc.record({
  setup: fc.constantFrom('named', 'named', 'named', 'unnamed', 'removed'),
  address: mostly(true, false),
  flip: fc.boolean(),
  subBin: fc.constantFrom(1, 1, 2),
});

const report = fc
  .record({
    age: mostly(MINUTE, 5 * HOUR, 26 * HOUR, -HOUR),
    gap: fc.constantFrom(10 * MINUTE, HOUR, DAY),
    count: fc.constantFrom(1, 3),
    temp_reading: fc.oneof(fc.array(temperatures, { maxLength: MAX_CABLES }), uniformTemperatures),
    co2: mostly<number | null>(450, null, 700, 1_200, 2_000),
    humidity: fc.constantFrom(40, 60, 68, 72, 90),
    /** How much higher the humidity is at the second sensor of each cable, %. */
    extraHumidity: fc.constantFrom(0, 0, 15),
    addresses: fc.array(mostly(true, false), { minLength: MAX_CABLES, maxLength: MAX_CABLES }),
    battery: fc.constantFrom(90, 90, 90, 90, 90, null, 5, 19.9, 20),
    any_error: mostly(0, 1),
    level_sensor: orNull(fc.constantFrom(0, 400, 2_500, 5_500, 6_000)),
    covered: orNull(fc.integer({ min: 0, max: 12 })),
    channel_8_temperature: orNull(fc.constantFrom(-12, 21)),
    channel_8_humidity: orNull(fc.constantFrom(30, 95)),
  })
  .map(({ humidity, extraHumidity, addresses, covered, ...sent }) => ({
    ...sent,
    humidity_readings: sent.temp_reading.map((values) =>
      values.map((value, index) => value && humidity + (index === 1 ? extraHumidity : 0)),
    ),
    cable_ids: sent.temp_reading.map((_, index) => (addresses[index] ? 11 + index : -1)),
    pressure_cables: { X1: covered, X2: covered },
  }));

const storedBin = fc.record({
  bin: fc.record({
    batteryAttached: fc.boolean(),
    crop: fc.constantFrom('Wheat', 'Canola', 'Corn', 'Custom crop', null),
    differenceAlertC: orNull(fc.constantFrom(0, 3, 5, 9)),
    loadMethod: fc.constantFrom('manual', 'siloscan pro', 'siloscan max', 'pressure cable'),
    size: orNull(fc.constant(1_000)),
    levelSensorEmptyMm: orNull(fc.constant(6_000)),
    deadZoneMm: orNull(fc.constant(400)),
    pressureY1: orNull(fc.constant(12)),
    pressureY2: orNull(fc.constant(6)),
  }),
  cables: fc.array(cable, { minLength: MAX_CABLES, maxLength: MAX_CABLES }),
  statuses: fc.uniqueArray(
    fc.record({
      cable: fc.constantFrom(...CABLE_NUMBERS),
      position: fc.integer({ min: 1, max: 6 }),
      status: fc.constantFrom('mute', 'disable'),
    }),
    { maxLength: 12, selector: ({ cable, position }) => `${cable}:${position}` },
  ),
  ledger: fc.array(
    fc.record({
      type: fc.constantFrom('load', 'load', 'unload'),
      volume: fc.integer({ min: 1, max: 900 }),
    }),
    { maxLength: 3 },
  ),
  report: fc.option(report, { freq: 12 }),
  alerts: fc.uniqueArray(
    fc.record({
      rule: fc.constantFrom(...alertRules),
      severity: fc.constantFrom(...alertSeverities),
      value: orNull(fc.constantFrom(9, 31)),
      isOpen: fc.boolean(),
    }),
    { maxLength: 1, selector: ({ rule }) => rule },
  ),
});
type StoredBin = typeof storedBin extends fc.Arbitrary<infer Value> ? Value : never;

/** Stores a bin on a farm without other bins; returns the farm's ID. */
async function storeBin(sample: StoredBin): Promise<number> {
  const { bin: parts, cables, statuses, ledger, report, alerts } = sample;
  const farm = await addFarm(granary.db, owner.id);
  const removedCables = CABLE_NUMBERS.filter((number) => cables[number - 1]?.setup === 'removed');
  const namedCables = cables.flatMap(({ setup, address, flip, subBin }, index) =>
    setup === 'named'
      ? [{ cable: index + 1, cableId: address ? 11 + index : -1, flip, subBin }]
      : [],
  );
  const bin = await addBin(granary.db, farm.id, { ...parts, removedCables }, namedCables);
  const { id: binId } = bin;
  const at = new Date(granary.now());
  if (statuses.length > 0) {
    const rows = statuses.map((status) => ({ binId, ...status }));
    await granary.db.insertInto('sensorStatuses').values(rows).execute();
  }
  if (ledger.length > 0) {
    const rows = ledger.map((entry) => ({ binId, at, ...entry, moisture: null, protein: null }));
    await granary.db.insertInto('binLoads').values(rows).execute();
  }
  if (report !== null) await storeReports(granary.db, bin, toReports(report), granary.now());
  if (alerts.length > 0) {
    const rows = alerts.map(({ rule, severity, value, isOpen }) => ({
      binId,
      rule,
      severity,
      value,
      limitValue: value === null ? null : 5,
      since: at,
      raisedAt: at,
      closedAt: isOpen ? null : at,
      sensors: JSON.stringify(value === null ? [] : [{ cable: 1, position: 2, depth: 2, value }]),
    }));
    await granary.db.insertInto('alerts').values(rows).execute();
  }
  return farm.id;
}

/** The last reports, all with the same values. */
function toReports({ gap, count, age, ...values }: NonNullable<StoredBin['report']>): Report[] {
  return Array.from({ length: count }, (_, index) => ({
    ...values,
    date_time: new Date(granary.now() - age - index * gap).toISOString(),
  }));
}

async function request(path: string, userToken = token): Promise<unknown> {
  const { status, body } = await granary.call({ url: `/api/${path}`, token: userToken });
  expect(status).toBe(200);
  return body.RESP_MSG;
}

/** Reads the stored states of farms. */
async function getStates(path: string, userToken?: string): Promise<Map<number, FarmState>> {
  const response = getFarmStates.response;
  const states = z.decode(response, (await request(path, userToken)) as z.input<typeof response>);
  return new Map(states.map((state) => [state.farmId, state]));
}

/** Finds what is wrong with each farm's only bin, as the web app does from the API response. */
async function assessInApp(): Promise<Map<number, Finding[]>> {
  const response = await request('board/getAllBinForAUser');
  const bins = z.decode(z.array(listedBin), response as z.input<typeof listedBin>[]);
  return new Map(
    bins.map((bin) => [bin.farmId, assessBin(toAssessmentInput(bin, bin.latest), granary.now())]),
  );
}

it('the stored states match those that the web app shows, now and hours and days later', async () => {
  const samples = fc.sample(storedBin, { seed: SEED, numRuns: BIN_COUNT });
  const farms = await Promise.all(samples.map(storeBin));
  await storeStates(granary.db, granary.now());
  const kinds = new Set<string>();
  const zeroCounts = Object.fromEntries(binStates.map((state) => [state, 0]));
  // A bin that reports every day has no data after two days.
  for (const delay of [0, HOUR, 3 * HOUR, 3 * DAY]) {
    granary.advance(delay);
    token = await granary.createToken(owner);
    distributorToken = await granary.createToken(distributor);
    const ownStates = await getStates(`farm/getFarmStates?user_id=${owner.id}`);
    const customerStates = await getStates('user/getCustomerStates', distributorToken);
    expect(customerStates).toEqual(ownStates);
    const appFindings = await assessInApp();
    for (const [index, farmId] of farms.entries()) {
      const findings = appFindings.get(farmId) ?? [];
      kinds.add(findings[0]?.kind ?? 'ok');
      const { counts, worst } = ownStates.get(farmId) ?? {};
      expect({ counts, finding: worst?.finding ?? null }, JSON.stringify(samples[index])).toEqual({
        counts: { ...zeroCounts, [findWorstState(findings)]: 1 },
        finding: findings[0] ?? null,
      });
    }
  }
  expect([...kinds].sort()).toEqual([
    'alert',
    'battery-low',
    'board-error',
    'cable-address',
    'clock-wrong',
    'co2',
    'hot-spot',
    'humidity-insight',
    'never-read',
    'no-data',
    'no-values',
    'ok',
    'temperature-insight',
    'wet-grain',
  ]);
}, 60_000);
