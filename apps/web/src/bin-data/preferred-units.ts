import { getMyInfo, type Profile } from '@granary/contract/accounts/http';
import type { CropUnit } from '@granary/contract/units';
import type { TemperatureUnit } from '@granary/domain/units';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '../lib/api.ts';

/** The units for lists of several bins; null shows each bin in its own units. */
export interface PreferredUnits {
  readonly temperature: TemperatureUnit | null;
  readonly grain: CropUnit | null;
}

const UNITS_OF_EACH_BIN: PreferredUnits = { temperature: null, grain: null };

/** The signed-in user's units. They change only when the profile is saved, which also updates this query. */
export const preferredUnitsQuery = queryOptions({
  queryKey: ['preferred-units'],
  queryFn: async ({ signal }) => toPreferredUnits(await call(getMyInfo, {}, signal)),
  staleTime: Number.POSITIVE_INFINITY,
});

export function toPreferredUnits(profile: Profile): PreferredUnits {
  return { temperature: profile.preferredTemperatureUnit, grain: profile.preferredCropUnit };
}

/** Returns the user's units; until they load, each bin's own units apply. */
export function usePreferredUnits(): PreferredUnits {
  return useQuery(preferredUnitsQuery).data ?? UNITS_OF_EACH_BIN;
}
