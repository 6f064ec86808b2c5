import type { ReadBin } from '@granary/domain/bins/judge';
import { SECOND } from '@granary/domain/units';
import { domainReading, knownLoad, statusesOf } from '../readings/served.ts';
import type { Reading } from '../readings/wire.ts';
import type { Bin, ListedBin } from './http.ts';

/** What of a served bin says how it stands, besides its reading. */
export type ServedBin = Pick<
  Bin | ListedBin,
  'crop' | 'differenceAlertC' | 'sensorsInformation' | 'usualIntervalS'
>;

/** A served bin as the rules of the domain judge it, with this as its newest reading. */
export function servedReadBin(bin: ServedBin, reading: Reading | null): ReadBin {
  const cables = reading?.cables ?? [];
  return {
    reading: reading && domainReading(reading),
    usualIntervalMs: bin.usualIntervalS * SECOND,
    crop: bin.crop,
    cables,
    statusOf: statusesOf(cables, bin.sensorsInformation),
    loadPercent: reading && knownLoad(reading),
    difference: bin.differenceAlertC,
  };
}
