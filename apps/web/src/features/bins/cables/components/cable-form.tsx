import type { Bin } from '@granary/contract/bins/http';
import { buildCableCommands, sensorCodes } from '@granary/domain/cables/commands';
import { NativeSelect, SimpleGrid, TextInput } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { formatCableName } from '../../../../bin-data/format-sensor-name.ts';
import { ErrorState } from '../../../../components/error-state.tsx';
import { Notice } from '../../../../components/notice.tsx';
import { UnsavedGuard } from '../../../../components/unsaved-guard.tsx';
import { focusFirstInvalid, toFieldErrors } from '../../../../lib/field-errors.ts';
import { useLiveState } from '../../../../lib/live-client.ts';
import { useForm } from '../../../../lib/use-form.ts';
import { SaveButton } from '../../settings/components/save-button.tsx';
import { useCanChange } from '../../settings/use-can-change.ts';
import { useConfigureCables } from '../api/cable-configuration.ts';
import {
  type CableChangeValues,
  emptyCableChange,
  findInvalidFields,
  hasChange,
  type KnownPositions,
  lacksSensors,
  toRequestedCableChange,
} from '../requested-cable-change.ts';
import classes from './cables.module.css';

const fieldByWireName: Readonly<Record<string, keyof CableChangeValues>> = {
  old_cable_id: 'oldId',
  new_cable_id: 'newId',
  new_sensor_position: 'position',
  sensor_positions: 'sensor',
};
const fieldOrder = ['oldId', 'newId', 'position', 'sensorCode', 'sensor'] as const;

interface CableFormProps {
  readonly bin: Bin;
  readonly knownPositions: KnownPositions | null;
}

/**
 * Requests a new cable ID or sensor numbering; the command waits until the board can receive it.
 */
export function CableForm({ bin, knownPositions }: CableFormProps) {
  const { t } = useTranslation();
  const isOffline = useLiveState().kind === 'offline';
  const isLocked = !useCanChange()('cables');
  const configureCables = useConfigureCables(bin.id);
  const form = useCableForm();
  const values = form.getValues();
  const invalidFields = findInvalidFields(values);
  const positions = knownPositions ?? new Map<string, readonly number[]>();
  const request = toRequestedCableChange(values, bin.id, positions);
  const hasNoSensors = lacksSensors(values, positions);
  const isInvalid = invalidFields.newId || invalidFields.position || invalidFields.sensor;
  const isReady = values.oldId !== '' && !isInvalid && !hasNoSensors;
  const save = () =>
    configureCables.mutate(request, {
      onSuccess: () => form.setValues(emptyCableChange),
      onError: (error) => {
        const errors = toFieldErrors(error, fieldByWireName);
        form.setErrors(errors);
        focusFirstInvalid(form, errors, fieldOrder);
      },
    });
  return (
    <form
      noValidate
      className={classes['card']}
      aria-label={t('cableConfiguration.change')}
      onSubmit={form.onSubmit(save, (errors) => focusFirstInvalid(form, errors, fieldOrder))}
    >
      <UnsavedGuard isDirty={form.isDirty()} />
      <h2 className={classes['title']}>{t('cableConfiguration.change')}</h2>
      {isLocked && (
        <p className={classes['locked']}>
          <IconLock size={16} aria-hidden />
          {t('settingsForm.staffOnly')}
        </p>
      )}
      {configureCables.isError && (
        <ErrorState error={configureCables.error} title={t('cableConfiguration.failed')} />
      )}
      <CableChangeFields
        form={form}
        bin={bin}
        sensorPositions={positions.get(values.oldId) ?? []}
        isLocked={isLocked}
      />
      <div role="status">
        {hasNoSensors && <Notice state="watch" title={t('cableConfiguration.noSensors')} />}
      </div>
      {isReady && (
        <p className={classes['hint']}>
          {t('cableConfiguration.commands', { list: buildCableCommands(request).join(', ') })}
        </p>
      )}
      <div>
        <SaveButton
          buttonText={t('cableConfiguration.start')}
          isBusy={configureCables.isPending}
          isDisabled={isOffline || isLocked || !hasChange(values) || hasNoSensors}
          isHighlighted={hasChange(values)}
        />
      </div>
    </form>
  );
}

function useCableForm() {
  const { t } = useTranslation();
  return useForm<CableChangeValues>({
    initialValues: emptyCableChange,
    validate: (values) => {
      const invalidFields = findInvalidFields(values);
      return {
        newId: invalidFields.newId ? t('settingsForm.whole', { min: 1, max: 254 }) : null,
        position: invalidFields.position ? t('settingsForm.whole', { min: 1, max: 64 }) : null,
        sensor: invalidFields.sensor ? t('cableConfiguration.chooseSensor') : null,
      };
    },
  });
}

interface FieldsProps {
  readonly form: ReturnType<typeof useCableForm>;
  readonly bin: Bin;
  /** The positions of the sensors on the chosen cable. */
  readonly sensorPositions: readonly number[];
  readonly isLocked: boolean;
}

function CableChangeFields({ form, bin, sensorPositions, isLocked }: FieldsProps) {
  const { t } = useTranslation();
  const cables = bin.cables
    .filter(({ cableId }) => cableId > 0)
    .map(({ cable, name, cableId }) => ({
      value: String(cableId),
      label: t('cableConfiguration.cable', {
        id: cableId,
        name: formatCableName({ number: cable, name }, t),
      }),
    }));
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
      <NativeSelect
        label={t('cableConfiguration.oldId')}
        data={[{ value: '', label: t('cableConfiguration.choose') }, ...cables]}
        disabled={isLocked}
        {...form.getInputProps('oldId')}
      />
      <TextInput
        label={t('cableConfiguration.newId')}
        description={t('cableConfiguration.emptyHint')}
        inputMode="numeric"
        autoComplete="off"
        disabled={isLocked}
        {...form.getInputProps('newId')}
      />
      <TextInput
        label={t('cableConfiguration.position')}
        description={t('cableConfiguration.emptyHint')}
        inputMode="numeric"
        autoComplete="off"
        disabled={isLocked}
        {...form.getInputProps('position')}
      />
      <NativeSelect
        label={t('cableConfiguration.sensors')}
        data={sensorCodes.map((value) => ({
          value,
          label: t(`cableConfiguration.codes.${value}`),
        }))}
        disabled={isLocked}
        {...form.getInputProps('sensorCode')}
      />
      {form.getValues().sensorCode === '75' && sensorPositions.length > 0 && (
        <NativeSelect
          label={t('cableConfiguration.sensor')}
          data={[
            { value: '', label: t('cableConfiguration.chooseSensor') },
            ...sensorPositions.map((position) => String(position)),
          ]}
          disabled={isLocked}
          {...form.getInputProps('sensor')}
        />
      )}
    </SimpleGrid>
  );
}
