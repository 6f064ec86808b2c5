import * as contract from '@granary/contract/commands/http';
import { millis } from '@granary/domain/units';
import type { FastifyInstance } from 'fastify';
import type { RoutePorts } from '../access/guard.ts';
import { serve } from '../platform/http/serve.ts';
import type { CommandRow } from '../platform/postgres/tables.ts';
import { findLatestCommand, findLatestCommandsOfFarm } from './store.ts';

/** The latest fan commands of boards. */
export function commandRoutes(app: FastifyInstance, { db, guard }: RoutePorts): void {
  serve(app, guard, contract.getLatestCommand, async ({ query }) => {
    const row = await findLatestCommand(db, query.mainBoardId);
    return row && serializeCommand(row);
  });

  serve(app, guard, contract.getLatestCommandsOfFarm, async ({ query }) => {
    const rows = await findLatestCommandsOfFarm(db, query.farm_id);
    return rows.map(serializeCommand);
  });
}

function serializeCommand({
  text: command,
  mainBoardId,
  releasedAt,
}: CommandRow): contract.FanCommand {
  const sent = { command, mainBoardId };
  if (releasedAt === null) return { ...sent, status: 'unpublished', releasedAt: null };
  return { ...sent, status: 'released', releasedAt: millis(releasedAt.getTime()) };
}
