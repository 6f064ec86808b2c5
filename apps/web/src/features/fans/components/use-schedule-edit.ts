import type { Bin } from '@granary/contract/bins/http';
import type { FanSchedule } from '@granary/contract/fans/schedule';
import type { Weekday } from '@granary/domain/fans/fan-slots';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError, isConflict } from '../../../lib/api-error.ts';
import { useTemporaryMessage } from '../../../lib/temporary-message.ts';
import { useErrorMessage } from '../../../lib/use-error-message.ts';
import { MissingTokenError, useSaveWeek } from '../api/fan-schedule.ts';
import { addSlot, copyDay, type EditedWeek, removeSlot, type SlotTimes } from '../fan-week.ts';

export interface StoredSlot extends SlotTimes {
  readonly weekday: Weekday;
  readonly id: string;
}

export type ScheduleEdit = ReturnType<typeof useScheduleEdit>;

type FallbackErrorKey = 'saveError' | 'deleteError';

/** Adds, copies and deletes slots in a week; each change is saved immediately. */
export function useScheduleEdit(bin: Bin, { week, version }: FanSchedule) {
  const { t } = useTranslation();
  const toErrorMessage = useErrorMessage();
  const saveWeek = useSaveWeek(bin);
  const [error, setError] = useState<string | null>(null);
  const addedMessage = useTemporaryMessage('slotAdded');
  const deletedMessage = useTemporaryMessage('slotDeleted');
  const describe = (failure: Error, fallback: FallbackErrorKey) => {
    if (failure instanceof MissingTokenError) return t('fan.schedule.missingToken');
    if (isBinMovedError(failure)) return t('fan.schedule.missingBin');
    // Without a connection, or after another user's change, retrying does not help.
    const isRetryable = failure instanceof ApiError && failure.status !== 0 && !isConflict(failure);
    return isRetryable ? t(`fan.schedule.${fallback}`) : toErrorMessage(failure);
  };
  const save = (newWeek: EditedWeek, fallback: FallbackErrorKey, onSaved: () => void) => {
    setError(null);
    saveWeek.mutate(
      { week: newWeek, version },
      { onSuccess: onSaved, onError: (failure) => setError(describe(failure, fallback)) },
    );
  };
  return {
    isSaving: saveWeek.isPending,
    error,
    message: addedMessage.isShown
      ? t('fan.schedule.added')
      : deletedMessage.isShown
        ? t('fan.schedule.deleted')
        : null,
    reset: () => setError(null),
    add: (weekday: Weekday, times: SlotTimes, onSaved: () => void) =>
      save(addSlot(week, weekday, times), 'saveError', () => {
        deletedMessage.hide();
        addedMessage.show();
        onSaved();
      }),
    copy: (from: Weekday, to: readonly Weekday[], onSaved: () => void) =>
      save(copyDay(week, from, to), 'saveError', onSaved),
    remove: (slot: StoredSlot, onSaved: () => void) => {
      const newWeek = removeSlot(week, slot.weekday, slot.id);
      if (newWeek === null) {
        setError(t('fan.schedule.invalidSlot'));
        return;
      }
      save(newWeek, 'deleteError', () => {
        addedMessage.hide();
        deletedMessage.show();
        onSaved();
      });
    },
  };
}

/** Whether saving failed because the bin is now on a different board or station. */
function isBinMovedError(error: unknown): boolean {
  const fields = error instanceof ApiError ? error.fields : [];
  return fields.some(({ path }) => path === 'bin_topic' || path === 'bin_number');
}
