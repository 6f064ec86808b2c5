import type { CropName } from '@granary/domain/moisture/crops';

/**
 * The scenario of a demo bin: `healthy`; `hot-spot` (cable 3, sensors 10 to 12); `wet-top` (the grain just
 * below the surface is too wet); `no-air` (the fan is on, but no air moves in the plenum); `high-co2`;
 * `no-data` (no reading for 26 hours); `empty`; `new` (never reported).
 */
export type DemoScenario =
  | 'healthy'
  | 'hot-spot'
  | 'wet-top'
  | 'no-air'
  | 'high-co2'
  | 'no-data'
  | 'empty'
  | 'new';

export interface DemoCable {
  readonly name: string;
  /** Bus address, 1 to 254. */
  readonly cableId: number;
  readonly sensorCount: number;
  readonly subBin: number;
  /** True: sensor 1 is at the bottom. */
  readonly flip: boolean;
  /** Null: the bin's crop. */
  readonly crop: CropName | null;
  /** Positions that report -200. */
  readonly missingPositions: readonly number[];
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
  /** The power of the fan, kW. */
  readonly powerKw: number;
  /** Daily slot of a scheduled fan, local time of the farm, HH:MM. */
  readonly slot: { readonly onTime: string; readonly offTime: string } | null;
}

/** Limits of the alert rules; null: the rule is off. */
export interface DemoAlerts {
  readonly temperature: number | null;
  readonly co2: number | null;
  readonly temperatureDifference: number | null;
  readonly noDataHours: number | null;
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
  /** The ledger, oldest first; it also determines how much grain the simulated bin holds. */
  readonly loads: readonly DemoLoad[];
  readonly co2Attached: boolean;
  readonly fan: DemoFan | null;
  readonly plenumSensorAttached: boolean;
  /** The farm's outdoor sensor (channel 8) is wired to this bin. */
  readonly ambientSensorAttached: boolean;
  readonly alerts: DemoAlerts;
  readonly cables: readonly DemoCable[];
  readonly sensorStatuses: readonly {
    readonly cable: number;
    readonly position: number;
    readonly status: 'mute' | 'disable';
  }[];
  readonly scenario: DemoScenario;
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
  /** The price of a kWh; null if it is not set. */
  readonly pricePerKwh: number | null;
  readonly owner: 'farmer' | 'neighbor';
  readonly boards: readonly DemoBoard[];
}
