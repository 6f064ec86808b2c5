import { LANGUAGES } from '@granary/contract/accounts/http';
import { cropUnit, temperatureUnit } from '@granary/contract/units';
import { NativeSelect, SimpleGrid, Switch, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { languageNames } from '../../../lib/i18n.ts';
import type { ProfileValues } from '../profile-values.ts';
import { formatZone, getBrowserZone, groupZones } from '../time-zones.ts';
import classes from './account-form.module.css';

interface FieldsProps {
  readonly form: UseFormReturnType<ProfileValues>;
}

interface SettingsProps extends FieldsProps {
  /** Empty if the profile has none yet. */
  readonly savedZone: string;
}

/** The time zone, language and units of the profile. */
export function ProfileSettings({ form, savedZone }: SettingsProps) {
  const { t } = useTranslation();
  const zones = groupZones(getBrowserZone(), savedZone).map(({ group, zones }) => ({
    group: t(`profile.${group}`),
    items: zones.map((zone) => ({ value: zone, label: formatZone(zone) })),
  }));
  const languages = LANGUAGES.map((value) => ({ value, label: languageNames[value] }));
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
      <NativeSelect
        label={t('profile.timezone')}
        data={zones}
        {...form.getInputProps('timezone')}
      />
      <NativeSelect
        label={t('profile.language')}
        description={t('profile.languageHint')}
        data={languages}
        {...form.getInputProps('language')}
      />
      <UnitChoice
        form={form}
        field="preferredTemperatureUnit"
        label={t('profile.temperatureUnit')}
        units={temperatureUnit.options}
      />
      <UnitChoice
        form={form}
        field="preferredCropUnit"
        label={t('profile.cropUnit')}
        units={cropUnit.options}
      />
    </SimpleGrid>
  );
}

/** What a distributor's customers see on their contacts page. */
export function OfficeFields({ form }: FieldsProps) {
  const { t } = useTranslation();
  return (
    <fieldset className={classes['group']}>
      <legend>{t('profile.office')}</legend>
      <TextInput
        label={t('contacts.address')}
        description={t('profile.officeHint')}
        maxLength={200}
        autoComplete="street-address"
        {...form.getInputProps('officeAddress')}
      />
      <TextInput
        label={t('contacts.hours')}
        description={t('profile.hoursHint', { hours: t('contacts.hoursText') })}
        maxLength={200}
        autoComplete="off"
        {...form.getInputProps('workingHours')}
      />
    </fieldset>
  );
}

type UnitField = 'preferredTemperatureUnit' | 'preferredCropUnit';
type Unit = NonNullable<ProfileValues[UnitField]>;

interface UnitChoiceProps extends FieldsProps {
  readonly field: UnitField;
  readonly label: string;
  readonly units: readonly Unit[];
}

/** Selects the unit for lists of several bins, or each bin's own unit. */
function UnitChoice({ form, field, label, units }: UnitChoiceProps) {
  const { t } = useTranslation();
  return (
    <NativeSelect
      label={label}
      data={[
        { value: '', label: formatUnit(null, t) },
        ...units.map((value) => ({ value, label: formatUnit(value, t) })),
      ]}
      value={form.values[field] ?? ''}
      onChange={(event) => {
        const chosenUnit = units.find((unit) => unit === event.currentTarget.value) ?? null;
        form.setFieldValue(field, chosenUnit);
      }}
      error={form.errors[field]}
    />
  );
}

export function formatUnit(unit: Unit | null, t: TFunction): string {
  switch (unit) {
    case null:
      return t('profile.asEachBin');
    case 'c':
      return t('settingsForm.celsius');
    case 'f':
      return t('settingsForm.fahrenheit');
    case 'bushels':
    case 'tonnes':
      return t(`units.grain.${unit}`);
  }
}

const channels = [
  ['notifiesByPush', 'byPush'],
  ['notifiesBySms', 'bySms'],
  ['notifiesByEmail', 'byEmail'],
] as const;

/** Which notifications the user gets, and how. */
export function NotificationSwitches({
  form,
  hasFarms,
}: FieldsProps & { readonly hasFarms: boolean }) {
  const { t } = useTranslation();
  return (
    <fieldset className={classes['group']}>
      <legend>{t('profile.notifications')}</legend>
      <Switch
        label={t('profile.notifies')}
        description={t('profile.notifiesHint')}
        {...form.getInputProps('notifies', { type: 'checkbox' })}
      />
      {channels.map(([name, label]) => (
        <Switch
          key={name}
          label={t(`profile.${label}`)}
          disabled={!form.values.notifies}
          {...form.getInputProps(name, { type: 'checkbox' })}
        />
      ))}
      {hasFarms && (
        <Switch
          label={t('profile.weekly')}
          description={t('profile.weeklyHint')}
          disabled={!form.values.notifies || !form.values.notifiesByEmail}
          {...form.getInputProps('notifiesWeekly', { type: 'checkbox' })}
        />
      )}
      <QuietHours form={form} />
    </fieldset>
  );
}

/** The hours in which only critical alerts are sent. */
function QuietHours({ form }: FieldsProps) {
  const { t } = useTranslation();
  return (
    <fieldset className={classes['group']} disabled={!form.values.notifies}>
      <legend>{t('profile.quiet')}</legend>
      <p>{t('profile.quietHint')}</p>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
        <TextInput
          type="time"
          label={t('profile.quietFrom')}
          {...form.getInputProps('quietFrom')}
        />
        <TextInput
          type="time"
          label={t('profile.quietUntil')}
          {...form.getInputProps('quietUntil')}
        />
      </SimpleGrid>
    </fieldset>
  );
}
