import { type Language, type Profile, updateUser } from '@granary/contract/accounts/http';
import { fullName } from '@granary/domain/accounts/full-name';
import type { QueryClient } from '@tanstack/react-query';
import { preferredUnitsQuery, toPreferredUnits } from '../../../bin-data/preferred-units.ts';
import { call, type RouteRequest } from '../../../lib/api.ts';
import { storeFullName } from '../../../lib/session.ts';
import { profileQuery } from './get-profile.ts';

type ProfileEdit = RouteRequest<typeof updateUser>['body'];

/** Saves the signed-in user's profile, and updates the name in the top bar and the user's preferred units. */
export async function saveProfile(client: QueryClient, edit: ProfileEdit): Promise<Profile> {
  const savedProfile = await call(updateUser, { body: edit });
  client.setQueryData(profileQuery.queryKey, savedProfile);
  storeFullName(fullName(savedProfile));
  client.setQueryData(preferredUnitsQuery.queryKey, toPreferredUnits(savedProfile));
  return savedProfile;
}

/** Saves the page's language in the profile, for emails. */
export async function saveLanguage(client: QueryClient, language: Language): Promise<void> {
  client.setQueryData(profileQuery.queryKey, await call(updateUser, { body: { language } }));
}
