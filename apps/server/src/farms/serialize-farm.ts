import type { Farm } from '@granary/contract/farms/http';
import type { FarmDetailRow } from './store.ts';

/** A farm as it is served. */
export function serializeFarm(row: FarmDetailRow): Farm {
  const { id, name, city, state, country, ownerId, lat, lng, timezone, version } = row;
  const { ambientSensorAttached, liveAmbientBinId, binCount } = row;
  return {
    ...{ id, documentId: id, name, city, state, country, ownerId, lat, lng, timezone },
    ...{ ambientSensorAttached, ambientBinId: liveAmbientBinId, binCount, version },
  };
}
