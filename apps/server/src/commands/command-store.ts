import type { Command } from '@granary/domain/commands/command';
import type { CommandChange } from '@granary/domain/commands/request';
import { type Millis, millis } from '@granary/domain/units';
import type { Selectable } from 'kysely';
import type { CommandsTable } from '../platform/postgres/tables/commands.ts';
import type { Trx } from '../platform/postgres/tables.ts';

export function toMillis(date: Date): Millis {
  return millis(date.getTime());
}

/**
 * Converts a stored command; null for a command from a server version that did not yet send commands to
 * boards.
 */
export function toCommand(row: Selectable<CommandsTable>): Command | null {
  const { instruction } = row;
  if (instruction === null) return null;
  return {
    id: row.id,
    binId: row.binId,
    binNumber: row.binNumber,
    instruction,
    controlType: row.controlType,
    seq: Number(row.seq),
    state: row.state,
    queuedAt: toMillis(row.queuedAt),
    expiresAt: toMillis(row.expiresAt),
    attempts: row.attempts,
    sentAt: row.sentAt && toMillis(row.sentAt),
    confirmedAt: row.confirmedAt && toMillis(row.confirmedAt),
    failure: row.failure,
  };
}

/** Called when a command changes, in the same transaction, so that other features can react. */
export type CommandChangeHandler = (trx: Trx, change: CommandChange) => Promise<void>;
