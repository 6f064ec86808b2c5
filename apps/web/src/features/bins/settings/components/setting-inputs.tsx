import type { Bin } from '@granary/contract/bins/http';
import { type CropUnit, cropUnit } from '@granary/contract/units';
import { NativeSelect, type NativeSelectProps, Switch, TextInput } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { getUnitSymbol } from '../../../../lib/format.ts';
import type { NumberField } from '../number-fields.ts';
import type { FlagField, SettingsValues } from '../settings-values.ts';
import classes from './settings.module.css';
import type { SettingsForm } from './use-settings-form.ts';

export interface FieldsProps {
  readonly form: SettingsForm;
  readonly bin: Bin;
  readonly canChange: (setting: string) => boolean;
}

type TextField = Exclude<keyof SettingsValues, NumberField | FlagField | 'cables'>;

/** Returns a function that gets the unit symbol for a number field. */
export function useUnitSymbol(
  bin: Bin,
  grainUnit: CropUnit = bin.cropUnit,
): (field: NumberField) => string {
  const { t } = useTranslation();
  const degrees = getUnitSymbol(bin.temperatureUnit);
  return (field) => {
    switch (field) {
      case 'size':
        return t(`units.grain.${grainUnit}`);
      case 'co2Alert':
        return t('units.signs.ppm');
      case 'silenceAlertHours':
        return t('settingsForm.hours');
      case 'levelSensorEmptyMm':
      case 'deadZoneMm':
        return t('units.signs.mm');
      case 'pressureY1':
      case 'pressureY2':
        return '';
      case 'fanOnSpeed':
      case 'fanOffSpeed':
        return t('units.signs.speed');
      case 'fanKw':
        return t('units.signs.kilowatt');
      case 'temperatureAlertC':
      case 'differenceAlertC':
      case 'fanOnThreshold':
      case 'fanOffThreshold':
      case 'minAmbientTemperature':
        return degrees;
      case 'minLevelAlert':
      case 'maxLevelAlert':
      case 'minAmbientMoisture':
      case 'maxAmbientMoisture':
        return '%';
    }
  };
}

interface NumberSettingProps extends FieldsProps {
  readonly field: NumberField;
  readonly description?: string;
  /** True if a visible label is already next to the field. */
  readonly hasVisibleLabel?: boolean;
  /** The ID of another element that describes the field. */
  readonly describedBy?: string;
}

export function NumberSetting({
  form,
  bin,
  canChange,
  field,
  description,
  hasVisibleLabel,
  describedBy,
}: NumberSettingProps) {
  const { t } = useTranslation();
  const id = useId();
  const chosenUnit = cropUnit.options.find((option) => option === form.getValues().cropUnit);
  const unit = useUnitSymbol(bin, chosenUnit)(field);
  const label = t(`settingsForm.fields.${field}`);
  return (
    <TextInput
      id={id}
      {...(hasVisibleLabel === true
        ? { 'aria-label': unit === '' ? label : `${label}, ${unit}` }
        : { label, ...(description !== undefined && { description }) })}
      {...(describedBy !== undefined && {
        attributes: { input: { 'aria-describedby': `${describedBy} ${id}-error` } },
      })}
      // Decimal keyboards on phones often have no minus key.
      inputMode="text"
      disabled={!canChange(field)}
      autoComplete="off"
      rightSection={unit === '' ? null : <span className={classes['unit']}>{unit}</span>}
      rightSectionWidth={unit === '' ? 0 : `${unit.length + 2}ch`}
      rightSectionPointerEvents="none"
      {...form.getInputProps(field)}
    />
  );
}

interface TextSettingProps extends FieldsProps {
  readonly field: TextField;
  readonly description?: ReactNode;
}

export function TextSetting({ form, canChange, field, description }: TextSettingProps) {
  const { t } = useTranslation();
  return (
    <TextInput
      label={t(`settingsForm.fields.${field}`)}
      description={description}
      autoComplete="off"
      maxLength={100}
      disabled={!canChange(field)}
      {...form.getInputProps(field)}
    />
  );
}

interface ChoiceSettingProps extends TextSettingProps {
  readonly data: NonNullable<NativeSelectProps['data']>;
}

export function ChoiceSetting({ form, canChange, field, data, description }: ChoiceSettingProps) {
  const { t } = useTranslation();
  return (
    <NativeSelect
      label={t(`settingsForm.fields.${field}`)}
      description={description}
      data={data}
      disabled={!canChange(field)}
      {...form.getInputProps(field)}
    />
  );
}

interface BooleanSelectProps extends FieldsProps {
  readonly field: FlagField;
  readonly description?: string;
  /** The labels for true and false. */
  readonly trueLabel: string;
  readonly falseLabel: string;
}

/** A select for a boolean whose two values have their own labels. */
export function BooleanSelect(props: BooleanSelectProps) {
  const { form, canChange, field, trueLabel, falseLabel, description } = props;
  const { t } = useTranslation();
  return (
    <NativeSelect
      label={t(`settingsForm.fields.${field}`)}
      description={description}
      data={[
        { value: 'no', label: falseLabel },
        { value: 'yes', label: trueLabel },
      ]}
      disabled={!canChange(field)}
      value={form.getValues()[field] ? 'yes' : 'no'}
      onChange={(event) => form.setFieldValue(field, event.currentTarget.value === 'yes')}
      error={form.errors[field]}
    />
  );
}

interface SwitchSettingProps extends FieldsProps {
  readonly field: FlagField;
  readonly description?: string;
}

export function SwitchSetting({ form, canChange, field, description }: SwitchSettingProps) {
  const { t } = useTranslation();
  const label = t(`settingsForm.fields.${field}`);
  return (
    <>
      <Switch
        className={classes['switch'] ?? ''}
        label={label}
        description={description}
        disabled={!canChange(field)}
        {...form.getInputProps(field, { type: 'checkbox' })}
      />
      <p className={classes['printed']}>
        {label}: {t(`settingsForm.${form.getValues()[field] ? 'on' : 'off'}`)}
      </p>
    </>
  );
}
