import type { Farm } from '@granary/contract/farms/http';
import type { FarmDetailRow } from './store.ts';

/** A farm as the API returns it. */
export function serializeFarm(row: FarmDetailRow): Farm {
  return {
    id: row.id,
    documentId: row.id,
    name: row.name,
    city: row.city,
    state: row.state,
    country: row.country,
    ownerId: row.ownerId,
    lat: row.lat,
    lng: row.lng,
    timezone: row.timezone,
    ambientSensorAttached: row.ambientSensorAttached,
    ambientBinId: row.liveAmbientBinId,
    pricePerKwh: row.pricePerKwh,
    binCount: row.binCount,
    version: row.version,
  };
}
