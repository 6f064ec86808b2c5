import { calculateSaturationPressure } from '@granary/domain/moisture/psychrometrics';
import { DAY, HOUR, type Millis } from '@granary/domain/units';
import { smoothNoise } from './random.ts';

/** The air outside a bin. */
export interface Weather {
  /** °C */
  readonly temperature: number;
  /** Without the daily swing, °C. */
  readonly dayMean: number;
  /** % */
  readonly humidity: number;
  /** 0 at night to about 1.2 on a clear summer day at noon. */
  readonly sun: number;
}

/** Southern Manitoba: yearly mean and half the swing between January and July, °C. */
const YEAR_MEAN = 2.8;
const YEAR_SWING = 17.5;
/** Day of the year on which the harmonic peaks. */
const WARMEST_DAY = 200;
const YEAR_DAYS = 365.2422;

/** A location: its seed determines the noise, its longitude the solar time. */
export interface Place {
  readonly seed: number;
  /** Degrees east. */
  readonly lng: number;
}

/**
 * The outdoor air at the given time: a yearly and a daily harmonic, with fronts and clouds as smooth noise.
 * Depends only on place and time.
 */
export function calculateWeather(place: Place, at: Millis): Weather {
  const days = at / DAY;
  // 1970-01-01 is day 0 of its year; the drift over the years stays under a day.
  const season = Math.cos((2 * Math.PI * (days - WARMEST_DAY)) / YEAR_DAYS);
  const solarHour = (((at / HOUR + place.lng / 15) % 24) + 24) % 24;
  const cloud = 0.5 + 0.5 * smoothNoise(place.seed + 1, days / 1.7);
  const fronts =
    5 * smoothNoise(place.seed + 2, days / 3.3) + 2.5 * smoothNoise(place.seed + 3, days / 11);
  const dayMean = YEAR_MEAN + YEAR_SWING * season + fronts;
  const swing = (4.5 + 1.5 * season) * (1.2 - 0.7 * cloud);
  const temperature = dayMean + swing * Math.cos((2 * Math.PI * (solarHour - 15.5)) / 24);
  const noon = Math.cos((2 * Math.PI * (solarHour - 12)) / 24);
  const sun = Math.max(0, noon + 0.25 * season) * (0.7 + 0.25 * season) * (1 - 0.75 * cloud);
  const dewPoint = dayMean - (5.5 + season - 4 * cloud) + smoothNoise(place.seed + 4, days / 2.1);
  const humidity =
    (100 * calculateSaturationPressure(dewPoint)) / calculateSaturationPressure(temperature);
  return { temperature, dayMean, humidity: Math.min(98, Math.max(15, humidity)), sun };
}
