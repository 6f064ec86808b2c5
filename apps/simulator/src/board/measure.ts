import { DAY } from '@granary/domain/units';
import type { SimulatedBin } from './bin.ts';
import { type BinModel, findFillLevel } from './model.ts';
import { createRandomStream, hash, smoothNoise } from './random.ts';
import { movesAir } from './scenario.ts';
import { forEachSensor } from './sensors.ts';
import { calculateWeather, type Weather } from './weather.ts';

const BATTERY_DRAIN_PER_DAY = 0.05;
/** Bins above this many bushels have a second plenum sensor. */
const SECOND_PLENUM_BUSHELS = 15_000;
const MIN_TENTHS = -1_000;

/** Precomputed text of every tenth from -100.0 to 200.0, because each frame formats about 160 of them. */
const tenths = Array.from({ length: 3_001 }, (_, i) => String((MIN_TENTHS + i) / 10));

/** Formats a number with one decimal. */
export function formatTenths(value: number): string {
  return tenths[Math.round(value * 10) - MIN_TENTHS] ?? (Math.round(value * 10) / 10).toString();
}

/**
 * Writes the JSON of the `up/temp-data` frame that a bin's board sends now, without the product's codec. Each
 * sensor has a constant error and noise that depends only on the time, so that the same time always gives the
 * same text.
 */
export function formatReadingFrame(
  model: BinModel,
  simulatedBin: SimulatedBin,
  dateTime: string | number,
): string {
  const { bin } = model;
  const { grain, fan } = simulatedBin;
  const random = createRandomStream(hash(model.seed, grain.at / 1_000));
  const noise = (size: number) => (random() - 0.5) * 2 * size;
  const weather = calculateWeather(model.location, grain.at);
  const sensors = measureSensors(model, simulatedBin, weather, random);
  let text =
    `{"v":1,"bin_number":${bin.binNumber},"date_time":${JSON.stringify(dateTime)}` +
    `,"temp_reading":${sensors.temperatures},"humidity_readings":${sensors.humidities}` +
    `,"cable_ids":[${bin.cables.map((cable) => cable.cableId).join(',')}]`;
  text += `,"battery":${bin.batteryAttached ? measureBatteryPercent(model, grain.at) : 255}`;
  const fraction = findFillLevel(model, grain.at).fraction;
  const level = measureLevel(model, fraction, noise(12));
  if (level !== null) text += `,"level_sensor":${level}`;
  if (bin.pressureCables !== null) {
    const { Y1, Y2 } = bin.pressureCables;
    text += `,"pressure_cables":{"X1":${Math.round(fraction * Y1)},"X2":${Math.round(fraction * Y2)}}`;
  }
  if (bin.co2Attached) text += `,"co2":${Math.round(grain.co2 + noise(12))}`;
  if (bin.plenumSensorAttached) {
    const isAirMoving = movesAir(model, fan.isOn);
    text += formatPlenum(isAirMoving, '', noise);
    if (model.layout.capacity > SECOND_PLENUM_BUSHELS)
      text += formatPlenum(isAirMoving, '_plenum_2', noise);
    text += `,"wind_temperature":${formatTenths(grain.plenum + noise(0.2))}`;
  }
  if (bin.ambientSensorAttached) {
    text +=
      `,"channel_8_temperature":${formatTenths(weather.temperature + noise(0.2))}` +
      `,"channel_8_humidity":${formatTenths(Math.min(100, weather.humidity + noise(1)))}`;
  }
  return `${text},"any_error":0}`;
}

/**
 * Air speed (m/s) and pressure (Pa) in the plenum: about 3.6 and 740 when the fan is running, otherwise
 * nearly 0.
 */
function formatPlenum(isMoving: boolean, suffix: string, noise: (size: number) => number): string {
  const speed = isMoving ? 3.6 + noise(0.3) : 0.05 + noise(0.05);
  const pressure = isMoving ? 740 + noise(25) : Math.abs(noise(2));
  return `,"wind_speed${suffix}":${formatTenths(speed)},"wind_pressure${suffix}":${Math.round(pressure)}`;
}

/** The charge of the board's battery, %, which drains over the year. */
export function calculateBatteryCharge(model: BinModel, at: number): number {
  const daysLeft = (model.anchor - at) / DAY;
  return model.board.batteryPercent + Math.max(-2, BATTERY_DRAIN_PER_DAY * daysLeft);
}

/** The charge that the board reports, %: it varies with the sun. */
function measureBatteryPercent(model: BinModel, at: number): number {
  const solarVariation = 1.5 * smoothNoise(model.seed, at / DAY);
  return Math.round(Math.min(100, Math.max(3, calculateBatteryCharge(model, at) + solarVariation)));
}

function measureLevel(model: BinModel, fraction: number, noise: number): number | null {
  const { loadMethod, levelSensorEmptyMm, deadZoneMm } = model.bin;
  const range = (levelSensorEmptyMm ?? 0) - (deadZoneMm ?? 0);
  if (levelSensorEmptyMm === null) return null;
  switch (loadMethod) {
    case 'siloscan max':
      return Math.max(0, Math.round((1 - fraction) * range + noise));
    case 'siloscan pro':
      return Math.max(0, Math.round(fraction * range + noise));
    default:
      return null;
  }
}

function measureSensors(
  model: BinModel,
  { grain }: SimulatedBin,
  weather: Weather,
  random: () => number,
): { readonly temperatures: string; readonly humidities: string } {
  let temperatures = '[';
  let humidities = '[';
  let sensor = 0;
  forEachSensor(model, grain, weather, ({ cable, position, temperature, humidity }) => {
    if (position > 1) {
      temperatures += ',';
      humidities += ',';
    } else {
      temperatures += cable === 1 ? '[' : '],[';
      humidities += cable === 1 ? '[' : '],[';
    }
    const measuredTemperature =
      temperature + (model.temperatureOffsets[sensor] ?? 0) + (random() - 0.5) * 0.2;
    const measuredHumidity =
      humidity + (model.humidityOffsets[sensor] ?? 0) + (random() - 0.5) * 1.6;
    temperatures += formatTenths(measuredTemperature);
    humidities += formatTenths(Math.min(99, Math.max(3, measuredHumidity)));
    sensor++;
  });
  return { temperatures: `${temperatures}]]`, humidities: `${humidities}]]` };
}
