import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '../../components/error-state.tsx';
import { Question } from '../../components/question.tsx';
import { UnsavedGuard } from '../../components/unsaved-guard.tsx';
import { useLiveState } from '../../lib/live-client.ts';
import type { fieldOrder } from './load-values.ts';
import { type LoadEditing, useLoadEdit } from './use-load-edit.ts';

export interface LoadDialogProps extends LoadEditing {
  readonly unit: string;
}

/** Writes an entry of the ledger, or corrects one. Drawn only while it is open. */
export function LoadDialog({ unit, ...editing }: LoadDialogProps) {
  const { type, load, onClose } = editing;
  const { t } = useTranslation();
  const isOffline = useLiveState().kind === 'offline';
  const [isAsked, setAsked] = useState(false);
  const { form, saving, save } = useLoadEdit(editing);
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
      <UnsavedGuard isDirty={form.isDirty()} />
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
    return form.getInputProps(name);
  }
}
