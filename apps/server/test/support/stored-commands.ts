import { randomUUID } from 'node:crypto';
import { MINUTE } from '@granary/domain/units';
import type { Insertable, Kysely } from 'kysely';
import type { CommandsTable } from '../../src/platform/postgres/tables/commands.ts';
import type { Tables } from '../../src/platform/postgres/tables.ts';
import { TEST_START } from './test-app.ts';

/** Stores a command; by default, a queued command to turn on the bin's fan. */
export async function addCommand(
  db: Kysely<Tables>,
  bin: { readonly id: number; readonly mainBoardId: string; readonly binNumber?: number },
  overrides: Partial<Insertable<CommandsTable>> = {},
): Promise<string> {
  const queuedAt = overrides.queuedAt ?? new Date(TEST_START);
  const id = randomUUID();
  await db
    .insertInto('commands')
    .values({
      id,
      mainBoardId: bin.mainBoardId,
      binId: bin.id,
      binNumber: bin.binNumber ?? 1,
      kind: 'fan',
      seq: '1',
      text: 'setF00000001',
      instruction: JSON.stringify({ kind: 'fan', isOn: true, runForS: null }),
      controlType: 'manual',
      state: 'queued',
      queuedAt,
      expiresAt: new Date(queuedAt.getTime() + 5 * MINUTE),
      ...overrides,
    })
    .execute();
  return id;
}
