import { LANGUAGES } from '@granary/contract/accounts/http';
import { NativeSelect, SimpleGrid, Switch, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { languageNames } from '../../../lib/i18n.ts';
import type { ProfileValues } from '../profile-values.ts';
import { browserZone, formatZone, groupZones } from '../time-zones.ts';
import classes from './account-form.module.css';

interface FieldsProps {
  readonly form: UseFormReturnType<ProfileValues>;
}

interface SettingsProps extends FieldsProps {
  /** Empty if the profile has none yet. */
  readonly savedZone: string;
}

/** The time zone and language of the profile. */
export function ProfileSettings({ form, savedZone }: SettingsProps) {
  const { t } = useTranslation();
  const zones = groupZones(browserZone(), savedZone).map(({ group, zones }) => ({
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
    </SimpleGrid>
  );
}

/** What a distributor's customers see on their page of contacts. */
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

const channels = [
  ['notifiesByPush', 'byPush'],
  ['notifiesBySms', 'bySms'],
  ['notifiesByEmail', 'byEmail'],
] as const;

/** Which notifications the user gets, and how. */
export function NotificationSwitches({ form }: FieldsProps) {
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
    </fieldset>
  );
}
