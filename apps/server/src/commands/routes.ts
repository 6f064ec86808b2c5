import * as contract from '@granary/contract/commands/http';
import type { FanWeek } from '@granary/contract/fans/schedule';
import type { Actor } from '@granary/domain/access/access';
import type { StartBlock } from '@granary/domain/commands/release';
import type { FastifyInstance } from 'fastify';
import type { Caller, RoutePorts } from '../access/guard.ts';
import { requireSignedIn, toChangedBy } from '../access/signed-in.ts';
import { loadBin } from '../bins/store.ts';
import type { FanSituation } from '../fans/fan-state.ts';
import type { MessageKey } from '../locales/messages.ts';
import { formatReply } from '../platform/http/error-message.ts';
import { ApiError, fieldError, invalidFieldsError } from '../platform/http/error-response.ts';
import { serve } from '../platform/http/serve.ts';
import type { BinContext } from '../readings/bin-context.ts';
import {
  commandFan,
  type FanCommandOutcome,
  type FanCommandPorts,
  findMismatch,
} from './command-fan.ts';
import type { CloseEntryOutcome } from './enter-bin.ts';
import { requestReading } from './request-reading.ts';
import { serializeCommand, serializeFanDetails } from './serialize-fan.ts';
import {
  findBinWithLatestFanCommand,
  findLatestCommandsOfFarm,
  findLatestFanCommand,
  findLatestFanCommandOfBin,
  isLockedOut,
} from './store.ts';

export interface CommandPorts extends RoutePorts, Omit<FanCommandPorts, 'db'> {
  /** Loads the known state of a bin's fan. */
  loadFan(context: BinContext): Promise<FanSituation>;
  loadSchedule(binId: number): Promise<FanWeek>;
  /** Loads who is in or near a bin, and whether the caller may report that they are out. */
  loadEntries(context: BinContext, actor: Actor): Promise<contract.FanDetails['entries']>;
  openEntry(binId: number, changedBy: ChangedByCaller): Promise<'opened' | 'gone'>;
  /** If `entryId` is null, closes the caller's own entry, or the bin's only entry if the caller has none. */
  closeEntry(
    binId: number,
    entryId: number | null,
    changedBy: ChangedByCaller,
  ): Promise<CloseEntryOutcome>;
}

type ChangedByCaller = ReturnType<typeof toChangedBy>;

/** Adds the routes for fan commands, bin entry, and reading requests. */
export function commandRoutes(app: FastifyInstance, ports: CommandPorts): void {
  const { db, guard, now } = ports;

  serve(app, guard, contract.getLatestCommand, async ({ query }) => {
    const row = await findLatestFanCommand(db, query.mainBoardId);
    return row && serializeCommand(row);
  });

  serve(app, guard, contract.getLatestFarmCommands, async ({ query }) => {
    const rows = await findLatestCommandsOfFarm(db, query.farm_id);
    return rows.map(serializeCommand);
  });

  serve(app, guard, contract.getFanDetails, async ({ actor, query }) => {
    const { mainBoardId, topic, binNumber } = query;
    const binId = query.binId ?? (await findBinWithLatestFanCommand(db, mainBoardId ?? ''));
    const context = binId === null ? null : await loadBin(db, binId);
    if (!context) throw new ApiError('NOT_FOUND', 'binMissing');
    const field = findMismatch({ mainBoardId: topic, binNumber }, context, { kind: 'request' });
    if (field !== null) throw invalidFieldsError([field]);
    return loadFanDetails(ports, context, requireSignedIn(actor));
  });

  serve(app, guard, contract.sendFanCommand, async ({ actor, body, request }) => {
    assertQueued(await commandFan(ports, body, toChangedBy(actor, request, now())));
    return reloadFanDetails(ports, body.binId, actor);
  });

  serve(app, guard, contract.openEntry, async ({ actor, body, request }) => {
    const outcome = await ports.openEntry(body.binId, toChangedBy(actor, request, now()));
    if (outcome === 'gone') throw new ApiError('NOT_FOUND', 'binMissing');
    return reloadFanDetails(ports, body.binId, actor);
  });

  serve(app, guard, contract.closeEntry, async ({ actor, body, request }) => {
    const outcome = await ports.closeEntry(
      body.binId,
      body.entryId ?? null,
      toChangedBy(actor, request, now()),
    );
    if (outcome === 'gone') throw new ApiError('NOT_FOUND', 'binMissing');
    if (outcome === 'forbidden') throw new ApiError('FORBIDDEN', 'entryNotYours');
    if (outcome === 'several') throw new ApiError('CONFLICT', 'severalEntries');
    return reloadFanDetails(ports, body.binId, actor);
  });

  serve(app, guard, contract.sendReadingRequest, async ({ actor, body, request }) => {
    assertRequested(await requestReading(db, body.binId, toChangedBy(actor, request, now())));
    return formatReply(request, 'requestSent');
  });
}

function assertRequested(outcome: Awaited<ReturnType<typeof requestReading>>): void {
  if (outcome === 'gone') throw new ApiError('NOT_FOUND', 'binMissing');
  if (outcome === 'open') throw new ApiError('CONFLICT', 'requestPending');
}

async function reloadFanDetails(
  ports: CommandPorts,
  binId: number,
  caller: Caller,
): Promise<contract.FanDetails> {
  const context = await loadBin(ports.db, binId);
  if (!context) throw new ApiError('NOT_FOUND', 'binMissing');
  return loadFanDetails(ports, context, requireSignedIn(caller));
}

async function loadFanDetails(
  { db, loadFan, loadSchedule, loadEntries }: CommandPorts,
  context: BinContext,
  actor: Actor,
): Promise<contract.FanDetails> {
  const { bin } = context;
  // The command is read first: its confirmation and the fan's report are stored together, so the page never
  // shows the confirmation without the report.
  const requestedCommand = await findLatestFanCommandOfBin(db, bin.id);
  const [situation, isLocked, week, entries] = await Promise.all([
    loadFan(context),
    isLockedOut(db, bin.id),
    loadSchedule(bin.id),
    loadEntries(context, actor),
  ]);
  return serializeFanDetails(bin, requestedCommand, {
    ...situation,
    isLockedOut: isLocked,
    week,
    entries,
  });
}

const blockMessages: Readonly<Record<StartBlock, MessageKey>> = {
  entry: 'fanEntry',
  lockout: 'fanLockedOut',
  hold: 'fanHeld',
};

function assertQueued(outcome: FanCommandOutcome): void {
  switch (outcome.kind) {
    case 'queued':
      return;
    case 'gone':
      throw new ApiError('NOT_FOUND', 'binMissing');
    case 'no-fan':
      throw new ApiError('CONFLICT', 'fanMissing');
    case 'refused':
      throw new ApiError('CONFLICT', blockMessages[outcome.block]);
    case 'invalid':
      throw fieldError('INVALID_INPUT', outcome.field, 'commandMismatch');
  }
}
