import { calculateSaturationPressure } from '@granary/domain/moisture/psychrometrics';
import { DAY, HOUR, type Millis } from '@granary/domain/units';
import { smoothNoise } from './random.ts';

/** The air outside a bin. */
export interface Weather {
  /** °C */
  readonly temperature: number;
  /** The daily mean temperature, °C. */
  readonly dailyMean: number;
  /** % */
  readonly humidity: number;
  /** Relative solar radiation: 0 at night to about 1.2 at noon on a clear summer day. */
  readonly sun: number;
}

/** Southern Manitoba: annual mean temperature and the amplitude of the annual cycle, °C. */
const ANNUAL_MEAN = 2.8;
const ANNUAL_AMPLITUDE = 17.5;
/** Day of the year on which the harmonic peaks. */
const WARMEST_DAY = 200;
const DAYS_PER_YEAR = 365.2422;

/** A location: its seed determines the noise, its longitude the solar time. */
export interface Place {
  readonly seed: number;
  /** Degrees east. */
  readonly lng: number;
}

/**
 * The outdoor air at the given time: an annual and a daily cycle, plus smooth noise for fronts and clouds.
 * Depends only on place and time.
 */
export function calculateWeather(place: Place, at: Millis): Weather {
  const days = at / DAY;
  // 1970-01-01 is day 0 of its year; the drift over the years stays under a day.
  const season = Math.cos((2 * Math.PI * (days - WARMEST_DAY)) / DAYS_PER_YEAR);
  const solarHour = (((at / HOUR + place.lng / 15) % 24) + 24) % 24;
  const cloud = 0.5 + 0.5 * smoothNoise(place.seed + 1, days / 1.7);
  const fronts =
    5 * smoothNoise(place.seed + 2, days / 3.3) + 2.5 * smoothNoise(place.seed + 3, days / 11);
  const dailyMean = ANNUAL_MEAN + ANNUAL_AMPLITUDE * season + fronts;
  const swing = (4.5 + 1.5 * season) * (1.2 - 0.7 * cloud);
  const temperature = dailyMean + swing * Math.cos((2 * Math.PI * (solarHour - 15.5)) / 24);
  const noon = Math.cos((2 * Math.PI * (solarHour - 12)) / 24);
  const sun = Math.max(0, noon + 0.25 * season) * (0.7 + 0.25 * season) * (1 - 0.75 * cloud);
  const dewPoint = dailyMean - (5.5 + season - 4 * cloud) + smoothNoise(place.seed + 4, days / 2.1);
  const humidity =
    (100 * calculateSaturationPressure(dewPoint)) / calculateSaturationPressure(temperature);
  return { temperature, dailyMean, humidity: Math.min(98, Math.max(15, humidity)), sun };
}
