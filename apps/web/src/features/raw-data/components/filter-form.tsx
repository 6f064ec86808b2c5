import { FRAME_KINDS } from '@granary/contract/boards/topics';
import { Button, Checkbox, Group, NativeSelect, TextInput } from '@mantine/core';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Notice } from '../../../components/notice.tsx';
import { focusFirstInvalid } from '../../../lib/field-errors.ts';
import { useForm } from '../../../lib/use-form.ts';
import { type FrameFilters, isFiltered } from '../api/get-frames.ts';
import classes from './raw-data.module.css';

export interface FilterFormProps {
  readonly filters: FrameFilters;
  readonly onFilter: (filters: FrameFilters) => void;
}

const ID_PATTERN = /^[A-Za-z0-9_-]{1,64}(\s*\|\s*\d{1,3})?$/;

/** Filters frames; at least one of four filters is required. */
export function FilterForm({ filters, onFilter }: FilterFormProps) {
  const { t } = useTranslation();
  const dateInput = useRef<HTMLInputElement>(null);
  const form = useForm({
    initialValues: {
      id: filters.id ?? '',
      date: filters.date ?? '',
      type: filters.type ?? '',
      unread: filters.unread ?? false,
    },
    validate: {
      id: (id, { date, type, unread }) => {
        if (id.trim() === '') return date === '' && type === '' && !unread ? NO_FILTER : null;
        return ID_PATTERN.test(id.trim()) ? null : t('rawData.idInvalid');
      },
      date: () => {
        // A partially typed date has an empty value.
        const isIncomplete = dateInput.current?.matches(':invalid') ?? false;
        return isIncomplete ? t('rawData.dateInvalid') : null;
      },
    },
  });
  const submit = ({ id, date, type, unread }: typeof form.values) => {
    const kind = FRAME_KINDS.find((known) => known === type);
    onFilter({
      ...(id.trim() !== '' && { id: id.trim() }),
      ...(date !== '' && { date }),
      ...(kind !== undefined && { type: kind }),
      ...(unread && { unread }),
    });
  };
  const clear = () => {
    form.setValues({ id: '', date: '', type: '', unread: false });
    form.clearErrors();
    onFilter({});
  };
  const hasNoFilter = form.errors['id'] === NO_FILTER;
  return (
    <form
      noValidate
      className={classes['form']}
      onSubmit={form.onSubmit(submit, (errors) => focusFirstInvalid(form, errors, ['id', 'date']))}
    >
      {hasNoFilter && <Notice state="warning" isAlert title={t('rawData.filterMissing')} />}
      <div className={classes['fields']}>
        <TextInput
          label={t('rawData.id')}
          description={t('rawData.idHint')}
          autoCapitalize="none"
          spellCheck={false}
          {...form.getInputProps('id')}
          error={hasNoFilter ? undefined : form.errors['id']}
        />
        <TextInput
          ref={dateInput}
          label={t('rawData.date')}
          type="date"
          {...form.getInputProps('date')}
        />
        <NativeSelect
          label={t('rawData.type')}
          data={[{ value: '', label: t('rawData.allTypes') }, ...FRAME_KINDS]}
          {...form.getInputProps('type')}
        />
      </div>
      <Checkbox
        label={t('rawData.unread')}
        {...form.getInputProps('unread', { type: 'checkbox' })}
      />
      <Group>
        <Button type="submit">{t('rawData.filter')}</Button>
        {isFiltered(filters) && (
          <Button variant="default" onClick={clear}>
            {t('rawData.clear')}
          </Button>
        )}
      </Group>
    </form>
  );
}

/** Marks that no filter is set, which is not an error in one particular field. */
const NO_FILTER = 'missing';
