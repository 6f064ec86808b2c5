import type { Profile } from '@granary/contract/accounts/http';
import { canHaveCustomers, canOwnFarms, hasCapability } from '@granary/domain/access/roles';
import { TextInput } from '@mantine/core';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '../../../components/error-state.tsx';
import { MessageDialog } from '../../../components/message-dialog.tsx';
import { SubmitRow } from '../../../components/submit-row.tsx';
import { UnsavedGuard } from '../../../components/unsaved-guard.tsx';
import { languageNames } from '../../../lib/i18n.ts';
import type { ProfileField, ProfileValues } from '../profile-values.ts';
import { formatZone } from '../time-zones.ts';
import classes from './account-form.module.css';
import { ContactFields } from './contact-fields.tsx';
import {
  formatUnit,
  NotificationSwitches,
  OfficeFields,
  ProfileSettings,
} from './profile-fields.tsx';
import { StaleFieldsNotice } from './stale-fields-notice.tsx';
import { useProfileEdit } from './use-profile-edit.ts';

const REQUIRED_FIELDS = ['firstName', 'lastName', 'phone', 'city', 'state', 'country'] as const;

/** Edits the signed-in user's profile. Input is preserved if saving fails. */
export function ProfileForm({ initialProfile }: { readonly initialProfile: Profile }) {
  const { t } = useTranslation();
  const [isDone, setDone] = useState(false);
  const edit = useProfileEdit(initialProfile, (current, field) =>
    t('profile.staleField', { value: formatField(current, field, t) }),
  );
  const { form, profile, changes, saving, save, focusInvalid, languageError } = edit;
  const isStale = changes.length > 0;
  const hasFormError = saving.isError && !isStale && Object.keys(form.errors).length === 0;
  return (
    <>
      <UnsavedGuard isDirty={form.isDirty()} />
      <form
        noValidate
        className={classes['card']}
        onSubmit={form.onSubmit((values) => save(values, () => setDone(true)), focusInvalid)}
      >
        {hasFormError && <ErrorState error={saving.error} />}
        {isStale && <StaleFieldsNotice names={changes.map((field) => t(fieldLabels[field]))} />}
        {languageError && <ErrorState title={t('language.notLoaded')} error={languageError} />}
        <TextInput
          label={t('person.email')}
          type="email"
          readOnly
          value={profile.email}
          variant="filled"
        />
        <ContactFields
          getFieldProps={(field) => form.getInputProps(field)}
          requiredFields={REQUIRED_FIELDS}
          isCurrentUser
        />
        <ProfileSettings form={form} savedZone={profile.timezone} />
        {canHaveCustomers(profile.role) && <OfficeFields form={form} />}
        {hasCapability(profile.role, 'notifications.write') && (
          <NotificationSwitches form={form} hasFarms={canOwnFarms(profile.role)} />
        )}
        <SubmitRow buttonText={t('profile.save')} isBusy={saving.isPending} />
      </form>
      {isDone && (
        <MessageDialog
          title={t('profile.updated')}
          text={t('profile.updatedText')}
          onClose={() => setDone(false)}
        />
      )}
    </>
  );
}

const fieldLabels = {
  firstName: 'person.firstName',
  lastName: 'person.lastName',
  phone: 'person.phone',
  city: 'person.city',
  state: 'person.state',
  country: 'person.country',
  timezone: 'profile.timezone',
  language: 'profile.language',
  officeAddress: 'contacts.address',
  workingHours: 'contacts.hours',
  preferredTemperatureUnit: 'profile.temperatureUnit',
  preferredCropUnit: 'profile.cropUnit',
  notifies: 'profile.notifications',
  notifiesByPush: 'profile.byPush',
  notifiesBySms: 'profile.bySms',
  notifiesByEmail: 'profile.byEmail',
  notifiesWeekly: 'profile.weekly',
  quietFrom: 'profile.quietFrom',
  quietUntil: 'profile.quietUntil',
} as const satisfies Record<ProfileField, string>;

function formatField(values: ProfileValues, field: ProfileField, t: TFunction): string {
  const value = values[field];
  if (typeof value === 'boolean') return t(value ? 'profile.on' : 'profile.off');
  if (field === 'language') return languageNames[values.language];
  if (field === 'timezone') return formatZone(values.timezone);
  if (field === 'preferredTemperatureUnit' || field === 'preferredCropUnit') {
    return formatUnit(values[field], t);
  }
  return value || t('profile.empty');
}
