import { WEEKDAYS, type Weekday } from '@granary/domain/fans/fan-slots';
import { Checkbox, Stack } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { Notice } from '../../../components/notice.tsx';
import { useFormat } from '../../../lib/use-format.ts';
import type { ScheduleEdit } from './use-schedule-edit.ts';

export interface CopyDayDialogProps {
  readonly weekday: Weekday;
  readonly edit: Pick<ScheduleEdit, 'copy' | 'isSaving' | 'error'>;
  readonly onClose: () => void;
}

/** Copies a weekday's slots to other weekdays. Render it only while it is open. */
export function CopyDayDialog({ weekday, edit, onClose }: CopyDayDialogProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const [days, setDays] = useState<readonly Weekday[]>([]);
  return (
    <ConfirmDialog
      isOpen
      title={t('fan.schedule.copyDay', { day: format.weekday(weekday) })}
      text={t('fan.schedule.copyText')}
      confirmLabel={t('fan.schedule.copy')}
      isBusy={edit.isSaving}
      {...(days.length === 0 && { disabledReason: t('fan.schedule.dayRequired') })}
      onConfirm={() => edit.copy(weekday, days, onClose)}
      onCancel={onClose}
    >
      <Stack gap="xs">
        {WEEKDAYS.filter((otherDay) => otherDay !== weekday).map((otherDay) => (
          <Checkbox
            key={otherDay}
            label={format.weekday(otherDay)}
            checked={days.includes(otherDay)}
            onChange={({ currentTarget: { checked } }) =>
              setDays(checked ? [...days, otherDay] : days.filter((day) => day !== otherDay))
            }
          />
        ))}
      </Stack>
      {edit.error !== null && <Notice state="warning" isAlert title={edit.error} />}
    </ConfirmDialog>
  );
}
