import type { BinLoad, LoadType } from '@granary/contract/inventory/http';
import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '../../components/error-state.tsx';
import { Question } from '../../components/question.tsx';
import { ApiError } from '../../lib/api-error.ts';
import { now } from '../../lib/clock.ts';
import { fieldErrors, focusFirstWrong } from '../../lib/field-errors.ts';
import { useLiveState } from '../../lib/live-client.ts';
import { useFormat } from '../../lib/use-format.ts';
import { useLedger } from './change-loads.ts';
import { binLoads } from './get-loads.ts';
import { fieldOrder, readLoad, rebasedLoad, valuesOf } from './load-values.ts';

export interface LoadDialogProps {
  readonly binId: number;
  readonly unit: string;
  readonly type: LoadType;
  /** The entry to correct; null writes a new one. */
  readonly load: BinLoad | null;
  readonly onClose: () => void;
}

const namesOnTheWire = {
  date_time: 'date',
  volume: 'volume',
  moisture: 'moisture',
  protein: 'protein',
};

/** Writes an entry of the ledger, or corrects one. Drawn only while it is open. */
export function LoadDialog({ binId, unit, type, load, onClose }: LoadDialogProps) {
  const { t } = useTranslation();
  const { locale } = useFormat();
  const isOffline = useLiveState().kind === 'offline';
  const client = useQueryClient();
  const { add, change } = useLedger(binId);
  const [base, setBase] = useState(load);
  const [isAsked, setAsked] = useState(false);
  const form = useForm({ mode: 'uncontrolled', initialValues: valuesOf(load, now(), locale) });
  const saving = load === null ? add : change;
  const refuse = (errors: Readonly<Record<string, string>>) => {
    form.setErrors(errors);
    focusFirstWrong(form, errors, fieldOrder);
  };
  const onError = async (error: Error) => {
    const isConflict = error instanceof ApiError && error.code === 'CONFLICT';
    const theirs = isConflict && base !== null ? await readAnew(client, base) : null;
    if (theirs === null) return refuse(fieldErrors(error, namesOnTheWire));
    const [before, after] = [valuesOf(base, now(), locale), valuesOf(theirs, now(), locale)];
    const { values, clashes } = rebasedLoad(form.getValues(), before, after);
    setBase(theirs);
    form.setValues(values);
    const say = (field: (typeof fieldOrder)[number]) =>
      t('farmForm.staleField', { value: after[field] || t('farmForm.nothing') });
    refuse(Object.fromEntries(clashes.map((field) => [field, say(field)])));
  };
  const save = () => {
    const read = readLoad(form.getValues(), locale);
    if ('problems' in read) {
      const problems = Object.entries(read.problems);
      const words = problems.map(([field, why]) => [field, t(`loads.problems.${why}`)]);
      return refuse(Object.fromEntries(words));
    }
    const options = { onSuccess: onClose, onError: (error: Error) => void onError(error) };
    if (base === null) add.mutate({ ...read.load, type }, options);
    else change.mutate({ ...read.load, id: base.id, version: base.version }, options);
  };
  const leave = () => (form.isDirty() ? setAsked(true) : onClose());
  const title = t(load === null ? `loads.add.${type}` : `loads.edit.${type}`);
  return (
    <Modal
      opened
      onClose={leave}
      closeOnEscape={!isAsked}
      title={title}
      centered
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <form noValidate onSubmit={form.onSubmit(save)}>
        <Stack>
          <Group grow align="flex-start">
            <TextInput type="date" label={t('loads.date')} required {...field('date')} />
            <TextInput type="time" label={t('loads.time')} required {...field('time')} />
          </Group>
          <TextInput
            inputMode="decimal"
            label={t('loads.volumeIn', { unit })}
            required
            data-autofocus
            {...field('volume')}
          />
          <Group grow align="flex-start">
            <TextInput inputMode="decimal" label={t('loads.moistureIn')} {...field('moisture')} />
            <TextInput inputMode="decimal" label={t('loads.proteinIn')} {...field('protein')} />
          </Group>
          {saving.isError && <ErrorState error={saving.error} />}
          {isOffline && <Text c="dimmed">{t('live.cannotChange')}</Text>}
          <Group justify="flex-end">
            <Button variant="default" onClick={leave}>
              {t('cancel')}
            </Button>
            <Button type="submit" loading={saving.isPending} disabled={isOffline}>
              {t('loads.save')}
            </Button>
          </Group>
        </Stack>
      </form>
      <Modal
        opened={isAsked}
        onClose={() => setAsked(false)}
        title={t('unsaved.title')}
        centered
        closeButtonProps={{ 'aria-label': t('close') }}
      >
        <Question
          text={t('unsaved.text')}
          act={t('unsaved.leave')}
          isBusy={false}
          onConfirm={onClose}
          onCancel={() => setAsked(false)}
        />
      </Modal>
    </Modal>
  );

  function field(name: (typeof fieldOrder)[number]) {
    return { key: form.key(name), ...form.getInputProps(name) };
  }
}

/** An entry as it stands now; null where it is gone or cannot be read. */
async function readAnew(client: QueryClient, { id, binId }: BinLoad): Promise<BinLoad | null> {
  const loads = await client.fetchQuery({ ...binLoads(binId), staleTime: 0 }).catch(() => []);
  return loads.find((load) => load.id === id) ?? null;
}
