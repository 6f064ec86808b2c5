import { getMapSettings } from '@granary/contract/places/http';
import { HOUR, MINUTE } from '@granary/domain/units';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';

/** The map settings, such as whether satellite tiles are available, and their attribution. */
export const mapSettingsQuery = queryOptions({
  queryKey: ['map-settings'],
  queryFn: ({ signal }) => call(getMapSettings, {}, signal),
  staleTime: 5 * MINUTE,
  // The signature in the tile path changes daily and is valid for up to three days.
  refetchInterval: 12 * HOUR,
});
