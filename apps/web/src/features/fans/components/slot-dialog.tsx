import type { FanWeek } from '@granary/contract/fans/schedule';
import { WEEKDAYS, type Weekday } from '@granary/domain/fans/fan-slots';
import { Button, Group, NativeSelect, Stack, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../../components/dialog.tsx';
import { Notice } from '../../../components/notice.tsx';
import { useFormat } from '../../../lib/use-format.ts';
import { type SlotError, type SlotValues, validateSlot } from '../fan-week.ts';
import type { ScheduleEdit } from './use-schedule-edit.ts';

export interface SlotDialogProps {
  readonly week: FanWeek;
  /** The initially selected weekday; empty if none is selected. */
  readonly weekday: Weekday | '';
  readonly edit: Pick<ScheduleEdit, 'add' | 'isSaving' | 'error'>;
  readonly onClose: () => void;
}

/** Adds a slot. Render it only while it is open. */
export function SlotDialog({ week, weekday, edit, onClose }: SlotDialogProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const [values, setValues] = useState<SlotValues>({ weekday, onTime: '', offTime: '' });
  const [problem, setProblem] = useState<SlotError | null>(null);
  const change = (changedValues: Partial<SlotValues>) => {
    setProblem(null);
    setValues({ ...values, ...changedValues });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const newProblem = validateSlot(values, week);
    setProblem(newProblem);
    if (newProblem === null && values.weekday !== '') edit.add(values.weekday, values, onClose);
  };
  const areTimesInvalid = problem !== null && problem !== 'dayRequired';
  const error = problem === null ? edit.error : t(`fan.schedule.${problem}`);
  return (
    <Dialog onClose={onClose} title={t('fan.schedule.dialogTitle')}>
      <form noValidate onSubmit={submit}>
        <Stack>
          <NativeSelect
            label={t('fan.schedule.day')}
            required
            data-autofocus={weekday === ''}
            error={problem === 'dayRequired'}
            value={values.weekday}
            onChange={({ currentTarget: { value } }) =>
              change({ weekday: WEEKDAYS.find((day) => day === value) ?? '' })
            }
            data={[
              { value: '', label: t('fan.schedule.chooseDay') },
              ...WEEKDAYS.map((value) => ({ value, label: format.weekday(value) })),
            ]}
          />
          <Group grow align="flex-start">
            <TextInput
              type="time"
              label={t('fan.schedule.onTime')}
              required
              data-autofocus={weekday !== ''}
              error={areTimesInvalid}
              value={values.onTime}
              onChange={({ currentTarget: { value } }) => change({ onTime: value })}
            />
            <TextInput
              type="time"
              label={t('fan.schedule.offTime')}
              description={t('fan.schedule.endOfDay')}
              inputWrapperOrder={['label', 'input', 'description', 'error']}
              required
              error={areTimesInvalid}
              value={values.offTime}
              onChange={({ currentTarget: { value } }) => change({ offTime: value })}
            />
          </Group>
          {error !== null && <Notice state="warning" isAlert title={error} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {t('cancel')}
            </Button>
            <Button type="submit" loading={edit.isSaving}>
              {t('fan.schedule.add')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
