import type { Bin, ListedBin } from '@granary/contract/bins/http';
import type { Reading } from '@granary/contract/readings/wire';
import { type BinState, type Finding, findingsOf, stateOf } from '@granary/domain/bins/state';
import { type Millis, SECOND } from '@granary/domain/units';
import { differenceOf, hotSensorsOf } from '../../lib/hot-sensors.ts';
import { domainReading, statusesOf } from '../../lib/served-reading.ts';

/** A bin with all there is to say about it, worst first. */
export interface JudgedBin {
  readonly bin: ListedBin;
  readonly findings: readonly Finding[];
  readonly state: BinState;
}

type Judged = Pick<
  Bin | ListedBin,
  'crop' | 'differenceAlertC' | 'sensorsInformation' | 'usualIntervalS'
>;

/** What there is to say of a bin with this as its newest reading. */
export function findingsWith(bin: Judged, reading: Reading | null, now: Millis): Finding[] {
  return findingsOf({
    now,
    lastAt: reading?.at ?? null,
    usualIntervalMs: bin.usualIntervalS * SECOND,
    reading: reading === null ? null : domainReading(reading),
    crop: bin.crop,
    statusOf: statusesOf(reading?.cables ?? [], bin.sensorsInformation),
    hotSensors: reading === null ? [] : hotSensorsOf(bin, reading),
    difference: differenceOf(bin),
  });
}

/** Bins sorted by name, as a person counts ("Home 2" before "Home 10"), each judged. */
export function judge(bins: readonly ListedBin[], now: Millis, locale: string): JudgedBin[] {
  const names = new Intl.Collator(locale, { numeric: true });
  return bins
    .map((bin) => {
      const findings = findingsWith(bin, bin.latest, now);
      return { bin, findings, state: stateOf(findings) };
    })
    .sort((a, b) => names.compare(a.bin.name, b.bin.name) || a.bin.id - b.bin.id);
}
