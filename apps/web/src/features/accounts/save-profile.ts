import { type Language, type Profile, updateUser } from '@granary/contract/accounts/http';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { call, type RequestOf } from '../../lib/api.ts';
import { chooseLanguage } from '../../lib/i18n.ts';
import { storeUsername } from '../../lib/session.ts';
import { me } from './get-me.ts';

type ProfileEdit = RequestOf<typeof updateUser>['body'];

/** Changes one's own profile; the name in the top bar and the language follow. */
export function useSaveProfile() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (edit: ProfileEdit) => call(updateUser, { body: edit }),
    onSuccess: async (saved: Profile) => {
      client.setQueryData(me.queryKey, saved);
      storeUsername(`${saved.firstName} ${saved.lastName}`.trim());
      await chooseLanguage(saved.language);
    },
  });
}

/** Keeps the language of the page with the profile, for the mails that go to it. */
export async function keepLanguage(client: QueryClient, language: Language): Promise<void> {
  client.setQueryData(me.queryKey, await call(updateUser, { body: { language } }));
}
