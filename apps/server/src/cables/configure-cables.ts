import { buildCableCommands, type CableChange } from '@granary/domain/cables/commands';
import { type ChangedBy, recordChange } from '../audit/record-change.ts';
import { loadBin, lockBin } from '../bins/store.ts';
import type { Db } from '../platform/postgres/tables.ts';
import type { BinContext } from '../readings/bin-context.ts';
import { findConfiguration, replacePendingConfiguration } from './store.ts';

export interface CableChangeRequest extends CableChange {
  readonly binId: number;
  /** If given, these must be the bin's own. */
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
  /** The field, by its name on the wire. */
  | { readonly kind: 'invalid'; readonly field: string };

/** Stores a change of a bin's cables, to be sent to its board. */
export async function configureCables(
  db: Db,
  request: CableChangeRequest,
  by: ChangedBy,
): Promise<ConfigureOutcome> {
  const { binId } = request;
  return db.transaction().execute(async (trx) => {
    const locked = await lockBin(trx, binId);
    const context = locked && (await loadBin(trx, binId));
    if (!context) return { kind: 'gone' };
    const problem = findProblem(request, context);
    if (problem) return problem;
    const before = await findConfiguration(trx, binId);
    if (before?.status === 'in_progress') return { kind: 'in-progress' };
    const { version = before?.id } = request;
    if (before?.status === 'pending' && before.id !== version) return { kind: 'unseen' };
    const commands = buildCableCommands(request);
    await replacePendingConfiguration(trx, { binId, commands, at: new Date(by.at) });
    const pending = before?.status === 'pending' ? before.commands.join(' ') : null;
    await recordChange(trx, {
      ...by,
      act: 'changed',
      subject: 'bin',
      subjectId: binId,
      subjectName: context.bin.name,
      changes: [{ field: 'commands_in_process', before: pending, after: commands.join(' ') }],
    });
    return { kind: 'accepted' };
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
  return null;
}
