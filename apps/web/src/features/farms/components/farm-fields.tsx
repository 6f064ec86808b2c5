import { Select, SimpleGrid, Stack, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { type ClipboardEvent, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { parsePastedPosition } from '../../../lib/coordinates.ts';
import { useFormat } from '../../../lib/use-format.ts';
import type { FarmValues } from '../farm-values.ts';

export type FarmFormState = UseFormReturnType<FarmValues>;

interface FieldsProps {
  readonly form: FarmFormState;
}

export function AddressFields({ form }: FieldsProps) {
  const { t } = useTranslation();
  return (
    <Stack gap="md">
      <TextInput
        label={t('farmForm.name')}
        withAsterisk
        maxLength={100}
        autoComplete="off"
        {...form.getInputProps('name')}
      />
      <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="md">
        {(['city', 'state', 'country'] as const).map((name) => (
          <TextInput
            key={name}
            label={t(`farms.${name}`)}
            maxLength={100}
            autoComplete="off"
            {...form.getInputProps(name)}
          />
        ))}
      </SimpleGrid>
    </Stack>
  );
}

/** Coordinates; a pair copied from a map can be pasted into either field. */
export function CoordinateFields({ form }: FieldsProps) {
  const { t } = useTranslation();
  const onPaste = (event: ClipboardEvent) => {
    const pastedPosition = parsePastedPosition(event.clipboardData.getData('text'));
    if (pastedPosition === null) return;
    event.preventDefault();
    form.setValues(pastedPosition);
  };
  return (
    <SimpleGrid cols={2} spacing="md">
      {(
        [
          ['lat', 'latitude'],
          ['lng', 'longitude'],
        ] as const
      ).map(([name, label]) => (
        <TextInput
          key={name}
          label={t(`farmForm.${label}`)}
          // Decimal keyboards on phones often have no minus key.
          inputMode="text"
          autoComplete="off"
          onPaste={onPaste}
          {...form.getInputProps(name)}
        />
      ))}
    </SimpleGrid>
  );
}

export interface FarmBin {
  readonly id: number;
  readonly name: string;
}

interface SettingsProps extends FieldsProps {
  readonly bins: readonly FarmBin[];
  /** The saved time zone. */
  readonly timezone: string;
}

/**
 * The farm's time zone, the bin that its outdoor sensor is wired to, the sensor's status, and the price of
 * electricity.
 */
export function FarmSettingsFields({ form, bins, timezone }: SettingsProps) {
  const { t } = useTranslation();
  const { locale } = useFormat();
  const isZoneChanged = form.getValues().timezone !== timezone;
  const binOptions = useMemo(() => {
    const collator = new Intl.Collator(locale, { numeric: true });
    const sorted = [...bins].sort((a, b) => collator.compare(a.name, b.name));
    return sorted.map(({ id, name }) => ({
      value: String(id),
      label: t('farmForm.bin', { name, id }),
    }));
  }, [bins, locale, t]);
  return (
    <Stack gap="md">
      <ZoneField
        form={form}
        firstOption={{ value: timezone, label: timezone }}
        hint={t(isZoneChanged ? 'farmForm.timezoneRebuilt' : 'farmForm.timezoneHint')}
      />
      <Select
        label={t('farmForm.ambientBin')}
        data={[{ value: '', label: t('farmForm.noBin') }, ...binOptions]}
        allowDeselect={false}
        {...form.getInputProps('ambientBinId')}
      />
      <Select
        label={t('farmForm.ambientSensor')}
        data={(['disabled', 'enabled'] as const).map((value) => ({
          value,
          label: t(`farmForm.${value}`),
        }))}
        allowDeselect={false}
        {...form.getInputProps('ambientSensor')}
      />
      <TextInput
        label={t('farmForm.pricePerKwh')}
        description={t('farmForm.pricePerKwhHint')}
        inputMode="decimal"
        autoComplete="off"
        {...form.getInputProps('pricePerKwh')}
      />
    </Stack>
  );
}

interface ZoneProps extends FieldsProps {
  /** The first option, whose time zone the browser might not support. */
  readonly firstOption: { readonly value: string; readonly label: string };
  readonly hint: string;
}

export function ZoneField({ form, firstOption, hint }: ZoneProps) {
  const { t } = useTranslation();
  const { value, label } = firstOption;
  const zones = useMemo(() => [{ value, label }, ...listZonesExcept(value)], [value, label]);
  return (
    <Select
      label={t('farmForm.timezone')}
      description={hint}
      descriptionProps={{ role: 'status' }}
      data={zones}
      searchable
      allowDeselect={false}
      limit={60}
      nothingFoundMessage={t('farmForm.timezoneNone')}
      {...form.getInputProps('timezone')}
    />
  );
}

function listZonesExcept(excludedZone: string): string[] {
  const zones = new Set(['UTC', ...Intl.supportedValuesOf('timeZone')]);
  zones.delete(excludedZone);
  return [...zones];
}
