import { buildCableCommands, type CableChange } from '@granary/domain/cables/commands';
import type { Kysely, Transaction } from 'kysely';
import { type ChangedBy, recordChange } from '../audit/record-change.ts';
import type { Tables } from '../platform/postgres/tables.ts';
import type { BinContext } from '../readings/bin-context.ts';
import { findConfiguration, lockBin, writeConfiguration } from './store.ts';

export interface ConfigurePorts {
  readonly db: Kysely<Tables>;
  loadBin(trx: Kysely<Tables> | Transaction<Tables>, id: number): Promise<BinContext | null>;
}

export interface CableChangeRequest extends CableChange {
  readonly binId: number;
  /** Where they are named, they have to be those of the bin. */
  readonly mainBoardId?: string;
  readonly binNumber?: number;
  /** The wish that was read: another is not replaced; without it, whatever waits is. */
  readonly version?: number;
}

export type ConfigureOutcome =
  | {
      readonly kind:
        | 'waiting'
        | 'gone'
        | 'in-progress'
        | 'unseen'
        | 'unknown-cable'
        | 'address-taken';
    }
  /** The field, by its name on the wire. */
  | { readonly kind: 'invalid'; readonly field: string };

/** Notes what is to change on a bin's cables, for its board to be told. */
export async function configureCables(
  { db, loadBin }: ConfigurePorts,
  wish: CableChangeRequest,
  by: ChangedBy,
): Promise<ConfigureOutcome> {
  const { binId } = wish;
  return db.transaction().execute(async (trx) => {
    await lockBin(trx, binId);
    const context = await loadBin(trx, binId);
    if (!context) return { kind: 'gone' };
    const problem = findProblem(wish, context);
    if (problem) return problem;
    const before = await findConfiguration(trx, binId);
    if (before?.status === 'in_progress') return { kind: 'in-progress' };
    const { version = before?.id } = wish;
    if (before?.status === 'pending' && before.id !== version) return { kind: 'unseen' };
    const commands = buildCableCommands(wish);
    await writeConfiguration(trx, { binId, commands, at: new Date(by.at) });
    const { name } = context.bin;
    const waited = before?.status === 'pending' ? before.commands.join(' ') : null;
    await recordChange(trx, {
      ...{ ...by, act: 'changed', subject: 'bin', subjectId: binId, subjectName: name },
      changes: [{ field: 'commands_in_process', before: waited, after: commands.join(' ') }],
    });
    return { kind: 'waiting' };
  });
}

function findProblem(
  wish: CableChangeRequest,
  { bin, cables }: BinContext,
): ConfigureOutcome | null {
  const { oldId, newId, sensorCode, positions } = wish;
  if (wish.mainBoardId !== undefined && wish.mainBoardId !== bin.mainBoardId) {
    return { kind: 'invalid', field: 'bin_topic' };
  }
  if (wish.binNumber !== undefined && wish.binNumber !== bin.binNumber) {
    return { kind: 'invalid', field: 'bin_number' };
  }
  if (!cables.some(({ cableId }) => cableId === oldId)) return { kind: 'unknown-cable' };
  if (cables.some(({ cableId }) => cableId === newId)) return { kind: 'address-taken' };
  if (sensorCode !== '76' && positions.length === 0) {
    return { kind: 'invalid', field: 'sensor_positions' };
  }
  return null;
}
