import type { Profile } from '@granary/contract/accounts/http';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { makeFieldRules } from '../../../lib/edit.ts';
import { focusFirstInvalid, toFieldErrors } from '../../../lib/field-errors.ts';
import { chooseLanguage } from '../../../lib/i18n.ts';
import { useEdit } from '../../../lib/use-edit.ts';
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

/** How a field that was changed elsewhere stands now, in words. */
type FormatField = (now: ProfileValues, field: ProfileField) => string;

/** The editing of one's own profile: an edit of an old version is put on top of what stands now. */
export function useProfileEdit(opened: Profile, say: FormatField) {
  const client = useQueryClient();
  const [profile, setProfile] = useState(opened);
  const form = useProfileForm(toProfileValues(opened));
  const rules = makeFieldRules<Profile, ProfileValues>(fieldOrder, toProfileValues, say);
  // The profile is saved, whether the page can speak its language or not.
  const speaking = useMutation({ mutationFn: chooseLanguage });
  const focusWrong = (errors: Readonly<Record<string, unknown>>) =>
    focusFirstInvalid(form, errors, fieldOrder);
  const edit = useEdit({
    ...{ form, rules, base: [profile, setProfile], watchedKey: profileQuery.queryKey },
    // It is one's own: what was changed elsewhere counts, but where it was typed in here, too.
    mustShowChanges: (typed, base, now) =>
      Object.keys(rules.findConflicts(typed, base, now)).length > 0,
    send: (values: ProfileValues, { version }: Profile) =>
      saveProfile(client, { ...values, version }),
    toSaved: (saved: Profile) => saved,
    reload: () => client.fetchQuery(profileQuery),
    toFieldErrors: (error) => toFieldErrors(error, fieldByWireName),
    focus: focusWrong,
  });
  const save = (values: ProfileValues, onSaved: () => void) => {
    speaking.reset();
    edit.save(values, () => {
      // The page may speak another language than mails do: this edit alone changes either.
      if (values.language !== profile.language) speaking.mutate(values.language);
      onSaved();
    });
  };
  return { ...edit, form, profile, save, focusWrong, languageError: speaking.error };
}

/** A form whose fields are required, but for the switches, the time zone and the language. */
function useProfileForm(initialValues: ProfileValues) {
  const { t } = useTranslation();
  const needed = (text: string) => (text.trim() === '' ? t('person.required') : null);
  return useForm<ProfileValues>({
    initialValues,
    validate: {
      ...{ firstName: needed, lastName: needed, city: needed, state: needed, country: needed },
      phone: (phone) => needed(phone) ?? (isValidPhone(phone) ? null : t('person.phoneInvalid')),
    },
  });
}
