import { evaluateCo2Trend } from '@granary/domain/alerts/co2-trend-rule';
import type { DayMeans } from '@granary/domain/readings/day-means';
import { calculateAverage } from '@granary/domain/readings/statistics';
import { DAY } from '@granary/domain/units';
import { type Figure, formatAmount, infoFigure, median } from '../src/report.ts';
import type { BinHistory } from '../src/stored-bin.ts';

/*
 * No public grain data set includes CO2, so CO2 is modeled from the stored grain's temperatures: the outdoor
 * level plus the respiration of dry grain, 150 ppm at 20 °C, doubling every 10 °C. Wind varies the
 * respiration by about a quarter, and half of that variation carries over to the next day; sensor noise is 20
 * ppm.
 */
const OUTDOOR_CO2 = 420;
const RESPIRATION = 150;
const WIND = 0.25;
const WIND_PERSISTENCE = 0.5;
const SENSOR_NOISE = 20;
/**
 * CO2 increase from three mold sources (Purdue, K. Ileleji 2006), and half that of the weakest one, ppm per
 * day.
 */
const CO2_RISE_RATES = [12, 24, 48, 60];
/** A simulated source starts every `START_INTERVAL_DAYS` and is followed for up to `MAX_DAYS`. */
const START_INTERVAL_DAYS = 30;
const MAX_DAYS = 60;
/** The rule looks at this many days. */
const WINDOW_DAYS = 31;
const SEED = 20_261_125;
const MONTH = (365.25 / 12) * DAY;

/**
 * Measures how often the CO2 trend rule raises a false alert in sound grain, and how soon it detects mold.
 */
export function proveCo2Trend(bins: readonly BinHistory[]): Figure[] {
  const random = createRandom(SEED);
  const histories = bins.map(({ days }) => modelCo2(days, random));
  const months = histories.reduce((sum, days) => sum + (days.length * DAY) / MONTH, 0);
  const settings = bins[0]?.settings;
  if (settings === undefined) return [];
  const findAlertDays = (days: readonly DayMeans[], from: number): number[] => {
    const alertDays: number[] = [];
    let alert: ReturnType<typeof evaluateCo2Trend> = null;
    for (const [index] of days.entries()) {
      const window = days.slice(Math.max(0, index + 1 - WINDOW_DAYS), index + 1);
      const next = evaluateCo2Trend(alert, window, settings);
      if (alert === null && next !== null && index >= from) alertDays.push(index);
      alert = next;
    }
    return alertDays;
  };
  const falseAlerts = histories.reduce((sum, days) => sum + findAlertDays(days, 0).length, 0);
  return [
    infoFigure(
      'CO2 trend alerts per 100 bins per month (modeled CO2)',
      ((falseAlerts / months) * 100).toFixed(1),
    ),
    ...CO2_RISE_RATES.map((rate) => {
      const delays = histories.flatMap((days) => measureDetectionDelays(days, rate, findAlertDays));
      const detectionDays = delays.filter((count) => count !== null);
      const share = formatAmount((detectionDays.length / delays.length) * 100, 1);
      const after = detectionDays.length === 0 ? '' : `, after ${median(detectionDays)} days`;
      return infoFigure(
        `CO2 rising by ${rate} ppm a day (modeled CO2)`,
        `detected in ${share} % of ${formatAmount(delays.length)} cases${after}`,
      );
    }),
  ];
}

/** Counts the days until each simulated source is detected; null if it is not detected. */
function measureDetectionDelays(
  days: readonly DayMeans[],
  rate: number,
  findAlertDays: (days: readonly DayMeans[], from: number) => number[],
): (number | null)[] {
  const delays: (number | null)[] = [];
  for (
    let start = START_INTERVAL_DAYS;
    start < days.length - MAX_DAYS;
    start += START_INTERVAL_DAYS
  ) {
    const part = days.slice(start - START_INTERVAL_DAYS, start + MAX_DAYS).map((day, index) => {
      const rise = rate * Math.max(0, index + 1 - START_INTERVAL_DAYS);
      return { ...day, lowestCo2: Math.round((day.lowestCo2 ?? OUTDOOR_CO2) + rise) };
    });
    const [first] = findAlertDays(part, START_INTERVAL_DAYS);
    delays.push(first === undefined ? null : first + 1 - START_INTERVAL_DAYS);
  }
  return delays;
}

function modelCo2(days: readonly DayMeans[], random: () => number): DayMeans[] {
  let wind = 0;
  return days.map((day) => {
    const celsius = calculateAverage(day.means, () => 'unmute') ?? 0;
    wind = wind * WIND_PERSISTENCE + WIND * Math.sqrt(1 - WIND_PERSISTENCE ** 2) * random();
    const respiration = RESPIRATION * 2 ** ((celsius - 20) / 10) * Math.exp(wind);
    return { ...day, lowestCo2: Math.round(OUTDOOR_CO2 + respiration + SENSOR_NOISE * random()) };
  });
}

/** A generator of normally distributed random numbers, reproducible for a given seed. */
function createRandom(seed: number): () => number {
  let state = seed;
  const uniform = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return (state + 0.5) / 2 ** 32;
  };
  return () => Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform());
}
