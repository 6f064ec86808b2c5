import { getMapSettings } from '@granary/contract/places/http';
import { MINUTE } from '@granary/domain/units';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';

/** Whether there are pictures for the map, and whose. */
export const mapSettingsQuery = queryOptions({
  queryKey: ['map-settings'],
  queryFn: ({ signal }) => call(getMapSettings, {}, signal),
  staleTime: 5 * MINUTE,
});
