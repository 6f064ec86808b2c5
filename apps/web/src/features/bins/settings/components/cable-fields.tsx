import { Button, NativeSelect, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../../../components/confirm-dialog.tsx';
import { addCable } from '../add-cable.ts';
import type { CableValues } from '../settings-values.ts';
import type { FieldsProps } from './setting-inputs.tsx';
import classes from './settings.module.css';
import { useCropChoices } from './use-crop-choices.ts';

const MAX_CABLES = 8;
const subBins = [1, 2, 3, 4, 5, 6, 7, 8] as const;

/** A bin's cables: name, address, sub-bin, direction and crop. */
export function CableFields({ form, bin, canChange }: FieldsProps) {
  const { t } = useTranslation();
  const [cableToRemove, setCableToRemove] = useState<number | null>(null);
  const { cables } = form.getValues();
  const isDisabled = !canChange('cables');
  const setCables = (newCables: readonly CableValues[]) => {
    form.setFieldValue('cables', [...newCables]);
    for (const path of Object.keys(form.errors)) {
      if (path.startsWith('cables')) form.clearFieldError(path);
    }
  };
  return (
    <div className={classes['fields']}>
      {cables.length === 0 && <p className={classes['hint']}>{t('settingsForm.noCables')}</p>}
      {cables.map(({ cable }, index) => (
        <CableRow
          key={cable}
          form={form}
          index={index}
          isDisabled={isDisabled}
          onRemove={() => setCableToRemove(cable)}
        />
      ))}
      {!isDisabled && cables.length < MAX_CABLES && (
        <div>
          <Button
            variant="default"
            leftSection={<IconPlus size={18} aria-hidden />}
            onClick={() => setCables(addCable(cables, bin.reportedCableIds))}
          >
            {t('settingsForm.addCable')}
          </Button>
        </div>
      )}
      {cableToRemove !== null && (
        <ConfirmDialog
          isOpen
          title={t('settingsForm.removeCableOf', { number: cableToRemove })}
          text={t('settingsForm.removeCableText')}
          confirmLabel={t('settingsForm.removeCable')}
          isBusy={false}
          onCancel={() => setCableToRemove(null)}
          onConfirm={() => {
            setCables(cables.filter((cableValues) => cableValues.cable !== cableToRemove));
            setCableToRemove(null);
          }}
        />
      )}
    </div>
  );
}

interface CableRowProps extends Pick<FieldsProps, 'form'> {
  readonly index: number;
  readonly isDisabled: boolean;
  readonly onRemove: () => void;
}

function CableRow({ form, index, isDisabled, onRemove }: CableRowProps) {
  const { t } = useTranslation();
  const values = form.getValues().cables[index];
  const crops = useCropChoices(values?.crop ?? '', t('settingsForm.sameAsBin'));
  if (values === undefined) return null;
  const path = `cables.${index}`;
  const disabled = isDisabled;
  return (
    <fieldset className={classes['cable']}>
      <legend>{t('settingsForm.cable', { number: values.cable })}</legend>
      <TextInput
        label={t('settingsForm.cableName')}
        maxLength={100}
        autoComplete="off"
        disabled={disabled}
        {...form.getInputProps(`${path}.name`)}
      />
      <TextInput
        label={t('settingsForm.cableId')}
        inputMode="numeric"
        autoComplete="off"
        disabled={disabled}
        {...form.getInputProps(`${path}.cableId`)}
      />
      <NativeSelect
        label={t('settingsForm.subBin')}
        data={subBins.map((number) => ({
          value: String(number),
          label: t(`settingsForm.subBins.${number}`),
        }))}
        disabled={disabled}
        {...form.getInputProps(`${path}.subBin`)}
      />
      <NativeSelect
        label={t('settingsForm.cableType')}
        data={[
          { value: 'false', label: t('settingsForm.topDown') },
          { value: 'true', label: t('settingsForm.bottomUp') },
        ]}
        disabled={disabled}
        value={String(values.flip)}
        error={form.errors[`${path}.flip`]}
        onChange={(event) =>
          form.setFieldValue(`${path}.flip`, event.currentTarget.value === 'true')
        }
      />
      <NativeSelect
        label={t('settingsForm.cableCrop')}
        data={crops}
        disabled={disabled}
        {...form.getInputProps(`${path}.crop`)}
      />
      {!isDisabled && (
        <Button
          className={classes['remove'] ?? ''}
          variant="default"
          leftSection={<IconTrash size={18} aria-hidden />}
          aria-label={t('settingsForm.removeCableOf', { number: values.cable })}
          onClick={onRemove}
        >
          {t('settingsForm.removeCable')}
        </Button>
      )}
    </fieldset>
  );
}
