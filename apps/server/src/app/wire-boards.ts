import { findFirmwareHolders } from '../bins/settings-store.ts';
import { boardRoutes } from '../boards/routes.ts';
import { firmwareRoutes } from '../firmware/routes.ts';
import { NAMES_LOOKED_FOR } from '../platform/http/first-named.ts';
import { rawDataRoutes } from '../raw-data/routes.ts';
import type { Door, Ground } from './dependencies.ts';
import type { BoardEntrance } from './mqtt-server.ts';

/** Main boards' keys, what boards sent as it came, and the firmware they may run. */
export function boardRooms(
  { db, now, secrets }: Ground,
  { app, guard }: Door,
  entrance: BoardEntrance,
): void {
  boardRoutes(app, {
    ...{ db, guard, now },
    pepper: secrets.boardPepper,
    mqttAddress: entrance.address,
  });
  rawDataRoutes(app, { db, guard, now });
  firmwareRoutes(app, {
    ...{ db, guard, now },
    findFirmwareHolders: (trx, name, version) =>
      findFirmwareHolders(trx, name, version, NAMES_LOOKED_FOR),
  });
}
