import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { Notice } from '../../../components/notice.tsx';
import { useFormat } from '../../../lib/use-format.ts';
import { formatSlot } from '../fan-week.ts';
import type { ScheduleEdit, StoredSlot } from './use-schedule-edit.ts';

export interface DeleteSlotDialogProps {
  readonly slot: StoredSlot;
  readonly edit: Pick<ScheduleEdit, 'remove' | 'isSaving' | 'error'>;
  readonly onClose: () => void;
}

/** Asks before a slot is deleted. Render it only while it is open. */
export function DeleteSlotDialog({ slot, edit, onClose }: DeleteSlotDialogProps) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <ConfirmDialog
      isOpen
      title={t('fan.schedule.deleteTitle')}
      text={t('fan.schedule.deleteText', {
        day: format.weekday(slot.weekday),
        slot: formatSlot(slot, t, format),
      })}
      confirmLabel={t('fan.schedule.delete')}
      isBusy={edit.isSaving}
      onConfirm={() => edit.remove(slot, onClose)}
      onCancel={onClose}
    >
      {edit.error !== null && <Notice state="warning" isAlert title={edit.error} />}
    </ConfirmDialog>
  );
}
