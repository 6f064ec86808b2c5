import type { ChangedField } from '@granary/contract/audit/fields';
import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addCustomerFixtures, type CustomerFixtures } from '../../test/support/fixtures.ts';
import { TEST_START } from '../../test/support/test-app.ts';
import { createTestDatabase, type TestDatabase } from '../../test/support/test-database.ts';
import type { Tables } from '../platform/postgres/tables.ts';
import {
  type AuditedChange,
  compareFields,
  findChangedFields,
  recordChange,
} from './record-change.ts';

let database: TestDatabase;
let db: Kysely<Tables>;
let fixtures: CustomerFixtures;

beforeAll(async () => {
  database = await createTestDatabase();
  ({ db } = database);
  fixtures = await addCustomerFixtures(db);
});

afterAll(() => database.dispose());

function record(overrides: Partial<AuditedChange> = {}): Promise<void> {
  const { admin, farmer } = fixtures;
  const change: AuditedChange = {
    at: TEST_START,
    actor: admin,
    address: '192.0.2.1',
    act: 'changed',
    subject: 'farm',
    subjectId: farmer.farm.id,
    subjectName: farmer.farm.name,
    changes: [],
    ...overrides,
  };
  return db.transaction().execute((trx) => recordChange(trx, change));
}

const loadNewestEntry = () =>
  db.selectFrom('auditEntries').selectAll().orderBy('id', 'desc').executeTakeFirstOrThrow();

/** Whether a transaction is waiting for another one. */
async function isTransactionWaiting(): Promise<boolean> {
  const { rows } = await sql`
    select 1 from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
  return rows.length > 0;
}

describe('the changes between two states', () => {
  it('are the fields that differ, except the ID and the version', () => {
    const before = { id: '1', name: 'North', lat: 49.5, tags: ['a'], note: null, version: 1 };
    const after = { id: '1', name: 'South', lat: 49.5, tags: ['a', 'b'], note: null, version: 2 };
    expect(compareFields(before, after)).toEqual([
      { field: 'name', before: 'North', after: 'South' },
      { field: 'tags', before: ['a'], after: ['a', 'b'] },
    ]);
    expect(compareFields(before, before)).toEqual([]);
  });

  it('are all fields of an added or deleted subject', () => {
    expect(compareFields(null, { id: '1', name: 'North' })).toEqual([
      { field: 'name', before: null, after: 'North' },
    ]);
    expect(compareFields({ name: 'North', lat: 0 }, null)).toEqual([
      { field: 'name', before: 'North', after: null },
      { field: 'lat', before: 0, after: null },
    ]);
  });
});

describe('recording a change', () => {
  it('looks up the owner of the subject and the name of the actor', async () => {
    const { admin, farmer, distributor } = fixtures;
    const { id: userId } = farmer.user;
    const subjects = [
      ['user', userId, userId],
      ['user', distributor.id, distributor.id],
      ['farm', farmer.farm.id, userId],
      ['bin', farmer.bin.id, userId],
      ['board', farmer.bin.mainBoardId, userId],
      ['settings', '', null],
    ] as const;
    for (const [subject, subjectId, ownerId] of subjects) {
      await record({ subject, subjectId });
      expect(await loadNewestEntry(), subject).toMatchObject({
        subject,
        ownerId,
        actorId: admin.id,
      });
    }
    expect((await loadNewestEntry()).actorName).toBe(`${admin.firstName} Last`);
    await db
      .updateTable('users')
      .set({ firstName: '', lastName: '' })
      .where('id', '=', admin.id)
      .execute();
    await record();
    expect((await loadNewestEntry()).actorName).toBe(admin.email);
    await record({ actor: null });
    expect(await loadNewestEntry()).toMatchObject({ actorId: null, actorName: '' });
  });

  it('is rolled back with the change', async () => {
    const { id } = await loadNewestEntry();
    const failedChange = db.transaction().execute(async (trx) => {
      const { farm } = fixtures.farmer;
      await recordChange(trx, {
        at: TEST_START,
        actor: null,
        address: '',
        act: 'deleted',
        subject: 'farm',
        subjectId: farm.id,
        subjectName: farm.name,
        changes: [],
      });
      throw new Error('simulated failure');
    });
    await expect(failedChange).rejects.toThrow('simulated failure');
    expect((await loadNewestEntry()).id).toBe(id);
  });

  it('blocks a change of distributor, which then hides the entry from the previous distributor', async () => {
    const { admin, sibling, otherDistributor } = fixtures;
    const { user, farm } = sibling;
    const commonFields = {
      at: TEST_START,
      actor: admin,
      address: '192.0.2.1',
      act: 'changed',
    } as const;
    const entryTransaction = await db.startTransaction().execute();
    const farmSubject = { subject: 'farm', subjectId: farm.id, subjectName: farm.name } as const;
    await recordChange(entryTransaction, { ...commonFields, ...farmSubject, changes: [] });
    let isReassigned = false;
    const pendingReassignment = db.transaction().execute(async (trx) => {
      const newDistributor = { distributorId: otherDistributor.id };
      await trx.updateTable('users').set(newDistributor).where('id', '=', user.id).execute();
      const subject = { subject: 'user', subjectId: user.id, subjectName: 'Moved' } as const;
      const [before, after] = [user.distributorId, otherDistributor.id];
      await recordChange(trx, {
        ...commonFields,
        ...subject,
        changes: [{ field: 'distributor', before, after }],
      });
      isReassigned = true;
    });
    // If the reassignment did not wait for the entry, it would be committed first.
    await expect.poll(async () => isReassigned || (await isTransactionWaiting())).toBe(true);
    await entryTransaction.commit().execute();
    await pendingReassignment;
    const entries = db.selectFrom('auditEntries').select('distributorId');
    const farmEntries = entries
      .where('subject', '=', 'farm')
      .where('subjectId', '=', String(farm.id));
    expect(await farmEntries.execute()).toEqual([{ distributorId: null }]);
    expect((await loadNewestEntry()).distributorId).toBe(otherDistributor.id);
  });

  it('keeps the beginning of long text, and replaces lone surrogates', async () => {
    const changes = [
      { field: 'notes' as const, before: 'x\uD83D', after: `${'y'.repeat(499)}😀z` },
    ];
    await record({ changes });
    expect((await loadNewestEntry()).changes).toEqual([
      { field: 'notes', before: 'x\uFFFD', after: `${'y'.repeat(499)}\uFFFD…` },
    ]);
  });

  it('keeps the part of long text around the first difference', async () => {
    const same = 'a'.repeat(600);
    const before = `${same}old${'b'.repeat(600)}`;
    await record({
      changes: [
        { field: 'notes', before, after: `${same}new` },
        { field: 'crop_name', before: null, after: same },
      ],
    });
    const context = 'a'.repeat(60);
    expect((await loadNewestEntry()).changes).toEqual([
      { field: 'notes', before: `…${context}old${'b'.repeat(437)}…`, after: `…${context}new` },
      { field: 'crop_name', before: null, after: `${'a'.repeat(500)}…` },
    ]);
  });
});

describe('the changes since a version', () => {
  it('are the fields changed in any later version, without duplicates', async () => {
    const subjectId = fixtures.neighbor.farm.id;
    const change = (version: number, ...fields: ChangedField[]) =>
      record({
        subjectId,
        version,
        changes: fields.map((field) => ({ field, before: 1, after: 2 })),
      });
    await change(2, 'city');
    await change(3, 'lat', 'lng');
    await change(4, 'lng', 'timezone');
    await record({ changes: [{ field: 'farm_name', before: 1, after: 2 }] });
    const findFieldsSince = (version: number) =>
      db.transaction().execute((trx) => findChangedFields(trx, 'farm', subjectId, version));
    expect((await findFieldsSince(2)).sort()).toEqual(['lat', 'lng', 'timezone']);
    expect(await findFieldsSince(1)).toContain('city');
    expect(await findFieldsSince(4)).toEqual([]);
  });
});
