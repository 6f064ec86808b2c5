import { AUDIT_PAGE_SIZE } from '@granary/contract/audit/http';
import { type RawBuilder, sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  addCustomerFixtures,
  addUser,
  type CustomerFixtures,
} from '../../test/support/fixtures.ts';
import { createTestApp, type TestApp } from '../../test/support/test-app.ts';
import { migrations } from '../platform/postgres/migrations/index.ts';
import type { UserRow } from '../platform/postgres/tables.ts';
import { recordChange } from './record-change.ts';
import { buildPageQuery, findChanges } from './store.ts';

let granary: TestApp;
let fixtures: CustomerFixtures;

beforeAll(async () => {
  granary = await createTestApp();
});

afterAll(() => granary.dispose());

beforeEach(async () => {
  await granary.db.deleteFrom('auditEntries').execute();
  fixtures = await addCustomerFixtures(granary.db);
});

/** Records a change to a user. */
function addChange(actor: UserRow, name: string, changedUser: UserRow): Promise<void> {
  return granary.db.transaction().execute((trx) =>
    recordChange(trx, {
      at: granary.now(),
      actor,
      address: '192.0.2.1',
      act: 'changed',
      subject: 'user',
      subjectId: changedUser.id,
      subjectName: name,
      changes: [{ field: 'city', before: 'Roland', after: 'Winkler' }],
    }),
  );
}

/** A node of a PostgreSQL query plan. */
interface PlanNode {
  readonly 'Relation Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly Plans?: readonly PlanNode[];
}

/** The number of entries that a query read. */
function countEntriesRead(node: PlanNode): number {
  const { 'Actual Rows': actualRows, 'Rows Removed by Filter': removed = 0 } = node;
  const ownCount =
    node['Relation Name'] === 'audit_entries' ? (actualRows + removed) * node['Actual Loops'] : 0;
  return (node.Plans ?? []).reduce((sum, child) => sum + countEntriesRead(child), ownCount);
}

/**
 * Copies each entry `times` times. `clauses` filters and orders the copies; in it, `n` is the number of a
 * copy of an entry.
 */
function copyEntries(times: number, clauses: RawBuilder<unknown>) {
  return sql`
    insert into audit_entries
      (at, actor_id, actor_name, address, act, subject, subject_id, subject_name, owner_id,
        distributor_id, changes)
    select at, actor_id, actor_name, address, act, subject, subject_id, subject_name, owner_id,
      distributor_id, changes
    from audit_entries, generate_series(1, ${times}::integer) n ${clauses}`.execute(granary.db);
}

type Entry = { readonly subject_name: string };

async function readSubjectNames(reader: UserRow, query = ''): Promise<string[]> {
  const token = await granary.createToken(reader);
  const response = await granary.call({ url: `/api/audit${query}`, token });
  return (response.body as unknown as { data: Entry[] }).data.map((entry) => entry.subject_name);
}

describe('the list of changes', () => {
  it('is newest first, with all fields', async () => {
    const { admin, farmer } = fixtures;
    await addChange(admin, 'first', farmer.user);
    granary.advance(1_000);
    await addChange(admin, 'second', farmer.user);
    expect(await readSubjectNames(admin)).toEqual(['second', 'first']);
    const token = await granary.createToken(admin);
    const response = await granary.call({ url: '/api/audit', token });
    expect((response.body as unknown as { data: unknown[] }).data[0]).toEqual({
      id: expect.any(String),
      date_time: new Date(granary.now()).toISOString(),
      actor_id: String(admin.id),
      actor_name: `${admin.firstName} Last`,
      address: '192.0.2.1',
      act: 'changed',
      subject: 'user',
      subject_name: 'second',
      subject_id: String(farmer.user.id),
      changes: [{ field: 'city', before: 'Roland', after: 'Winkler' }],
    });
  });

  it('shows a distributor changes to their own account and to their customers, including deleted customers', async () => {
    const { admin, distributor, otherDistributor, farmer, neighbor, stranger } = fixtures;
    const deletedUser = await addUser(granary.db, 'user', {
      distributorId: distributor.id,
      isDeleted: true,
    });
    await addChange(admin, 'own', farmer.user);
    await addChange(farmer.user, 'by own customer', farmer.user);
    await addChange(admin, 'deleted', deletedUser);
    await addChange(distributor, 'themselves', distributor);
    await addChange(distributor, 'by them, to a customer who was later reassigned', neighbor.user);
    await addChange(admin, 'other customer', neighbor.user);
    await addChange(otherDistributor, 'others', stranger.user);
    await addChange(admin, 'an admin', admin);
    expect(await readSubjectNames(distributor)).toEqual([
      'by them, to a customer who was later reassigned',
      'themselves',
      'deleted',
      'by own customer',
      'own',
    ]);
    expect(await readSubjectNames(otherDistributor)).toEqual(['others']);
    expect(await readSubjectNames(admin)).toHaveLength(8);
  });

  it("shows, in a customer's scope, the changes to what they own and the changes they made", async () => {
    const { admin, farmer, stranger } = fixtures;
    await addChange(admin, 'to them', farmer.user);
    await addChange(farmer.user, 'by them', stranger.user);
    await addChange(farmer.user, 'by them, to them', farmer.user);
    await addChange(admin, 'others', stranger.user);
    const findNames = async (userId?: number) => {
      const { rows } = await findChanges(granary.db, farmer.user, userId, 1);
      return rows.map((row) => row.subjectName);
    };
    expect(await findNames()).toEqual(['by them, to them', 'by them', 'to them']);
    expect(await findNames(stranger.user.id)).toEqual(['by them']);
  });

  it("can be filtered by user, within the reader's scope", async () => {
    const { admin, distributor, otherDistributor, farmer, stranger } = fixtures;
    await addChange(admin, 'to them', farmer.user);
    await addChange(farmer.user, 'by them', stranger.user);
    await addChange(admin, 'others', stranger.user);
    const query = `?user_id=${farmer.user.id}`;
    expect(await readSubjectNames(admin, query)).toEqual(['by them', 'to them']);
    expect(await readSubjectNames(distributor, query)).toEqual(['to them']);
    expect(await readSubjectNames(otherDistributor, query)).toEqual(['by them']);
    expect(await readSubjectNames(distributor, `?user_id=${stranger.user.id}`)).toEqual([]);
    expect(await readSubjectNames(distributor, '?user_id=2000000000')).toEqual([]);
  });

  it('shows a new distributor only changes since they took over the customer', async () => {
    const { admin, distributor, otherDistributor, farmer } = fixtures;
    const assign = async ({ id }: UserRow) => {
      const body = { user_id: String(farmer.user.id), distributor_id: String(id) };
      const token = await granary.createToken(admin);
      const url = '/api/user/assignDistributor';
      const { status } = await granary.call({ method: 'POST', url, token, body });
      expect(status).toBe(200);
    };
    const name = `${farmer.user.firstName} Last`;
    await addChange(admin, 'before', farmer.user);
    await assign(otherDistributor);
    await addChange(admin, 'between', farmer.user);
    expect(await readSubjectNames(otherDistributor)).toEqual(['between', name]);
    expect(await readSubjectNames(otherDistributor, `?user_id=${farmer.user.id}`)).toEqual([
      'between',
      name,
    ]);
    expect(await readSubjectNames(distributor)).toEqual([]);
    await assign(distributor);
    await addChange(admin, 'after', farmer.user);
    expect(await readSubjectNames(distributor)).toEqual(['after', name]);
    expect(await readSubjectNames(otherDistributor)).toEqual([]);
    expect(await readSubjectNames(admin)).toHaveLength(5);
    // The migration gives older entries the same distributors.
    const readDistributors = () =>
      granary.db.selectFrom('auditEntries').select(['id', 'distributorId']).orderBy('id').execute();
    const expected = await readDistributors();
    await sql`alter table audit_entries drop column distributor_id`.execute(granary.db);
    await sql`create index audit_entries_moved on audit_entries (id)`.execute(granary.db);
    await migrations['0015-changes-of-customers']?.up(granary.db);
    expect(await readDistributors()).toEqual(expected);
  });

  it('has pages of fifty entries', async () => {
    const { admin, farmer } = fixtures;
    for (let i = 0; i < 120; i++) await addChange(admin, `${i}`, farmer.user);
    const names = Array.from({ length: 120 }, (_, i) => `${119 - i}`);
    expect(await readSubjectNames(admin)).toEqual(names.slice(0, 50));
    expect(await readSubjectNames(admin, '?page=2')).toEqual(names.slice(50, 100));
    expect(await readSubjectNames(admin, '?page=3')).toEqual(names.slice(100));
    expect(await readSubjectNames(admin, '?page=4')).toEqual([]);
    const token = await granary.createToken(admin);
    const second = await granary.call({ url: '/api/audit?page=2', token });
    expect(second.body).toMatchObject({
      pagination: {
        currentPage: 2,
        totalPages: 3,
        totalCount: 120,
        total_is_least: false,
        limit: 50,
        hasNextPage: true,
        hasPrevPage: true,
      },
    });
    for (const page of ['0', '-1', '1.5', 'x', '100001']) {
      const response = await granary.call({ url: `/api/audit?page=${page}`, token });
      expect(response.status, page).toBe(422);
    }
  });

  it('is counted up to a limit', async () => {
    const { admin, distributor, farmer } = fixtures;
    await addChange(admin, 'first', farmer.user);
    await copyEntries(10_000, sql`order by id`);
    for (const reader of [admin, distributor]) {
      const token = await granary.createToken(reader);
      const response = await granary.call({ url: '/api/audit', token });
      expect(response.body).toMatchObject({ pagination: { total: 10_000, total_is_least: true } });
    }
  });

  it("is read from an index, without reading other users' entries", async () => {
    const { admin, distributor, farmer, stranger } = fixtures;
    await addChange(admin, 'of a stranger', stranger.user);
    await addChange(admin, 'of a customer', farmer.user);
    await addChange(distributor, 'by themselves', admin);
    // A hundred entries of each of the other kinds, then 20,000 newer ones about the stranger.
    await copyEntries(
      20_000,
      sql`where n <= 100 or subject_name = 'of a stranger' order by subject_name = 'of a stranger'`,
    );
    await sql`vacuum analyze audit_entries`.execute(granary.db);
    const queries = [
      [distributor, undefined],
      [distributor, farmer.user.id],
      [distributor, distributor.id],
      [admin, undefined],
      [admin, farmer.user.id],
    ] as const;
    for (const [actor, userId] of queries) {
      const { rows } = await sql<{ 'QUERY PLAN': readonly { Plan: PlanNode }[] }>`
        explain (analyze, timing off, format json) ${buildPageQuery(actor, userId, 1)}`.execute(
        granary.db,
      );
      const plan = rows[0]?.['QUERY PLAN'][0]?.Plan;
      if (plan === undefined) throw new Error('PostgreSQL returned no plan');
      expect(countEntriesRead(plan), `${actor.role} ${userId}`).toBeLessThanOrEqual(
        4 * AUDIT_PAGE_SIZE,
      );
    }
  });
});
