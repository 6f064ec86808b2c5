import type { FanSchedule } from '@granary/contract/fans/schedule';
import {
  type FanSlot,
  findSlotProblem,
  type SlotProblem,
  WEEKDAYS,
  type Weekday,
} from '@granary/domain/fans/fan-slots';
import { millis } from '@granary/domain/units';
import { type ChangedBy, recordBinChange } from '../audit/record-change.ts';
import type { Db } from '../platform/postgres/tables.ts';
import {
  findFanSchedule,
  lockFanSchedule,
  replaceFanSlots,
  type StoredSchedule,
} from './schedule-store.ts';

/** The new week of a bin's fan; a weekday that is left out has no slots. */
export interface ScheduleEdit {
  readonly binId: number;
  readonly binNumber: number;
  readonly mainBoardId: string;
  readonly week: { readonly [day in Weekday]?: readonly Omit<FanSlot, 'weekday'>[] | undefined };
  readonly version?: number | undefined;
}

export type ScheduleOutcome =
  | { readonly kind: 'saved'; readonly schedule: StoredSchedule }
  | { readonly kind: 'gone' }
  /** Another user has changed the schedule since the version was read. */
  | { readonly kind: 'stale' }
  /** The bin is not where the caller expects it; the field is named as on the wire. */
  | { readonly kind: 'moved'; readonly field: string }
  | { readonly kind: 'invalid'; readonly field: string; readonly problem: SlotProblem };

/** Replaces the slots of a bin's fan. */
export async function changeSchedule(
  db: Db,
  edit: ScheduleEdit,
  changedBy: ChangedBy,
): Promise<ScheduleOutcome> {
  const invalidSlot = findInvalidSlot(edit.week);
  if (invalidSlot) return { kind: 'invalid', ...invalidSlot };
  return db.transaction().execute(async (trx) => {
    await lockFanSchedule(trx, edit.binId);
    const oldSchedule = await findFanSchedule(trx, edit.binId);
    if (!oldSchedule) return { kind: 'gone' };
    if (oldSchedule.binNumber !== edit.binNumber) return { kind: 'moved', field: 'bin_number' };
    if (oldSchedule.mainBoardId !== edit.mainBoardId) return { kind: 'moved', field: 'bin_topic' };
    if (edit.version !== undefined && edit.version !== oldSchedule.version)
      return { kind: 'stale' };
    const slots = WEEKDAYS.flatMap((weekday) =>
      (edit.week[weekday] ?? []).map(({ onTime, offTime }) => ({ weekday, onTime, offTime })),
    );
    const changes = compareWeeks(oldSchedule.slots, slots);
    if (changes.length === 0) return { kind: 'saved', schedule: oldSchedule };
    await replaceFanSlots(trx, edit.binId, slots);
    await recordBinChange(trx, edit.binId, {
      ...changedBy,
      act: 'changed',
      changes,
    });
    const schedule = await findFanSchedule(trx, edit.binId);
    return schedule ? { kind: 'saved', schedule } : { kind: 'gone' };
  });
}

function findInvalidSlot(week: ScheduleEdit['week']) {
  for (const weekday of WEEKDAYS) {
    const slots = week[weekday] ?? [];
    for (const [index, slot] of slots.entries()) {
      const problem = findSlotProblem(slot, slots.slice(0, index));
      if (problem) return { field: `schedule.${weekday}.${index}`, problem };
    }
  }
  return null;
}

/** The days that changed, with their times before and after. */
function compareWeeks(before: readonly FanSlot[], after: readonly FanSlot[]) {
  return WEEKDAYS.map((weekday) => ({
    field: `fanSlots ${weekday}` as const,
    before: formatDaySlots(before, weekday),
    after: formatDaySlots(after, weekday),
  })).filter((change) => change.before !== change.after);
}

function formatDaySlots(slots: readonly FanSlot[], weekday: Weekday): string | null {
  const times = slots
    .filter((slot) => slot.weekday === weekday)
    .map(({ onTime, offTime }) => `${onTime}–${offTime}`);
  return times.length === 0 ? null : times.sort().join(', ');
}

/** A schedule as the API returns it. */
export function serializeSchedule(schedule: StoredSchedule): FanSchedule {
  const { slots, version, timeZone, heldBy, heldAt, isLocked } = schedule;
  const listSlots = (weekday: Weekday) =>
    slots
      .filter((slot) => slot.weekday === weekday)
      .map(({ id, onTime, offTime }) => ({ id: String(id), onTime, offTime }));
  return {
    week: {
      monday: listSlots('monday'),
      tuesday: listSlots('tuesday'),
      wednesday: listSlots('wednesday'),
      thursday: listSlots('thursday'),
      friday: listSlots('friday'),
      saturday: listSlots('saturday'),
      sunday: listSlots('sunday'),
    },
    version,
    timeZone,
    hold: heldBy &&
      heldAt && { reason: heldBy, since: millis(heldAt.getTime()), isLockedOut: isLocked },
  };
}
