import {
  buildCableCommands,
  type CableChange,
  MAX_POSITION,
  renumberSensors,
} from '@granary/domain/cables/commands';
import type { CommandRequest, RequestOutcome } from '@granary/domain/commands/request';
import { millis } from '@granary/domain/units';
import { type ChangedBy, recordBinChange } from '../audit/record-change.ts';
import { loadBin, lockBin } from '../bins/store.ts';
import { lockBoards } from '../boards/assignment-store.ts';
import type { Db, Trx } from '../platform/postgres/tables.ts';
import type { BinContext } from '../readings/bin-context.ts';
import { CABLE_CHANGE_EXPIRY_MS } from './apply-cable-command.ts';
import {
  deletePendingConfigurations,
  findConfiguration,
  replacePendingConfiguration,
} from './store.ts';

/** The API caller who changes cables. */
type ChangedByCaller = ChangedBy & { readonly actor: { readonly id: number } };

export interface CableChangeRequest extends CableChange {
  readonly binId: number;
  /** If given, these must match the bin's board and number. */
  readonly mainBoardId?: string;
  readonly binNumber?: number;
  /** The pending change that the caller has read; without it, any pending change is replaced. */
  readonly version?: number;
}

export type ConfigureOutcome =
  | {
      readonly kind:
        | 'accepted'
        | 'gone'
        | 'in-progress'
        | 'unseen'
        | 'unknown-cable'
        | 'address-taken';
    }
  /** The field, named as on the wire. */
  | { readonly kind: 'invalid'; readonly field: string };

export interface ConfigurePorts {
  readonly db: Db;
  requestCommand(trx: Trx, request: CommandRequest): Promise<RequestOutcome>;
  cancelCommands(trx: Trx, binIds: readonly number[], kind: 'cable'): Promise<void>;
}

/** Stores a change to a bin's cables, and requests its first command. */
export async function configureCables(
  { db, requestCommand }: ConfigurePorts,
  request: CableChangeRequest,
  changedBy: ChangedByCaller,
): Promise<ConfigureOutcome> {
  const { binId } = request;
  return db.transaction().execute(async (trx) => {
    const unlockedContext = await loadBin(trx, binId);
    if (!unlockedContext) return { kind: 'gone' };
    await lockBoards(trx, [unlockedContext.bin.mainBoardId]);
    const lockedBin = await lockBin(trx, binId);
    const context = lockedBin && (await loadBin(trx, binId));
    if (!context) return { kind: 'gone' };
    const problem = findProblem(request, context);
    if (problem) return problem;
    const configuration = await findConfiguration(trx, binId);
    if (configuration?.status === 'in_progress') return { kind: 'in-progress' };
    const { version = configuration?.id } = request;
    if (configuration?.status === 'pending' && configuration.id !== version)
      return { kind: 'unseen' };
    const commands = buildCableCommands(request);
    const outcome = await requestCommand(trx, {
      binId,
      instruction: { kind: 'cable', text: commands[0] },
      controlType: 'manual',
      actorId: changedBy.actor.id,
      address: changedBy.address,
      reason: '',
      expiresAt: millis(changedBy.at + CABLE_CHANGE_EXPIRY_MS),
    });
    if (outcome.kind !== 'queued') return { kind: 'gone' };
    await replacePendingConfiguration(trx, {
      binId,
      change: toChange(request),
      commands,
      commandId: outcome.id,
      at: new Date(changedBy.at),
    });
    const pendingCommands =
      configuration?.status === 'pending' ? configuration.commands.join(' ') : null;
    await recordBinChange(trx, context.bin.id, {
      ...changedBy,
      act: 'commanded',
      changes: [
        { field: 'commands_in_process', before: pendingCommands, after: commands.join(' ') },
      ],
    });
    return { kind: 'accepted' };
  });
}

function toChange({ oldId, newId, position, sensorCode, positions }: CableChange): CableChange {
  return { oldId, newId, position, sensorCode, positions };
}

/** Withdraws a cable change that has not been sent to the board yet. */
export async function withdrawCableChange(
  { db, cancelCommands }: ConfigurePorts,
  { binId, version }: { readonly binId: number; readonly version: number },
  changedBy: ChangedByCaller,
): Promise<'withdrawn' | 'gone' | 'in-progress' | 'unseen'> {
  return db.transaction().execute(async (trx) => {
    const unlockedContext = await loadBin(trx, binId);
    if (!unlockedContext) return 'gone';
    await lockBoards(trx, [unlockedContext.bin.mainBoardId]);
    const bin = await lockBin(trx, binId);
    if (!bin) return 'gone';
    const configuration = await findConfiguration(trx, binId);
    if (configuration?.status === 'in_progress') return 'in-progress';
    if (configuration?.status !== 'pending') return 'withdrawn';
    if (configuration.id !== version) return 'unseen';
    await cancelCommands(trx, [binId], 'cable');
    await deletePendingConfigurations(trx, [binId]);
    await recordBinChange(trx, bin.id, {
      ...changedBy,
      act: 'changed',
      changes: [
        { field: 'commands_in_process', before: configuration.commands.join(' '), after: null },
      ],
    });
    return 'withdrawn';
  });
}

function findProblem(
  request: CableChangeRequest,
  { bin, cables }: BinContext,
): ConfigureOutcome | null {
  const { oldId, newId, sensorCode, positions } = request;
  if (request.mainBoardId !== undefined && request.mainBoardId !== bin.mainBoardId) {
    return { kind: 'invalid', field: 'bin_topic' };
  }
  if (request.binNumber !== undefined && request.binNumber !== bin.binNumber) {
    return { kind: 'invalid', field: 'bin_number' };
  }
  if (!cables.some(({ cableId }) => cableId === oldId)) return { kind: 'unknown-cable' };
  if (cables.some(({ cableId }) => cableId === newId)) return { kind: 'address-taken' };
  if (sensorCode !== '76' && positions.length === 0) {
    return { kind: 'invalid', field: 'sensor_positions' };
  }
  if (Math.max(0, ...renumberSensors(request).values()) > MAX_POSITION) {
    return { kind: 'invalid', field: 'new_sensor_position' };
  }
  return null;
}
