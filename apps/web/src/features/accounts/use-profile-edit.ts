import type { Profile } from '@granary/contract/accounts/http';
import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../lib/api-error.ts';
import { fieldErrors, focusFirstWrong } from '../../lib/field-errors.ts';
import { me } from './get-me.ts';
import { isPhoneShaped } from './phone.ts';
import {
  fieldOfWire,
  fieldOrder,
  type ProfileField,
  type ProfileValues,
  rebased,
  valuesOf,
} from './profile-values.ts';
import { useSaveProfile } from './save-profile.ts';

/** How a field that was changed elsewhere stands now, in words. */
type SayField = (now: ProfileValues, field: ProfileField) => string;

/** The editing of one's own profile: an edit of an old version is put on top of what stands now. */
export function useProfileEdit(opened: Profile, say: SayField) {
  const client = useQueryClient();
  const [profile, setProfile] = useState(opened);
  const [changed, setChanged] = useState<readonly ProfileField[]>([]);
  const form = useProfileForm(valuesOf(opened));
  const saving = useSaveProfile();

  const take = (now: Profile, values: ProfileValues) => {
    setProfile(now);
    form.setInitialValues(valuesOf(now));
    form.setValues(values);
  };
  const rebase = async (error: ApiError) => {
    const fresh = client.fetchQuery(me);
    // Where it cannot be read, what the server said of the edit stands.
    const now = await fresh.catch(() => null);
    if (now === null) return;
    const fields = fieldsIn(error);
    const [typed, before, after] = [form.getValues(), valuesOf(profile), valuesOf(now)];
    take(now, rebased(typed, before, after));
    const mine = fields.filter((field) => typed[field] !== before[field]);
    form.setErrors(Object.fromEntries(mine.map((field) => [field, say(after, field)])));
    setChanged(fields);
  };
  const focusWrong = (errors: Readonly<Record<string, unknown>>) =>
    focusFirstWrong(form, errors, fieldOrder);
  const onError = (error: Error) => {
    if (error instanceof ApiError && error.code === 'CONFLICT') {
      void rebase(error);
      return;
    }
    const errors = fieldErrors(error, fieldOfWire);
    form.setErrors(errors);
    focusWrong(errors);
  };
  const save = (values: ProfileValues, onSaved: () => void) => {
    setChanged([]);
    const onSuccess = (saved: Profile) => {
      take(saved, valuesOf(saved));
      onSaved();
    };
    saving.mutate({ ...values, version: profile.version }, { onSuccess, onError });
  };
  return { form, profile, changed, saving, save, focusWrong };
}

/** A form whose fields are required, but for the switches, the time zone and the language. */
function useProfileForm(initialValues: ProfileValues) {
  const { t } = useTranslation();
  const needed = (text: string) => (text.trim() === '' ? t('person.required') : null);
  return useForm<ProfileValues>({
    initialValues,
    validate: {
      ...{ firstName: needed, lastName: needed, city: needed, state: needed, country: needed },
      phone: (phone) => needed(phone) ?? (isPhoneShaped(phone) ? null : t('person.phoneInvalid')),
    },
  });
}

function fieldsIn(error: ApiError): ProfileField[] {
  const named = fieldErrors(error, fieldOfWire);
  return fieldOrder.filter((field) => named[field] !== undefined);
}
