import type { SearchModel } from '@granary/contract/search/models';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  addBin,
  addCustomerFixtures,
  addFarm,
  addUser,
  type CustomerFixtures,
} from '../../test/support/fixtures.ts';
import { createTestApp, type TestApp } from '../../test/support/test-app.ts';
import type { UserRow } from '../platform/postgres/tables.ts';
import { buildMatchQuery } from './store.ts';

let granary: TestApp;
let fixtures: CustomerFixtures;

beforeAll(async () => {
  granary = await createTestApp();
  fixtures = await addCustomerFixtures(granary.db);
});

afterAll(() => granary.dispose());

type SearchResult = Readonly<Record<string, string | null>>;

async function search(user: UserRow, model: SearchModel, text: string): Promise<SearchResult[]> {
  const token = await granary.createToken(user);
  const request = { method: 'POST', url: '/api/user/search/', token } as const;
  const { status, body } = await granary.call({ ...request, body: { model, text } });
  expect(status).toBe(200);
  return body.RESP_MSG as SearchResult[];
}

const toIds = (found: readonly SearchResult[]) => found.map(({ _id }) => Number(_id));

async function addNamedBin(name: string, ownerId = fixtures.farmer.user.id): Promise<number> {
  const farm = await addFarm(granary.db, ownerId);
  return (await addBin(granary.db, farm.id, { name })).id;
}

/** Inserts rows with the given names in bulk. */
const insertMany = {
  users: (names: readonly string[], _ownerId: number, distributorId: number) =>
    sql`insert into users (email, password_hash, role, distributor_id, last_name)
      select name || '@many.example', '-', 'user', ${distributorId}, name
      from unnest(${names}::text[]) name`.execute(granary.db),
  farms: (names: readonly string[], ownerId: number) =>
    sql`insert into farms (owner_id, name, timezone)
      select ${ownerId}, name, 'UTC' from unnest(${names}::text[]) name`.execute(granary.db),
  bins: async (names: readonly string[], ownerId: number) => {
    const farm = await addFarm(granary.db, ownerId);
    await sql`insert into main_boards (id, farm_id, key_hash)
      select replace(name, ' ', '-'), ${farm.id}, '-' from unnest(${names}::text[]) name`.execute(
      granary.db,
    );
    await sql`insert into bins (farm_id, main_board_id, bin_number, name, crop)
      select ${farm.id}, replace(name, ' ', '-'), 1, name, 'Wheat' from unnest(${names}::text[]) name`.execute(
      granary.db,
    );
  },
};

describe('searching', () => {
  it('finds bins by name or main board, with their owners and farms', async () => {
    const farm = await addFarm(granary.db, fixtures.farmer.user.id);
    await granary.db
      .updateTable('farms')
      .set({ city: 'Roland', state: 'MB' })
      .where('id', '=', farm.id)
      .execute();
    const bin = await addBin(granary.db, farm.id, { name: 'North Hopper 3' });
    const { firstName, lastName } = fixtures.farmer.user;
    const expected = {
      id: String(bin.id),
      _id: String(bin.id),
      bin_name: 'North Hopper 3',
      bin_topic: bin.mainBoardId,
      farm_name: farm.name,
      city: 'Roland',
      state: 'MB',
      first_name: firstName,
      last_name: lastName,
      email: null,
      person_name: `${firstName} ${lastName}`,
      role: null,
    };
    for (const text of ['North Hopper 3', 'hopper', 'TH HOP', bin.mainBoardId.toUpperCase()]) {
      expect(await search(fixtures.admin, 'bins', text), text).toContainEqual(expected);
    }
    expect(await search(fixtures.admin, 'bins', 'Hoppers')).toEqual([]);
    // No match spans the name and the main board.
    expect(await search(fixtures.admin, 'bins', `3${bin.mainBoardId}`)).toEqual([]);
    expect(await search(fixtures.admin, 'bins', `3 ${bin.mainBoardId}`)).toEqual([]);
  });

  it('finds farms by name or city', async () => {
    const farm = await addFarm(granary.db, fixtures.farmer.user.id);
    await granary.db
      .updateTable('farms')
      .set({ name: 'Oakbank', city: 'Winkler' })
      .where('id', '=', farm.id)
      .execute();
    for (const text of ['oak', 'WINK', 'kler']) {
      expect(toIds(await search(fixtures.distributor, 'farms', text))).toEqual([farm.id]);
    }
    const [found] = await search(fixtures.distributor, 'farms', 'oak');
    expect(found).toMatchObject({ farm_name: 'Oakbank', city: 'Winkler', bin_name: null });
  });

  it('finds customers by name or email, but not admins', async () => {
    const distributorId = fixtures.distributor.id;
    const userFields = { distributorId, firstName: 'Zoë', email: 'zoe@elsewhere.example' };
    const user = await addUser(granary.db, 'user', userFields);
    await addUser(granary.db, 'user', { ...userFields, email: 'gone@x.example', isDeleted: true });
    await addUser(granary.db, 'admin', { firstName: 'Zoë' });
    for (const text of ['ZOË', 'zoë last', 'Last Zoë', 'elsewhere.EXAMPLE']) {
      expect(toIds(await search(fixtures.admin, 'users', text)), text).toEqual([user.id]);
      expect(toIds(await search(fixtures.distributor, 'users', text)), text).toEqual([user.id]);
    }
    const [found] = await search(fixtures.admin, 'users', 'zoë last');
    expect(found).toMatchObject({ first_name: 'Zoë', last_name: 'Last', farm_name: null });
    expect(found).toMatchObject({ person_name: 'Zoë Last', role: 'user' });
  });

  it('finds distributors for admins only', async () => {
    const dealer = await addUser(granary.db, 'distributor', { firstName: 'Ysolde' });
    expect(await search(fixtures.admin, 'users', 'ysolde')).toEqual([
      expect.objectContaining({ id: String(dealer.id), role: 'distributor' }),
    ]);
    expect(await search(fixtures.distributor, 'users', 'ysolde')).toEqual([]);
    expect(await search(dealer, 'users', 'ysolde')).toEqual([]);
  });

  it('shows the email address of people without a name', async () => {
    const namelessFields = { email: 'nameless@elsewhere.example' };
    const { id } = await addUser(granary.db, 'user', namelessFields);
    const emptyNames = { firstName: '', lastName: '' };
    await granary.db.updateTable('users').set(emptyNames).where('id', '=', id).execute();
    const { name } = await addFarm(granary.db, id);
    const person_name = namelessFields.email;
    expect(await search(fixtures.admin, 'users', 'nameless')).toMatchObject([{ person_name }]);
    expect(await search(fixtures.admin, 'farms', name)).toMatchObject([{ person_name }]);
  });

  it("finds only what belongs to the distributor's customers", async () => {
    const [ownBinId, siblingBinId, otherDistributorBinId, unassignedBinId] = [
      await addNamedBin('scoped', fixtures.farmer.user.id),
      await addNamedBin('scoped', fixtures.sibling.user.id),
      await addNamedBin('scoped', fixtures.stranger.user.id),
      await addNamedBin('scoped', fixtures.neighbor.user.id),
    ];
    expect(toIds(await search(fixtures.distributor, 'bins', 'scoped'))).toEqual([
      ownBinId,
      siblingBinId,
    ]);
    expect(toIds(await search(fixtures.otherDistributor, 'bins', 'scoped'))).toEqual([
      otherDistributorBinId,
    ]);
    const allBinIds = [ownBinId, siblingBinId, otherDistributorBinId, unassignedBinId].sort(
      (a, b) => a - b,
    );
    expect(toIds(await search(fixtures.admin, 'bins', 'scoped'))).toEqual(allBinIds);
    const users = toIds(await search(fixtures.distributor, 'users', 'users.example'));
    expect(users.sort((a, b) => a - b)).toEqual(
      [fixtures.farmer.user.id, fixtures.sibling.user.id].sort((a, b) => a - b),
    );
    expect(await search(fixtures.distributor, 'farms', fixtures.stranger.farm.name)).toEqual([]);
  });

  it.each(['bins', 'farms', 'users'] as const)(
    'uses the trigram index of %s only for text that contains a trigram',
    async (model) => {
      // The query can use the index only if it compares the bare column.
      const usesIndex = async (text: string) => {
        const { rows } =
          await sql`explain ${buildMatchQuery({ kind: 'all' }, model, text)}`.execute(granary.db);
        return /search_text ~~/.test(JSON.stringify(rows));
      };
      for (const text of ['b', 'qq', 'b-1', 'з 9']) expect(await usesIndex(text), text).toBe(false);
      for (const text of ['xyz', 'зерно', '- 123']) expect(await usesIndex(text), text).toBe(true);
    },
  );

  it.each([
    ['bins', 'bin_name'],
    ['farms', 'farm_name'],
    ['users', 'last_name'],
  ] as const)(
    'returns the first fifty %s by name if there are more matches',
    async (model, nameField) => {
      const ownerId = fixtures.sibling.user.id;
      // The names are inserted in reverse order, so that only sorting by name returns the right ones.
      const names = Array.from(
        { length: 1_200 },
        (_, i) => `many ${String(1_199 - i).padStart(4, '0')}`,
      );
      await insertMany[model](names, ownerId, fixtures.distributor.id);
      for (const user of [fixtures.admin, fixtures.distributor]) {
        const found = await search(user, model, 'many');
        expect(found.map((match) => match[nameField])).toEqual(names.toReversed().slice(0, 50));
      }
    },
  );

  it('returns matches with the same name oldest first', async () => {
    const ids = [await addNamedBin('twin'), await addNamedBin('twin'), await addNamedBin('twin')];
    expect(toIds(await search(fixtures.admin, 'bins', 'twin'))).toEqual(ids);
  });

  it('returns nothing for empty text', async () => {
    for (const model of ['bins', 'farms', 'users'] as const) {
      expect(await search(fixtures.admin, model, '')).toEqual([]);
      expect(await search(fixtures.admin, model, '   ')).toEqual([]);
    }
  });

  it('rejects unknown models and text that is too long', async () => {
    const token = await granary.createToken(fixtures.admin);
    const request = { method: 'POST', url: '/api/user/search', token } as const;
    for (const body of [
      { model: 'sessions', text: 'a' },
      { model: 'bins', text: 'x'.repeat(101) },
      { model: 'bins', text: ['a'] },
      { model: 'bins' },
    ]) {
      expect((await granary.call({ ...request, body })).status).toBe(422);
    }
  });

  it('matches text literally, including special characters', async () => {
    const farm = await addFarm(granary.db, fixtures.farmer.user.id);
    const character = fc.constantFrom(...'ab%_\\*.[(?^$\'"зЗ7 ');
    const searchText = fc.string({ unit: character, minLength: 1, maxLength: 6 });
    const names = new Map<number, string>();
    await fc.assert(
      fc.asyncProperty(searchText, searchText, async (name, text) => {
        const markedName = `mark${name}`;
        names.set((await addBin(granary.db, farm.id, { name: markedName })).id, markedName);
        const wanted = `mark${text}`.trim();
        const matching = [...names].filter(([, binName]) =>
          binName.toLowerCase().includes(wanted.toLowerCase()),
        );
        const found = toIds(await search(fixtures.admin, 'bins', wanted));
        if (matching.length <= 50) {
          expect(found.sort((a, b) => a - b)).toEqual(matching.map(([id]) => id));
        }
      }),
      { numRuns: 60 },
    );
  });
});
