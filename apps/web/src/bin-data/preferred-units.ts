import { getMyInfo, type Profile } from '@granary/contract/accounts/http';
import type { CropUnit } from '@granary/contract/units';
import type { TemperatureUnit } from '@granary/domain/units';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '../lib/api.ts';

/** The units of lists of several bins; null shows each bin in its own. */
export interface PreferredUnits {
  readonly temperature: TemperatureUnit | null;
  readonly grain: CropUnit | null;
}

const OWN_UNITS: PreferredUnits = { temperature: null, grain: null };

/** The signed-in user's units. They change only when the profile is saved, which updates them. */
export const preferredUnitsQuery = queryOptions({
  queryKey: ['preferred-units'],
  queryFn: async ({ signal }) => toPreferredUnits(await call(getMyInfo, {}, signal)),
  staleTime: Number.POSITIVE_INFINITY,
});

export function toPreferredUnits(profile: Profile): PreferredUnits {
  return { temperature: profile.preferredTemperatureUnit, grain: profile.preferredCropUnit };
}

/** The user's units; those of each bin until they are loaded. */
export function usePreferredUnits(): PreferredUnits {
  return useQuery(preferredUnitsQuery).data ?? OWN_UNITS;
}
