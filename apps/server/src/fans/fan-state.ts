import type { FanState } from '@granary/contract/fans/state';
import type { Reading } from '@granary/domain/readings/reading';
import { millis } from '@granary/domain/units';
import type { BinRow } from '../platform/postgres/tables.ts';

/** The last word on a bin's fan: whether it runs, and since when without a break. */
export interface LastFanEvent {
  readonly binId: number;
  readonly isOn: boolean;
  readonly since: Date;
}

/** Running as the plenum's wind shows it where it is measured, else as the last fan event says. */
export function toFanState(
  bin: BinRow,
  reading: Reading | null,
  event: LastFanEvent | null,
): FanState {
  if (!bin.fanAttached) return { attached: false, running: null, since: null };
  const running = isRunningByWind(bin, reading) ?? event?.isOn ?? null;
  const since = event && event.isOn === running ? millis(event.since.getTime()) : null;
  return { attached: true, running, since };
}

function isRunningByWind(bin: BinRow, reading: Reading | null): boolean | null {
  if (!bin.plenumSensorAttached || bin.fanOnSpeed === null || !reading) return null;
  const speed = reading.scalars.windSpeed ?? reading.scalars.windSpeedPlenum2;
  return speed === null ? null : speed > bin.fanOnSpeed;
}
