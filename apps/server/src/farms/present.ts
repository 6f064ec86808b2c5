import type { Farm } from '@granary/contract/farms/http';
import type { CountedFarmRow } from './store.ts';

/** A farm as it is served. */
export function presentFarm(row: CountedFarmRow): Farm {
  const { id, name, city, state, country, ownerId, lat, lng, timezone, version } = row;
  const { ambientSensorAttached, liveAmbientBinId, binCount } = row;
  return {
    ...{ id, documentId: id, name, city, state, country, ownerId, lat, lng, timezone },
    ...{ ambientSensorAttached, ambientBinId: liveAmbientBinId, binCount, version },
  };
}
