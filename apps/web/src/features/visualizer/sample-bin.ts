import type { CellColors, CustomColors, PictureCable } from '../../bin-picture/model.ts';

const CABLE_COUNT = 8;
const MIN_SENSORS = 10;
const MAX_SENSORS = 20;

/** The value of a full bar and the limits of the colors, °C and % wet basis. */
export const scales = {
  temperature: { full: 40, warm: 20, hot: 30 },
  moisture: { full: 35, damp: 15, wet: 25 },
} as const;

/** Generates a bin's cables with random readings; `random` returns numbers from 0 to 1, exclusive. */
export function generateSampleCables(random: () => number): PictureCable[] {
  const randomBetween = (min: number, max: number) => min + random() * (max - min);
  return Array.from({ length: CABLE_COUNT }, (_, index) => {
    const extraSensors = Math.floor(random() * (MAX_SENSORS - MIN_SENSORS + 1));
    const sensorCount = MIN_SENSORS + extraSensors;
    return {
      number: index + 1,
      name: '',
      crop: null,
      subBin: 1,
      showsHumidity: false,
      cells: Array.from({ length: sensorCount }, (__, sensor) => ({
        position: sensor + 1,
        depth: sensor + 1,
        temperature: randomBetween(5, scales.temperature.full),
        moisture: randomBetween(8, scales.moisture.full),
        isMoistureAboveRange: false,
        humidity: null,
        status: 'unmute' as const,
      })),
    };
  });
}

const red: CellColors = { fill: 'above-3', ink: 'on-above-3', line: 'above-line', isAlarm: true };
const orange: CellColors = { fill: 'warning', ink: 'on-ink', line: 'warning', isAlarm: false };
const green: CellColors = {
  fill: 'below-0',
  ink: 'on-below-0',
  line: 'below-line',
  isAlarm: false,
};
const blue: CellColors = {
  fill: 'moisture-above',
  ink: 'on-moisture-above',
  line: 'moisture-above-line',
  isAlarm: true,
};
const teal: CellColors = { fill: 'ok', ink: 'on-ink', line: 'ok', isAlarm: false };
const gray: CellColors = {
  fill: 'moisture-below',
  ink: 'on-moisture-below',
  line: 'moisture-line',
  isAlarm: false,
};

/** The sample's colors depend on the limits in `scales`, not on those of a crop. */
export const sampleColors: CustomColors = {
  temperature: (celsius) => {
    const { hot, warm } = scales.temperature;
    return celsius > hot ? red : celsius > warm ? orange : green;
  },
  moisture: (percent) => {
    const { wet, damp } = scales.moisture;
    return percent > wet ? blue : percent > damp ? teal : gray;
  },
};

/** Calculates how much of a bar a value fills, %. */
export function calculateBarShare(value: number, fullValue: number): number {
  return Math.min(100, Math.max(0, (value / fullValue) * 100));
}
