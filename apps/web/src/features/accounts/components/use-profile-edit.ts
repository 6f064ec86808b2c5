import type { Profile } from '@granary/contract/accounts/http';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { makeFieldRules } from '../../../lib/edit.ts';
import { focusFirstInvalid, toFieldErrors } from '../../../lib/field-errors.ts';
import { chooseLanguage } from '../../../lib/i18n.ts';
import { useEdit } from '../../../lib/use-edit.ts';
import { useForm } from '../../../lib/use-form.ts';
import { profileQuery } from '../api/get-profile.ts';
import { saveProfile } from '../api/save-profile.ts';
import { isValidPhone } from '../contact-validation.ts';
import {
  fieldByWireName,
  fieldOrder,
  type ProfileField,
  type ProfileValues,
  toProfileValues,
} from '../profile-values.ts';

/** Formats the current value of a field that was changed elsewhere. */
type FormatField = (current: ProfileValues, field: ProfileField) => string;

/** Edits the profile; edits to an old version are rebased onto the current one. */
export function useProfileEdit(initialProfile: Profile, format: FormatField) {
  const client = useQueryClient();
  const [profile, setProfile] = useState(initialProfile);
  const form = useProfileForm(toProfileValues(initialProfile));
  const rules = makeFieldRules<Profile, ProfileValues>(fieldOrder, toProfileValues, format);
  // The profile is saved even if its language cannot be loaded.
  const changeLanguage = useMutation({ mutationFn: chooseLanguage });
  const focusInvalid = (errors: Readonly<Record<string, unknown>>) =>
    focusFirstInvalid(form, errors, fieldOrder);
  const edit = useEdit({
    form,
    rules,
    base: [profile, setProfile],
    watchedKey: profileQuery.queryKey,
    // Changes made elsewhere are applied without a message, except in fields that were edited here too.
    mustShowChanges: (typed, base, latest) =>
      Object.keys(rules.findConflicts(typed, base, latest)).length > 0,
    send: (values: ProfileValues, { version }: Profile) =>
      saveProfile(client, { ...values, version }),
    toEntity: (saved: Profile) => saved,
    reload: () => client.fetchQuery(profileQuery),
    toFieldErrors: (error) => toFieldErrors(error, fieldByWireName),
    focus: focusInvalid,
  });
  const save = (values: ProfileValues, onSaved: () => void) => {
    changeLanguage.reset();
    edit.save(values, () => {
      // The page's language can differ from the profile's, so it is switched only if the user changed the
      // profile's language.
      if (values.language !== profile.language) changeLanguage.mutate(values.language);
      onSaved();
    });
  };
  return { ...edit, form, profile, save, focusInvalid, languageError: changeLanguage.error };
}

/** The name, phone number, city, state and country are required. */
function useProfileForm(initialValues: ProfileValues) {
  const { t } = useTranslation();
  const validateRequired = (text: string) => (text.trim() === '' ? t('person.required') : null);
  return useForm<ProfileValues>({
    initialValues,
    validate: {
      firstName: validateRequired,
      lastName: validateRequired,
      city: validateRequired,
      state: validateRequired,
      country: validateRequired,
      phone: (phone) =>
        validateRequired(phone) ?? (isValidPhone(phone) ? null : t('person.phoneInvalid')),
    },
  });
}
