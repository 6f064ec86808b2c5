import type { CropName } from '@granary/domain/moisture/crops';

/** The key of every demo board. Public, so a demo server listens on the loopback address alone. */
export const DEMO_BOARD_KEY = 'granary-demo-board';

/**
 * What a demo bin shows: `healthy`; `hot-spot` (cable 3, sensors 10 to 12); `wet-top` (too moist
 * under the surface); `no-air` (the fan is on, the plenum stays still); `high-co2`; `silent` (no
 * reading for 26 hours); `empty`; `new` (never reported).
 */
export type DemoStory =
  | 'healthy'
  | 'hot-spot'
  | 'wet-top'
  | 'no-air'
  | 'high-co2'
  | 'silent'
  | 'empty'
  | 'new';

export interface DemoCable {
  readonly name: string;
  /** Bus address, 1 to 254. */
  readonly cableId: number;
  readonly sensors: number;
  readonly subBin: number;
  /** True: sensor 1 hangs lowest. */
  readonly flip: boolean;
  /** Null: the bin's crop. */
  readonly crop: CropName | null;
  /** Positions that report -200. */
  readonly missing: readonly number[];
}

export interface DemoLoad {
  readonly daysAgo: number;
  readonly type: 'load' | 'unload';
  readonly bushels: number;
  /** % wet basis */
  readonly moisture: number;
  /** % */
  readonly protein: number | null;
}

export interface DemoFan {
  readonly mode: 'manual' | 'automatic' | 'scheduled';
  /** Mean grain temperature, °C, at which an automatic fan starts and stops. */
  readonly onThreshold: number | null;
  readonly offThreshold: number | null;
  readonly minAmbientTemperature: number | null;
  readonly minAmbientMoisture: number | null;
  readonly maxAmbientMoisture: number | null;
  /** m/s in the plenum; null without a plenum sensor. */
  readonly onSpeed: number | null;
  readonly offSpeed: number | null;
  /** Daily slot of a scheduled fan, local time of the farm, HH:MM. */
  readonly slot: { readonly onTime: string; readonly offTime: string } | null;
}

/** Limits of the alert rules; null: the rule is off. */
export interface DemoAlerts {
  readonly temperature: number | null;
  readonly co2: number | null;
  readonly temperatureDifference: number | null;
  readonly silentHours: number | null;
  readonly minLevel: number | null;
  readonly maxLevel: number | null;
}

export interface DemoBin {
  readonly binNumber: number;
  readonly name: string;
  readonly crop: CropName;
  /** Bushels; null: not set yet. */
  readonly size: number | null;
  readonly lat: number;
  readonly lng: number;
  readonly temperatureUnit: 'c' | 'f';
  readonly showsHumidity: boolean;
  readonly batteryAttached: boolean;
  readonly loadMethod: 'manual' | 'siloscan pro' | 'siloscan max' | 'pressure cable';
  readonly levelSensorEmptyMm: number | null;
  readonly deadZoneMm: number | null;
  readonly pressureCables: { readonly Y1: number; readonly Y2: number } | null;
  /** The ledger, oldest first; it also says how much grain the simulated bin holds. */
  readonly loads: readonly DemoLoad[];
  readonly co2Attached: boolean;
  /** Null: no fan. */
  readonly fan: DemoFan | null;
  readonly plenumSensorAttached: boolean;
  /** Carries the farm's outdoor sensor, channel 8. */
  readonly ambient: boolean;
  readonly alerts: DemoAlerts;
  readonly cables: readonly DemoCable[];
  readonly sensorStatuses: readonly {
    readonly cable: number;
    readonly position: number;
    readonly status: 'mute' | 'disable';
  }[];
  readonly story: DemoStory;
}

export interface DemoBoard {
  readonly mainBoardId: string;
  readonly firmware: 'realtime' | 'sleep' | 'portable';
  readonly firmwareVersion: string;
  readonly boardType: 'main' | 'remote';
  readonly frequency: number;
  readonly radioGroup: number;
  /** %, at the end of the simulated year. */
  readonly batteryPercent: number;
  readonly bins: readonly DemoBin[];
}

export interface DemoFarm {
  readonly name: string;
  readonly city: string;
  readonly state: string;
  readonly country: string;
  readonly lat: number;
  readonly lng: number;
  readonly timezone: string;
  readonly owner: 'farmer' | 'neighbour';
  readonly boards: readonly DemoBoard[];
}

function cables(
  count: number,
  sensors: number,
  firstId: number,
  changes: (cable: number) => Partial<DemoCable> = () => ({}),
): DemoCable[] {
  return Array.from({ length: count }, (_, i) => ({
    name: `Cable ${i + 1}`,
    cableId: firstId + i,
    sensors,
    subBin: 1,
    flip: false,
    crop: null,
    missing: [],
    ...changes(i + 1),
  }));
}

const noAlerts: DemoAlerts = {
  temperature: null,
  co2: null,
  temperatureDifference: 5,
  silentHours: 7,
  minLevel: null,
  maxLevel: null,
};

const manualFan: DemoFan = {
  mode: 'manual',
  onThreshold: null,
  offThreshold: null,
  minAmbientTemperature: null,
  minAmbientMoisture: null,
  maxAmbientMoisture: null,
  onSpeed: 2,
  offSpeed: 0.5,
  slot: null,
};

const automaticFan: DemoFan = {
  ...manualFan,
  mode: 'automatic',
  onThreshold: 15,
  offThreshold: 10,
  minAmbientTemperature: -5,
  minAmbientMoisture: 10,
  maxAmbientMoisture: 14,
};

type Given = 'binNumber' | 'name' | 'crop' | 'size' | 'lat' | 'lng' | 'loads' | 'cables';

function bin(given: Pick<DemoBin, Given> & Partial<DemoBin>): DemoBin {
  return {
    temperatureUnit: 'c',
    showsHumidity: false,
    batteryAttached: false,
    loadMethod: 'manual',
    levelSensorEmptyMm: null,
    deadZoneMm: null,
    pressureCables: null,
    co2Attached: true,
    fan: manualFan,
    plenumSensorAttached: true,
    ambient: false,
    alerts: noAlerts,
    sensorStatuses: [],
    story: 'healthy',
    ...given,
  };
}

function load(daysAgo: number, bushels: number, moisture: number, protein?: number): DemoLoad {
  return { daysAgo, type: 'load', bushels, moisture, protein: protein ?? null };
}

function unload(daysAgo: number, bushels: number, moisture: number): DemoLoad {
  return { daysAgo, type: 'unload', bushels, moisture, protein: null };
}

const homeYard: DemoFarm = {
  name: 'Home Yard',
  city: 'Elm Creek',
  state: 'Manitoba',
  country: 'Canada',
  lat: 49.6761,
  lng: -97.9934,
  timezone: 'America/Winnipeg',
  owner: 'farmer',
  boards: [
    {
      mainBoardId: 'PG-0417',
      firmware: 'realtime',
      firmwareVersion: '2.12',
      boardType: 'main',
      frequency: 40,
      radioGroup: 5,
      batteryPercent: 86,
      bins: [
        bin({
          binNumber: 1,
          name: 'Home 1',
          crop: 'Oats',
          size: 6_000,
          lat: 49.67638,
          lng: -97.99392,
          loads: [
            load(410, 3_100, 12.9, 11.8),
            load(409, 2_450, 13.1, 11.6),
            unload(152, 2_700, 12.7),
            unload(149, 2_850, 12.6),
          ],
          cables: cables(5, 12, 11),
          story: 'empty',
        }),
        bin({
          binNumber: 3,
          name: 'Home 3',
          crop: 'Corn',
          size: 12_000,
          lat: 49.67638,
          lng: -97.99336,
          loadMethod: 'siloscan max',
          levelSensorEmptyMm: 9_400,
          deadZoneMm: 400,
          loads: [
            load(405, 11_200, 14.8, 8.1),
            unload(121, 6_000, 14.5),
            unload(118, 5_200, 14.4),
            load(58, 6_400, 15.0, 8.3),
            load(56, 4_172, 17.9, 8.2),
          ],
          fan: automaticFan,
          alerts: { ...noAlerts, temperature: 28, co2: 1_500, maxLevel: 95 },
          cables: cables(5, 16, 31),
          story: 'wet-top',
        }),
        bin({
          binNumber: 4,
          name: 'Home 4',
          crop: 'Hard Red Spring Wheat',
          size: 8_000,
          lat: 49.67612,
          lng: -97.99392,
          batteryAttached: true,
          loadMethod: 'siloscan max',
          levelSensorEmptyMm: 7_600,
          deadZoneMm: 300,
          loads: [
            load(402, 3_900, 13.6, 13.8),
            load(401, 3_420, 13.9, 13.6),
            unload(88, 1_592, 13.4),
          ],
          fan: automaticFan,
          ambient: true,
          alerts: { ...noAlerts, temperature: 28, co2: 1_000, minLevel: 20, maxLevel: 80 },
          cables: cables(5, 16, 41, (cable) => (cable === 5 ? { missing: [16] } : {})),
          sensorStatuses: [
            { cable: 1, position: 14, status: 'disable' },
            { cable: 4, position: 6, status: 'mute' },
          ],
          story: 'hot-spot',
        }),
        bin({
          binNumber: 5,
          name: 'Home 5',
          crop: 'Durum Wheat',
          size: 10_000,
          lat: 49.67612,
          lng: -97.99364,
          loadMethod: 'siloscan pro',
          levelSensorEmptyMm: 8_600,
          deadZoneMm: 350,
          loads: [load(396, 4_800, 12.9, 14.1), load(394, 3_150, 13.2, 14.4)],
          cables: cables(5, 14, 51),
          story: 'no-air',
        }),
      ],
    },
    {
      mainBoardId: 'PG-0418',
      firmware: 'sleep',
      firmwareVersion: '2.10',
      boardType: 'remote',
      frequency: 42,
      radioGroup: 5,
      batteryPercent: 17,
      bins: [
        bin({
          binNumber: 2,
          name: 'Home 2',
          crop: 'Red Lentils',
          size: 5_000,
          lat: 49.67638,
          lng: -97.99364,
          batteryAttached: true,
          loadMethod: 'pressure cable',
          pressureCables: { Y1: 18, Y2: 18 },
          loads: [load(390, 4_300, 12.4, 25.2), unload(64, 1_515, 12.1)],
          fan: {
            ...manualFan,
            mode: 'scheduled',
            onSpeed: null,
            offSpeed: null,
            slot: { onTime: '01:00', offTime: '05:00' },
          },
          plenumSensorAttached: false,
          cables: cables(4, 12, 21, (cable) => (cable === 2 ? { missing: [6] } : {})),
          sensorStatuses: [{ cable: 3, position: 1, status: 'mute' }],
        }),
      ],
    },
    {
      mainBoardId: 'PG-0419',
      firmware: 'sleep',
      firmwareVersion: '2.09',
      boardType: 'remote',
      frequency: 44,
      radioGroup: 5,
      batteryPercent: 31,
      bins: [
        bin({
          binNumber: 1,
          name: 'Home 6',
          crop: 'Flax',
          size: 4_500,
          lat: 49.67612,
          lng: -97.99336,
          batteryAttached: true,
          loadMethod: 'siloscan max',
          levelSensorEmptyMm: 6_400,
          deadZoneMm: 250,
          loads: [load(384, 3_050, 9.1)],
          fan: null,
          plenumSensorAttached: false,
          cables: cables(3, 12, 61),
          story: 'silent',
        }),
      ],
    },
    {
      mainBoardId: 'PG-0420',
      firmware: 'realtime',
      firmwareVersion: '2.12',
      boardType: 'main',
      frequency: 46,
      radioGroup: 5,
      batteryPercent: 100,
      bins: [
        bin({
          binNumber: 1,
          name: 'Home 7',
          crop: 'Soybeans',
          size: 7_000,
          lat: 49.67586,
          lng: -97.99392,
          loadMethod: 'siloscan pro',
          levelSensorEmptyMm: 7_300,
          deadZoneMm: 300,
          loads: [],
          cables: cables(5, 14, 71),
          story: 'new',
        }),
      ],
    },
  ],
};

const coteau: DemoFarm = {
  name: 'Coteau',
  city: 'Carman',
  state: 'Manitoba',
  country: 'Canada',
  lat: 49.4993,
  lng: -98.0012,
  timezone: 'America/Winnipeg',
  owner: 'farmer',
  boards: [
    {
      mainBoardId: 'PG-0431',
      firmware: 'realtime',
      firmwareVersion: '2.11',
      boardType: 'main',
      frequency: 36,
      radioGroup: 3,
      batteryPercent: 94,
      bins: [
        bin({
          binNumber: 1,
          name: 'Coteau 1',
          crop: 'Hard Red Spring Wheat',
          size: 25_000,
          lat: 49.49952,
          lng: -98.00148,
          loadMethod: 'siloscan max',
          levelSensorEmptyMm: 12_600,
          deadZoneMm: 600,
          loads: [
            load(398, 12_400, 13.1, 13.2),
            load(396, 10_400, 13.3, 13.5),
            unload(180, 9_500, 12.9),
            load(74, 9_500, 13.4, 13.9),
          ],
          fan: automaticFan,
          ambient: true,
          alerts: { ...noAlerts, temperature: 28, co2: 1_500, maxLevel: 95 },
          cables: cables(5, 24, 101),
        }),
        bin({
          binNumber: 2,
          name: 'Coteau 2',
          crop: 'Corn',
          size: 18_000,
          lat: 49.49952,
          lng: -98.00112,
          loadMethod: 'siloscan pro',
          levelSensorEmptyMm: 10_800,
          deadZoneMm: 500,
          loads: [
            load(386, 9_600, 15.6, 8.4),
            load(384, 8_100, 15.9, 8.2),
            unload(102, 6_180, 15.3),
          ],
          fan: automaticFan,
          alerts: { ...noAlerts, temperature: 30, co2: 1_000 },
          cables: cables(8, 14, 111),
          story: 'high-co2',
        }),
        bin({
          binNumber: 3,
          name: 'Coteau 3',
          crop: 'Canola',
          size: 9_000,
          lat: 49.49952,
          lng: -98.00076,
          loads: [
            load(400, 4_100, 8.3),
            load(399, 3_900, 8.0),
            unload(171, 2_100, 7.9),
            unload(96, 1_553, 7.9),
          ],
          fan: {
            ...manualFan,
            mode: 'scheduled',
            slot: { onTime: '10:00', offTime: '16:00' },
          },
          alerts: { ...noAlerts, temperature: 25, co2: 1_000 },
          cables: cables(5, 12, 121, () => ({ flip: true })),
        }),
        bin({
          binNumber: 4,
          name: 'Coteau 4',
          crop: 'Barley',
          size: 11_000,
          lat: 49.49928,
          lng: -98.00148,
          temperatureUnit: 'f',
          loadMethod: 'pressure cable',
          pressureCables: { Y1: 24, Y2: 24 },
          loads: [load(407, 5_200, 12.3, 11.4), load(406, 3_930, 12.5, 11.2)],
          cables: cables(6, 14, 131, (cable) =>
            cable > 4 ? { subBin: 2, crop: 'Oats', name: `Annex ${cable - 4}` } : {},
          ),
        }),
      ],
    },
    {
      mainBoardId: 'PG-0432',
      firmware: 'portable',
      firmwareVersion: '2.05',
      boardType: 'remote',
      frequency: 38,
      radioGroup: 3,
      batteryPercent: 72,
      bins: [
        bin({
          binNumber: 1,
          name: 'Coteau 5',
          crop: 'Peas',
          size: null,
          lat: 49.49928,
          lng: -98.00112,
          showsHumidity: true,
          batteryAttached: true,
          loads: [load(377, 3_600, 15.2, 22.9)],
          fan: null,
          plenumSensorAttached: false,
          cables: cables(4, 12, 141),
        }),
      ],
    },
  ],
};

const reimer: DemoFarm = {
  name: 'Reimer Farm',
  city: 'Rosenort',
  state: 'Manitoba',
  country: 'Canada',
  lat: 49.4441,
  lng: -97.4326,
  timezone: 'America/Winnipeg',
  owner: 'neighbour',
  boards: [
    {
      mainBoardId: 'PG-0502',
      firmware: 'realtime',
      firmwareVersion: '2.12',
      boardType: 'main',
      frequency: 52,
      radioGroup: 2,
      batteryPercent: 91,
      bins: [
        bin({
          binNumber: 1,
          name: 'North',
          crop: 'Hard Red Winter Wheat',
          size: 10_000,
          lat: 49.44428,
          lng: -97.43262,
          loadMethod: 'siloscan max',
          levelSensorEmptyMm: 8_600,
          deadZoneMm: 350,
          loads: [load(404, 8_200, 12.8, 12.4)],
          ambient: true,
          cables: cables(5, 14, 201),
        }),
        bin({
          binNumber: 2,
          name: 'South',
          crop: 'Soybeans',
          size: 6_500,
          lat: 49.44394,
          lng: -97.43262,
          loads: [load(372, 5_400, 12.6, 34.1), unload(130, 1_900, 12.4)],
          fan: null,
          plenumSensorAttached: false,
          cables: cables(4, 12, 211),
        }),
      ],
    },
  ],
};

/**
 * The demo's farms, boards and bins: the server seeds its accounts' farms from it, the simulator
 * plays the boards. The farmer's twelve bins show every kind of state.
 */
export const DEMO_FLEET: readonly DemoFarm[] = [homeYard, coteau, reimer];
