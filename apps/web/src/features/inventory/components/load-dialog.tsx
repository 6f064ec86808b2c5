import type { Bin } from '@granary/contract/bins/http';
import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { ErrorState } from '../../../components/error-state.tsx';
import { Notice } from '../../../components/notice.tsx';
import { useUnsavedChangesBlocker } from '../../../components/use-unsaved-blocker.ts';
import { useLiveState } from '../../../lib/live-client.ts';
import type { MeasuredQuantity } from '../check-volumes.ts';
import type { LoadValues } from '../load-values.ts';
import { LoadWarning } from './load-warning.tsx';
import { type LoadEditOptions, useLoadEdit } from './use-load-edit.ts';

export interface LoadDialogProps extends Omit<LoadEditOptions, 'binId'> {
  readonly bin: Bin;
  /** The latest measurement. */
  readonly measurement: MeasuredQuantity | null;
}

/** Adds or edits a ledger entry. Render it only while it is open. */
export function LoadDialog({ bin, measurement, ...editing }: LoadDialogProps) {
  const { type, onClose } = editing;
  const { t } = useTranslation();
  const isOffline = useLiveState().kind === 'offline';
  const [isConfirming, setConfirming] = useState(false);
  const { form, entry, saving, save } = useLoadEdit({ ...editing, binId: bin.id });
  const firstMeasurement = useFirstMeasurement(measurement);
  const { isBlocked, ...unsavedBlocker } = useUnsavedChangesBlocker(form.isDirty());
  const leave = () => (form.isDirty() ? setConfirming(true) : onClose());
  const title = t(entry.load === null ? `loads.add.${type}` : `loads.edit.${type}`);
  const unit = t(`units.grain.${bin.cropUnit}`);
  return (
    <Dialog onClose={leave} closeOnEscape={!isConfirming && !isBlocked} title={title}>
      <form noValidate onSubmit={save}>
        <Stack>
          <Group grow align="flex-start">
            <TextInput type="date" label={t('loads.date')} required {...getFieldProps('date')} />
            <TextInput type="time" label={t('loads.time')} required {...getFieldProps('time')} />
          </Group>
          <div>
            <TextInput
              inputMode="decimal"
              label={t('loads.volumeIn', { unit })}
              required
              data-autofocus
              {...getFieldProps('volume')}
            />
            <LoadWarning
              bin={bin}
              type={type}
              editedLoad={entry.load}
              measurement={firstMeasurement}
              values={form.getValues()}
              isSaving={saving.isPending}
            />
          </div>
          <Group grow align="flex-start">
            <TextInput
              inputMode="decimal"
              label={t('loads.moistureIn')}
              {...getFieldProps('moisture')}
            />
            <TextInput
              inputMode="decimal"
              label={t('loads.proteinIn')}
              {...getFieldProps('protein')}
            />
          </Group>
          {saving.isSuccess && (
            <div role="status">
              <Notice state="ok" title={t('loads.savedWithWarning')} />
            </div>
          )}
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
      <ConfirmDialog
        isOpen={isConfirming || isBlocked}
        title={t('unsaved.title')}
        text={t('unsaved.text')}
        confirmLabel={t('unsaved.leave')}
        isBusy={false}
        onConfirm={isBlocked ? unsavedBlocker.leave : onClose}
        onCancel={() => {
          unsavedBlocker.stay();
          setConfirming(false);
        }}
      />
    </Dialog>
  );

  function getFieldProps(name: keyof LoadValues) {
    return form.getInputProps(name);
  }
}

/**
 * The measurement when the dialog opened or, if there was none, the first one after that; later ones can
 * already include part of the load being entered.
 */
function useFirstMeasurement(measurement: MeasuredQuantity | null): MeasuredQuantity | null {
  const [first, setFirst] = useState(measurement);
  if (first === null && measurement !== null) setFirst(measurement);
  return first;
}
