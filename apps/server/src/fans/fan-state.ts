import type { FanState } from '@granary/contract/fans/state';
import type { Reading } from '@granary/domain/readings/reading';
import { millis } from '@granary/domain/units';
import type { BinRow } from '../platform/postgres/tables.ts';

/** Whether a bin's fan runs by its last event, and since when without a break. */
export interface LastFanEvent {
  readonly binId: number;
  readonly isOn: boolean;
  readonly since: Date;
}

/** Whether a fan runs: by the wind in the plenum if it is measured, otherwise by the last fan event. */
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
