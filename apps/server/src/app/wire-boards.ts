import { findBinsWithFirmware } from '../bins/settings/store.ts';
import { findRefusals } from '../boards/problems-store.ts';
import { boardRoutes } from '../boards/routes.ts';
import { firmwareRoutes } from '../firmware/routes.ts';
import { NAME_QUERY_LIMIT } from '../platform/http/name-list.ts';
import { rawDataRoutes } from '../raw-data/routes.ts';
import type { Dependencies, HttpServer } from './dependencies.ts';
import type { MqttServer } from './mqtt-server.ts';

/** Wires the routes of main boards: their keys, raw data and firmware. */
export function wireBoards(
  { db, now, secrets, securityEvents }: Dependencies,
  { app, guard }: HttpServer,
  mqttServer: MqttServer,
): void {
  boardRoutes(app, {
    db,
    guard,
    now,
    pepper: secrets.boardPepper,
    record: (event) => securityEvents.record(event),
    getMqttAddress: mqttServer.getAddress,
  });
  rawDataRoutes(app, { db, guard, now, findRefusedSignIns: (ids) => findRefusals(db, ids) });
  firmwareRoutes(app, {
    db,
    guard,
    now,
    findBinsWithFirmware: (trx, name, version) =>
      findBinsWithFirmware(trx, name, version, NAME_QUERY_LIMIT),
  });
}
