import { NEARLY_USED } from '../insights/grain-risks.ts';
import type { StorageTime } from '../insights/storage-time.ts';
import type { Millis } from '../units.ts';
import { inRuleOrder, type OpenAlert } from './alert.ts';
import type { AlertMemory } from './memory.ts';

/**
 * The memory with the alert of grain that has used nearly all of its safe storage time. It follows from
 * all closed days since the bin was empty, so it is not folded from one reading to the next. `since`: the
 * start of the first day that is not closed; null as `time`: it is not known yet.
 */
export function foldStorageTime(
  memory: AlertMemory,
  time: StorageTime | null,
  since: Millis,
): AlertMemory {
  const previous = memory.open.find(({ rule }) => rule === 'storage-time') ?? null;
  const others = memory.open.filter(({ rule }) => rule !== 'storage-time');
  const alert = evaluateStorageTime(previous, time, since);
  return { ...memory, open: inRuleOrder(alert === null ? others : [...others, alert]) };
}

function evaluateStorageTime(
  previous: OpenAlert | null,
  time: StorageTime | null,
  since: Millis,
): OpenAlert | null {
  if (time === null) return previous;
  if (!time.isKnown) {
    // Without these it is not known either whether the grain got better.
    return time.reason === 'long-gap' || time.reason === 'no-moisture' ? previous : null;
  }
  if (time.used * 100 < NEARLY_USED) return null;
  const value = Math.floor(time.used * 100);
  return {
    rule: 'storage-time',
    severity: 'warning',
    since: previous?.since ?? since,
    value,
    limit: NEARLY_USED,
    sensors: [{ ...time.sensor, value }],
  };
}
