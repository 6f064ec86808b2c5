import type { Farm } from '@granary/contract/farms/http';
import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '../../../components/error-state.tsx';
import { UnsavedGuard } from '../../../components/unsaved-guard.tsx';
import { focusFirstInvalid, toFieldErrors } from '../../../lib/field-errors.ts';
import { useAddFarm } from '../api/change-farms.ts';
import { emptyFarm, fieldByWireName, fieldOrder, toNewFarm } from '../farm-values.ts';
import { ZoneField } from './farm-fields.tsx';
import { FarmForm, type FarmFormProps } from './farm-form.tsx';
import { useFarmForm } from './use-farm-form.ts';

export interface AddFarmFormProps extends Pick<FarmFormProps, 'search' | 'map'> {
  readonly ownerId: number;
  /** Called when the confirmation is closed. */
  readonly onDone: () => void;
}

export function AddFarmForm({ ownerId, search, map, onDone }: AddFarmFormProps) {
  const { t } = useTranslation();
  const form = useFarmForm(emptyFarm);
  const addFarm = useAddFarm();
  const hasFormError = addFarm.isError && Object.keys(form.errors).length === 0;
  return (
    <>
      <UnsavedGuard isDirty={form.isDirty() && !addFarm.isSuccess} />
      <FarmForm
        form={form}
        buttonText={t('farmForm.add')}
        isBusy={addFarm.isPending}
        search={search}
        map={map}
        status={hasFormError && <ErrorState error={addFarm.error} />}
        onSubmit={(values) =>
          addFarm.mutate(toNewFarm(values, ownerId), {
            onError: (error) => {
              const errors = toFieldErrors(error, fieldByWireName);
              form.setErrors(errors);
              focusFirstInvalid(form, errors, fieldOrder);
            },
          })
        }
      >
        <ZoneField
          form={form}
          first={{ value: '', label: t('farmForm.ownerTimezone') }}
          hint={t('farmForm.timezoneHint')}
        />
      </FarmForm>
      {addFarm.isSuccess && <Added farm={addFarm.data} onClose={onDone} />}
    </>
  );
}

function Added({ farm, onClose }: { readonly farm: Farm; readonly onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('farms.added')}
      centered
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <Stack>
        <Text role="status">{t('farms.addedText', { name: farm.name })}</Text>
        <Group justify="flex-end">
          <Button data-autofocus onClick={onClose}>
            {t('ok')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
