import { DAY, HOUR, type Millis, millis } from '@granary/domain/units';
import type { Kysely } from 'kysely';
import { Batcher } from '../../src/ingest/batcher.ts';
import type { Tables } from '../../src/platform/postgres/tables.ts';
import { createIngestPorts } from './mqtt-gateway.ts';
import { TEST_START, type TestApp } from './test-app.ts';

/** When the accounts, farms and bins of the fixture are created and its readings start. */
export const FIXTURE_START = millis(TEST_START - 21 * DAY);

/** Three hours, so that a one-month chart plots readings and a one-year chart plots daily values. */
const REPORT_INTERVAL = 3 * HOUR;

export type Fields = Readonly<Record<string, unknown>>;
export type Bins = ReadonlyMap<string, BinDefinition & { readonly id: string }>;

export interface BinDefinition {
  readonly farm: string;
  readonly board: string;
  readonly number: number;
  /** The number of sensors on each cable. */
  readonly cables: readonly number[];
  readonly temperatureC: number;
  readonly humidity: number;
  readonly settings: Fields;
  readonly scalars: Fields;
}

const defineBin = (
  fields: Partial<BinDefinition> & Pick<BinDefinition, 'farm' | 'board'>,
): BinDefinition => ({
  number: 1,
  cables: [6, 6],
  temperatureC: 14,
  humidity: 55,
  settings: {},
  scalars: {},
  ...fields,
});

export const binDefinitions: Readonly<Record<string, BinDefinition>> = {
  'Wheat bin': defineBin({
    farm: 'Home Quarter',
    board: 'FX-1',
    cables: [8, 8, 7],
    settings: { crop_name: 'Wheat', bin_size: 10_000, read_humidty: true },
    scalars: { co2: 480, channel_8_temperature: 19.5, channel_8_humidity: 61, battery: 88 },
  }),
  'Hot canola': defineBin({
    farm: 'Home Quarter',
    board: 'FX-1',
    number: 2,
    temperatureC: 24,
    humidity: 68,
    settings: {
      crop_name: 'Canola',
      bin_size: 5_000,
      temp_unit: 'f',
      temp_alerts_enabled: true,
      temp_alert_threshold: 28,
      co2_alerts_enabled: true,
      co2: 900,
      fan_attached: true,
      fan_automation: 'automatic',
      fan_on_threshold: 24,
      fan_off_threshold: 20,
      min_ambient_temperature: 0,
      min_ambient_EMC: 6,
      max_ambient_EMC: 12,
      plenum_sensor_attached: true,
      fan_on_speed: 3,
      fan_off_speed: 1,
      fan_kw: 5.5,
    },
    scalars: { co2: 1250, wind_speed: 4.25, wind_pressure: 1.5, wind_temperature: 21, battery: 15 },
  }),
  'Corn radar': defineBin({
    farm: 'Müller & Söhne',
    board: 'FX-2',
    number: 3,
    cables: [18],
    settings: {
      crop_name: 'Corn',
      bin_size: 8_000,
      bin_load_manual: 'siloscan pro',
      level_sensor_empty: 9_000,
      dead_zone_for_radar: 300,
      minimum_level_sensor_alert_enabled: true,
      minimum_level_sensor: 60,
    },
    scalars: { level_sensor: 5_200, battery: 70 },
  }),
  'Pressure bin': defineBin({
    farm: 'Müller & Söhne',
    board: 'FX-3',
    cables: [5, 5, 5],
    settings: {
      crop_name: 'Custom rye',
      bin_load_manual: 'pressure cable',
      pressure_cables: { Y1: 12, Y2: 10 },
    },
    scalars: { pressure_cables: { X1: 7, X2: 6 } },
  }),
  'Pea bin': defineBin({
    farm: 'Neighbour Farm',
    board: 'FX-4',
    humidity: 72,
    settings: { crop_name: 'Peas' },
  }),
  'Moved bin': defineBin({
    farm: 'Moved Farm',
    board: 'FX-5',
    cables: [4],
    settings: { crop_name: 'Barley' },
  }),
  'Deleted bin': defineBin({
    farm: 'Home Quarter',
    board: 'FX-6',
    settings: { crop_name: 'Oats' },
  }),
  'Deleted with its farm': defineBin({ farm: 'Deleted Farm', board: 'FX-7' }),
  'New and empty': defineBin({ farm: 'Home Quarter', board: 'FX-8', cables: [] }),
};

interface Frame {
  readonly board: string;
  readonly kind: string;
  readonly payload: string;
  readonly receivedAt: Millis;
}

/** Stores frames the way the server's ingest does; rejected frames are stored with the reason. */
async function storeFrames(db: Kysely<Tables>, frames: readonly Frame[]): Promise<void> {
  const fail = (error: unknown) => {
    throw error;
  };
  const batcher = new Batcher(createIngestPorts(db), {
    stored: () => {},
    postponed: fail,
    observerFailed: fail,
  });
  await Promise.all(
    frames.map(
      ({ board, kind, payload, receivedAt }) =>
        new Promise<void>((resolve) => {
          const topic = `boards/${board}/up/${kind}`;
          const bytes = Buffer.from(payload);
          batcher.add({ mainBoardId: board, topic, payload: bytes, receivedAt }, resolve);
        }),
    ),
  );
  await batcher.stop();
}

/**
 * Makes the report from a bin's board at the given time; the second sensor of each cable in "Hot canola"
 * heats up.
 */
function makeReport(name: string, bin: BinDefinition, at: number): Frame {
  const days = (at - FIXTURE_START) / DAY;
  const wave = (step: number) => Math.sin(days * 2 * Math.PI + step);
  const round = (value: number) => Math.round(value * 100) / 100;
  const heat = (sensor: number) => (name === 'Hot canola' && sensor === 1 ? 0.4 * days : 0);
  const perSensor = (value: (cable: number, sensor: number) => number) =>
    bin.cables.map((length, cable) =>
      Array.from({ length }, (_, sensor) => round(value(cable, sensor))),
    );
  const temperatures = perSensor(
    (cable, sensor) => bin.temperatureC + cable + sensor * 0.3 + wave(sensor) * 0.5 + heat(sensor),
  );
  if (name === 'Wheat bin' && temperatures[1]) temperatures[1][2] = -200;
  return {
    board: bin.board,
    kind: 'temp-data',
    receivedAt: millis(at + 2_000),
    payload: JSON.stringify({
      v: 1,
      bin_number: bin.number,
      date_time: new Date(at).toISOString(),
      temp_reading: temperatures,
      humidity_readings: perSensor(
        (cable, sensor) => bin.humidity + cable + sensor * 0.4 + wave(cable),
      ),
      cable_ids: bin.cables.map((_, index) => 11 + index),
      ...bin.scalars,
      any_error: name === 'Pea bin' && days > 20 ? 1 : 0,
    }),
  };
}

/**
 * Stores reports from every bin with cables for the given period; "Moved bin" stops reporting two days before
 * TEST_START.
 */
export async function storeBinReports(
  app: TestApp,
  bins: Bins,
  from: number,
  to: number,
): Promise<void> {
  for (let at = from; at < to; at += DAY) {
    const frames: Frame[] = [];
    for (let reportAt = at; reportAt < Math.min(at + DAY, to); reportAt += REPORT_INTERVAL) {
      for (const [name, bin] of bins) {
        const hasStopped = name === 'Moved bin' && reportAt > TEST_START - 2 * DAY;
        if (bin.cables.length > 0 && !hasStopped) frames.push(makeReport(name, bin, reportAt));
      }
    }
    await storeFrames(app.db, frames);
  }
  app.advance(to - app.now());
}

/**
 * Stores late, duplicate, future-dated and malformed frames, and frames from unknown boards and of other
 * kinds.
 */
export async function storeUnusualFrames({ db, now }: TestApp): Promise<void> {
  const at = now();
  const createFrame = (board: string, kind: string, body: Fields | string, ago = 0): Frame => {
    const payload = typeof body === 'string' ? body : JSON.stringify({ v: 1, ...body });
    return { board, kind, payload, receivedAt: millis(at - ago) };
  };
  const formatTime = (ago: number) => new Date(at - ago).toISOString();
  const reading = { bin_number: 1, temp_reading: [[13, 14]], humidity_readings: [[50, 51]] };
  await storeFrames(db, [
    createFrame('FX-4', 'temp-data', { ...reading, date_time: formatTime(3 * HOUR + 7) }, HOUR),
    createFrame('FX-4', 'temp-data', { ...reading, date_time: formatTime(3 * HOUR + 7) }, HOUR - 1),
    createFrame('FX-4', 'temp-data', { ...reading, date_time: formatTime(-2 * HOUR) }, HOUR / 2),
    createFrame('FX-4', 'temp-data', { ...reading, date_time: formatTime(-3 * DAY) }, HOUR / 2),
    createFrame('FX-4', 'temp-data', '{"v":1,"bin_number":', HOUR / 3),
    createFrame('FX-9', 'temp-data', { ...reading, date_time: formatTime(HOUR) }, HOUR),
    createFrame(
      'FX-1',
      'fan-data',
      { bin_number: 2, fan: 'on', date_time: formatTime(5 * HOUR) },
      5 * HOUR,
    ),
    createFrame(
      'FX-1',
      'fan-data',
      { bin_number: 2, fan: 'off', date_time: formatTime(HOUR) },
      HOUR,
    ),
    createFrame('FX-2', 'fan-data', {
      bin_number: 3,
      fan: 'off',
      lockout: true,
      date_time: formatTime(HOUR),
    }),
    createFrame('FX-1', 'firmware-data', {
      kind: 'hello',
      board_type: 'main',
      firmware_name: 'realtime',
      firmware_version: '2.03',
    }),
    createFrame('FX-3', 'firmware-data', {
      kind: 'firmware',
      status: 'in_progress',
      progress: 40,
      bin_number: 1,
    }),
  ]);
}
