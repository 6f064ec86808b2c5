import {
  type FanCommand,
  getLatestCommand,
  getLatestCommandsOfFarm,
} from '@granary/contract/commands/http';
import { millis } from '@granary/domain/units';
import type { FastifyInstance } from 'fastify';
import type { Caller } from '../access/guard.ts';
import { type Guard, serve } from '../platform/http/serve.ts';
import type { Db, FanCommandRow } from '../platform/postgres/tables.ts';
import { findLatestCommand, findLatestCommandsOfFarm } from './store.ts';

export interface CommandPorts {
  readonly db: Db;
  readonly guard: Guard<Caller>;
}

/** The latest fan commands of boards. */
export function commandRoutes(app: FastifyInstance, { db, guard }: CommandPorts): void {
  serve(app, guard, getLatestCommand, async ({ query }) => {
    const row = await findLatestCommand(db, query.mainBoardId);
    return row && serializeCommand(row);
  });

  serve(app, guard, getLatestCommandsOfFarm, async ({ query }) => {
    const rows = await findLatestCommandsOfFarm(db, query.farm_id);
    return rows.map(serializeCommand);
  });
}

function serializeCommand({ command, mainBoardId, releasedAt }: FanCommandRow): FanCommand {
  const sent = { command, mainBoardId };
  if (releasedAt === null) return { ...sent, status: 'unpublished', releasedAt: null };
  return { ...sent, status: 'released', releasedAt: millis(releasedAt.getTime()) };
}
