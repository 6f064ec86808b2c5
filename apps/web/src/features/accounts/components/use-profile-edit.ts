import type { Profile } from '@granary/contract/accounts/http';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { plainRules } from '../../../lib/edit.ts';
import { fieldErrors, focusFirstWrong } from '../../../lib/field-errors.ts';
import { chooseLanguage } from '../../../lib/i18n.ts';
import { useEdit } from '../../../lib/use-edit.ts';
import { me } from '../api/get-profile.ts';
import { saveProfile } from '../api/save-profile.ts';
import { isPhoneShaped } from '../phone.ts';
import {
  fieldOfWire,
  fieldOrder,
  type ProfileField,
  type ProfileValues,
  valuesOf,
} from '../profile-values.ts';

/** How a field that was changed elsewhere stands now, in words. */
type SayField = (now: ProfileValues, field: ProfileField) => string;

/** The editing of one's own profile: an edit of an old version is put on top of what stands now. */
export function useProfileEdit(opened: Profile, say: SayField) {
  const client = useQueryClient();
  const [profile, setProfile] = useState(opened);
  const form = useProfileForm(valuesOf(opened));
  const rules = plainRules<Profile, ProfileValues>(fieldOrder, valuesOf, say);
  // The profile is saved, whether the page can speak its language or not.
  const speaking = useMutation({ mutationFn: chooseLanguage });
  const focusWrong = (errors: Readonly<Record<string, unknown>>) =>
    focusFirstWrong(form, errors, fieldOrder);
  const edit = useEdit({
    ...{ form, rules, base: [profile, setProfile], followed: me.queryKey },
    // It is one's own: what was changed elsewhere counts, but where it was typed in here, too.
    isToBeTold: (typed, base, now) => Object.keys(rules.clashes(typed, base, now)).length > 0,
    send: (values: ProfileValues, { version }: Profile) =>
      saveProfile(client, { ...values, version }),
    savedIn: (saved: Profile) => saved,
    readAnew: () => client.fetchQuery(me),
    errorsIn: (error) => fieldErrors(error, fieldOfWire),
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
      phone: (phone) => needed(phone) ?? (isPhoneShaped(phone) ? null : t('person.phoneInvalid')),
    },
  });
}
