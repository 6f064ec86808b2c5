import { cable as cableOnWire } from '@granary/contract/readings/reading-response';
import { renumberSensors } from '@granary/domain/cables/commands';
import type {
  CommandChange,
  CommandRequest,
  RequestOutcome,
} from '@granary/domain/commands/request';
import { type Millis, millis } from '@granary/domain/units';
import * as z from 'zod/mini';
import { recordBoardChange } from '../bins/record-board-change.ts';
import { loadBin, notifyBinsChanged } from '../bins/store.ts';
import type { Trx } from '../platform/postgres/tables.ts';
import type { BinContext } from '../readings/bin-context.ts';
import {
  type ConfigurationRow,
  completeConfiguration,
  failConfiguration,
  findConfiguration,
  findConfigurationOfCommand,
  moveStatuses,
  startConfiguration,
  storeAddresses,
  storeSecondCommand,
} from './store.ts';

export interface CableCommandPorts {
  requestCommand(trx: Trx, request: CommandRequest): Promise<RequestOutcome>;
  /** Recalculates the daily extremes of a bin with the current statuses. */
  rewriteDays(trx: Trx, context: BinContext): Promise<void>;
}

/** A cable change is abandoned after this time, ms. */
export const CABLE_CHANGE_EXPIRY_MS = 24 * 3_600_000;

/** Updates a cable change when the state of one of its commands changes. */
export async function applyCableCommand(
  ports: CableCommandPorts,
  trx: Trx,
  { command, kind, message, at }: CommandChange,
): Promise<void> {
  const row = await findConfigurationOfCommand(trx, command.id);
  if (row === null || row.status === 'completed') return;
  // A failed change is final once a newer change exists.
  if (row.status === 'failed' && (await findConfiguration(trx, row.binId))?.id !== row.id) return;
  switch (kind) {
    case 'released':
      return startConfiguration(trx, row.id, new Date(at));
    case 'ended':
      return failConfiguration(trx, row.id, message);
    case 'confirmed':
      // The second command follows the first. A late answer is accepted, because the board has executed the
      // command.
      return row.receivedAt === null
        ? sendSecondCommand(ports, trx, row, { command, kind, message, at })
        : completeCableChange(ports, trx, row, at);
  }
}

async function sendSecondCommand(
  { requestCommand }: CableCommandPorts,
  trx: Trx,
  { id, binId, commands }: ConfigurationRow,
  { command, at }: CommandChange,
): Promise<void> {
  const [, text = ''] = commands;
  const outcome = await requestCommand(trx, {
    binId,
    instruction: { kind: 'cable', text },
    controlType: 'manual',
    actorId: command.actorId,
    address: '',
    reason: '',
    expiresAt: millis(at + CABLE_CHANGE_EXPIRY_MS),
  });
  if (outcome.kind === 'queued') await storeSecondCommand(trx, id, outcome.id, new Date(at));
}

/** Updates a bin's settings after its board has confirmed the new address and positions. */
async function completeCableChange(
  { rewriteDays }: CableCommandPorts,
  trx: Trx,
  { id, binId, change }: ConfigurationRow,
  at: Millis,
): Promise<void> {
  await completeConfiguration(trx, id);
  const oldContext = await loadBin(trx, binId);
  const cable = oldContext?.cables.find(({ cableId }) => cableId === change?.oldId);
  if (!oldContext || !cable || change === null) return;
  const statusesMoved = await moveStatuses(trx, binId, cable.cable, renumberSensors(change));
  if (statusesMoved) {
    const updatedContext = await loadBin(trx, binId);
    if (updatedContext) await rewriteDays(trx, updatedContext);
    await notifyBinsChanged(trx, [oldContext.bin.mainBoardId]);
  }
  if (change.newId !== null) await storeAddress(trx, oldContext, change.oldId, change.newId, at);
}

/**
 * Returns the cables with a new address assigned to one of them. If another cable was given that address in
 * the meantime, that cable's address becomes unknown (-1), because an address identifies one cable.
 */
function assignAddress(
  cables: BinContext['cables'],
  oldId: number,
  newId: number,
): BinContext['cables'][number][] {
  return cables.map((cable) => {
    if (cable.cableId === oldId) return { ...cable, cableId: newId };
    return cable.cableId === newId ? { ...cable, cableId: -1 } : cable;
  });
}

async function storeAddress(
  trx: Trx,
  { bin, cables }: BinContext,
  oldId: number,
  newId: number,
  at: Millis,
): Promise<void> {
  const updatedCables = assignAddress(cables, oldId, newId);
  const version = await storeAddresses(
    trx,
    bin.id,
    new Map(updatedCables.map(({ cable, cableId }) => [cable, cableId])),
  );
  const change = {
    field: 'cable_names',
    before: cables.map((cable) => z.encode(cableOnWire, cable)),
    after: updatedCables.map((cable) => z.encode(cableOnWire, cable)),
  } as const;
  await recordBoardChange(trx, bin, [change], { version, at });
}
