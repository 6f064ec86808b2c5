import * as contract from '@granary/contract/inventory/http';
import { getActorScope } from '@granary/domain/access/access';
import { DAY, type Millis } from '@granary/domain/units';
import type { FastifyInstance } from 'fastify';
import type { RoutePorts } from '../access/guard.ts';
import { requireSignedIn, toChangedBy } from '../access/signed-in.ts';
import { formatReply } from '../platform/http/error-message.ts';
import {
  ApiError,
  editConflictError,
  invalidFieldsError,
} from '../platform/http/error-response.ts';
import { serve } from '../platform/http/serve.ts';
import {
  addLoad,
  changeLoad,
  deleteLoad,
  type LedgerPorts,
  restoreLoad,
  serializeDeletedLoad,
  serializeLoad,
} from './change-ledger.ts';
import { checkLevel, type LevelSensor } from './check-level.ts';
import { findDeletedLoads, findLoads, findMonthlyLoads } from './store.ts';

export interface InventoryPorts extends LedgerPorts, RoutePorts {
  /** The level sensor of a bin; null if the bin has none, or no size. */
  findLevelSensor(binId: number): Promise<LevelSensor | null>;
}

/** Entries must not be in the future; a day is allowed for clocks and time zones. */
const MAX_TIME_AHEAD = DAY;
/** An earlier date is a typo. */
const EARLIEST_TIME = Date.UTC(1900, 0, 1);

/** Reads and changes the ledger of a bin: its loads and unloads. */
export function inventoryRoutes(app: FastifyInstance, ports: InventoryPorts): void {
  const { db, guard, now } = ports;
  const list = async (binId: number, type: contract.LoadType | null) =>
    (await findLoads(db, binId, type)).map(serializeLoad);
  const assertPast = (at: Millis) => {
    if (at < EARLIEST_TIME || at > now() + MAX_TIME_AHEAD) throw invalidFieldsError(['date_time']);
  };

  serve(app, guard, contract.getBinLedger, ({ query }) => list(query.bin_sensor_id, null));
  serve(app, guard, contract.getAllBinLoads, ({ query }) => list(query.bin_sensor_id, 'load'));
  serve(app, guard, contract.getAllBinUnloads, ({ query }) => list(query.bin_sensor_id, 'unload'));

  serve(app, guard, contract.getMonthlyLoads, ({ actor, query }) =>
    findMonthlyLoads(db, getActorScope(requireSignedIn(actor)), query.month),
  );

  serve(app, guard, contract.checkBinLoad, ({ params }) =>
    checkLevel(db, (binId) => ports.findLevelSensor(binId), params.id),
  );

  serve(app, guard, contract.addBinLoad, async ({ actor, body, request }) => {
    assertPast(body.at);
    const load = { ...body, at: new Date(body.at) };
    const addedLoad = await addLoad(ports, load, toChangedBy(actor, request, now()));
    if (!addedLoad) throw new ApiError('NOT_FOUND', 'binMissing');
    return addedLoad;
  });

  serve(app, guard, contract.changeBinLoad, async ({ actor, params, body, request }) => {
    assertPast(body.at);
    const edit = { ...body, at: new Date(body.at), id: params.id };
    const outcome = await changeLoad(ports, edit, toChangedBy(actor, request, now()));
    switch (outcome.kind) {
      case 'saved':
        return outcome.load;
      case 'gone':
        throw new ApiError('NOT_FOUND', 'notFound');
      case 'stale':
        throw editConflictError(outcome.fields);
    }
  });

  serve(app, guard, contract.deleteBinLoad, async ({ actor, params, body, request }) => {
    const target = { id: params.id, version: body.version };
    const outcome = await deleteLoad(ports, target, toChangedBy(actor, request, now()));
    if (outcome === 'gone') throw new ApiError('NOT_FOUND', 'notFound');
    if (outcome === 'stale') throw new ApiError('CONFLICT', 'conflict');
    return formatReply(request, 'loadDeleted');
  });

  serve(app, guard, contract.getDeletedBinLoads, async ({ query }) =>
    (await findDeletedLoads(db, query.bin_sensor_id)).map(serializeDeletedLoad),
  );

  serve(app, guard, contract.restoreBinLoad, async ({ actor, body, request }) => {
    const restoredLoad = await restoreLoad(ports, body, toChangedBy(actor, request, now()));
    if (restoredLoad === null) throw new ApiError('NOT_FOUND', 'notFound');
    return restoredLoad;
  });
}
