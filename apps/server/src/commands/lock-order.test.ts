import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addBin, addFarm, addUser, type TestBin } from '../../test/support/fixtures.ts';
import { addCommand } from '../../test/support/stored-commands.ts';
import { createTestDatabase, type TestDatabase } from '../../test/support/test-database.ts';
import { handleCommandChange, storeBoardAnswers } from '../app/command-changes.ts';
import { lockBin } from '../bins/store.ts';
import { lockBoards } from '../boards/assignment-store.ts';
import type { Trx } from '../platform/postgres/tables.ts';
import { storeEntry } from './entry-store.ts';
import { lockOpenCommands, storeStep } from './release-store.ts';
import { requestCommand } from './request-store.ts';

let database: TestDatabase;
let bin: TestBin;
let actorId: number;

beforeAll(async () => {
  database = await createTestDatabase();
  actorId = (await addUser(database.db, 'user')).id;
});

afterAll(() => database.dispose());

beforeEach(async () => {
  const farm = await addFarm(database.db, actorId, {});
  const scheduled = { fanAttached: true, fanMode: 'scheduled', installationMode: true } as const;
  bin = await addBin(database.db, farm.id, scheduled);
});

/**
 * Runs the first part of a transaction, starts another one, and lets both finish when the other one is
 * blocked.
 */
async function interleave(
  [first, rest]: readonly [(trx: Trx) => Promise<unknown>, (trx: Trx) => Promise<unknown>],
  other: (trx: Trx) => Promise<unknown>,
): Promise<void> {
  let continueFirst = () => {};
  const releaseSignal = new Promise<void>((resolve) => {
    continueFirst = resolve;
  });
  let reportStart = () => {};
  const startSignal = new Promise<void>((resolve) => {
    reportStart = resolve;
  });
  const firstRun = database.db.transaction().execute(async (trx) => {
    await first(trx);
    reportStart();
    await releaseSignal;
    await rest(trx);
  });
  await startSignal;
  const otherRun = database.db.transaction().execute(other);
  await expect.poll(countWaitingTransactions).toBe(1);
  continueFirst();
  await Promise.all([firstRun, otherRun]);
}

async function countWaitingTransactions(): Promise<number> {
  const { rows } = await sql<{ waiting: number }>`
    select count(*)::int as waiting from pg_locks
    join pg_stat_activity using (pid)
    where not granted and datname = current_database()`.execute(database.db);
  return rows[0]?.waiting ?? 0;
}

function request(trx: Trx, instruction: Parameters<typeof requestCommand>[1]['instruction']) {
  return requestCommand(trx, {
    binId: bin.id,
    instruction,
    controlType: 'manual',
    actorId,
    address: '',
    reason: '',
    expiresAt: null,
  });
}

async function readStates(): Promise<string[]> {
  const rows = await database.db
    .selectFrom('commands')
    .select('state')
    .where('binId', '=', bin.id)
    .orderBy('queuedAt')
    .execute();
  return rows.map(({ state }) => state);
}

const installationMode = { kind: 'installation-mode', isOn: true } as const;

describe('two transactions do not deadlock', () => {
  it('when a command expires while the settings of its bin are saved', async () => {
    const storedCommand = {
      kind: 'installation-mode',
      instruction: JSON.stringify(installationMode),
    } as const;
    await addCommand(database.db, bin, {
      ...storedCommand,
      queuedAt: new Date(Date.now() - 3_600_000),
    });
    await interleave(
      [
        async (trx) => {
          await lockBoards(trx, [bin.mainBoardId]);
          await lockBin(trx, bin.id);
        },
        (trx) => request(trx, { ...installationMode, isOn: false }),
      ],
      async (trx) => {
        const locked = await lockOpenCommands(trx, bin.mainBoardId);
        const command = locked?.openCommands.find(({ expiresAt }) => expiresAt < Date.now());
        if (!locked || !command) return;
        await storeStep(trx, { kind: 'expire', command, failure: null }, locked.now);
        const change = { command: { ...command, actorId }, message: '', at: locked.now };
        await handleCommandChange(trx, { ...change, kind: 'ended' });
      },
    );
    expect(await readStates()).toEqual(['superseded', 'queued']);
  });

  it('when someone uses the switch while someone else enters the bin', async () => {
    const queuedAt = new Date(Date.now() - 1000);
    await addCommand(database.db, bin, { controlType: 'scheduled', queuedAt });
    const receivedAt = new Date();
    await interleave(
      [
        (trx) => request(trx, { kind: 'fan', isOn: false, runForS: null }),
        (trx) => storeEntry(trx, bin.id, actorId, receivedAt),
      ],
      (trx) =>
        storeBoardAnswers(trx, {
          boards: [bin.mainBoardId],
          answers: [],
          binIdsWithReadings: [],
          airflows: [],
          controls: [
            {
              binId: bin.id,
              isLocked: null,
              isBySwitch: true,
              isAfterPowerOutage: false,
              isOn: true,
              receivedAt,
            },
          ],
        }),
    );
    expect(await readStates()).toEqual(['superseded', 'queued']);
  });
});
