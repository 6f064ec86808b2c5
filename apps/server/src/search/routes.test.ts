import type { SearchModel } from '@granary/contract/search/http';
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
import { matchQuery } from './store.ts';

let granary: TestApp;
let house: CustomerFixtures;

beforeAll(async () => {
  granary = await createTestApp();
  house = await addCustomerFixtures(granary.db);
});

afterAll(() => granary.dispose());

type Found = Readonly<Record<string, string | null>>;

async function search(user: UserRow, model: SearchModel, text: string): Promise<Found[]> {
  const token = await granary.tokenOf(user);
  const request = { method: 'POST', url: '/api/user/search/', token } as const;
  const { status, body } = await granary.call({ ...request, body: { model, text } });
  expect(status).toBe(200);
  return body.RESP_MSG as Found[];
}

const idsOf = (found: readonly Found[]) => found.map(({ _id }) => Number(_id));

async function addNamed(name: string, ownerId = house.farmer.user.id): Promise<number> {
  const farm = await addFarm(granary.db, ownerId);
  return (await addBin(granary.db, farm.id, { name })).id;
}

/** Things of these names, made in one go. */
const many = {
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
  it('finds bins by name or main board, and says whose and where they are', async () => {
    const farm = await addFarm(granary.db, house.farmer.user.id);
    await granary.db
      .updateTable('farms')
      .set({ city: 'Roland', state: 'MB' })
      .where('id', '=', farm.id)
      .execute();
    const bin = await addBin(granary.db, farm.id, { name: 'North Hopper 3' });
    const { firstName, lastName } = house.farmer.user;
    const expected = {
      ...{ id: String(bin.id), _id: String(bin.id), bin_name: 'North Hopper 3' },
      ...{ bin_topic: bin.mainBoardId, farm_name: farm.name, city: 'Roland', state: 'MB' },
      ...{ first_name: firstName, last_name: lastName, email: null },
    };
    for (const text of ['North Hopper 3', 'hopper', 'TH HOP', bin.mainBoardId.toUpperCase()]) {
      expect(await search(house.admin, 'bins', text), text).toContainEqual(expected);
    }
    expect(await search(house.admin, 'bins', 'Hoppers')).toEqual([]);
    // Where one ends and the other begins is no text.
    expect(await search(house.admin, 'bins', `3${bin.mainBoardId}`)).toEqual([]);
    expect(await search(house.admin, 'bins', `3 ${bin.mainBoardId}`)).toEqual([]);
  });

  it('finds farms by name or city', async () => {
    const farm = await addFarm(granary.db, house.farmer.user.id);
    await granary.db
      .updateTable('farms')
      .set({ name: 'Oakbank', city: 'Winkler' })
      .where('id', '=', farm.id)
      .execute();
    for (const text of ['oak', 'WINK', 'kler']) {
      expect(idsOf(await search(house.distributor, 'farms', text))).toEqual([farm.id]);
    }
    const [found] = await search(house.distributor, 'farms', 'oak');
    expect(found).toMatchObject({ farm_name: 'Oakbank', city: 'Winkler', bin_name: null });
  });

  it('finds customers by their names and e-mail, and nobody else', async () => {
    const distributorId = house.distributor.id;
    const parts = { distributorId, firstName: 'Zoë', email: 'zoe@elsewhere.example' };
    const user = await addUser(granary.db, 'user', parts);
    await addUser(granary.db, 'user', { ...parts, email: 'gone@x.example', isDeleted: true });
    await addUser(granary.db, 'admin', { firstName: 'Zoë' });
    await addUser(granary.db, 'distributor', { firstName: 'Zoë' });
    for (const text of ['ZOË', 'zoë last', 'Last Zoë', 'elsewhere.EXAMPLE']) {
      expect(idsOf(await search(house.admin, 'users', text)), text).toEqual([user.id]);
      expect(idsOf(await search(house.distributor, 'users', text)), text).toEqual([user.id]);
    }
    const [found] = await search(house.admin, 'users', 'zoë last');
    expect(found).toMatchObject({ first_name: 'Zoë', last_name: 'Last', farm_name: null });
  });

  it("keeps within the distributor's customers", async () => {
    const [own, sibling, foreign, nobodys] = [
      await addNamed('scoped', house.farmer.user.id),
      await addNamed('scoped', house.sibling.user.id),
      await addNamed('scoped', house.stranger.user.id),
      await addNamed('scoped', house.neighbour.user.id),
    ];
    expect(idsOf(await search(house.distributor, 'bins', 'scoped'))).toEqual([own, sibling]);
    expect(idsOf(await search(house.otherDistributor, 'bins', 'scoped'))).toEqual([foreign]);
    const all = [own, sibling, foreign, nobodys].sort((a, b) => a - b);
    expect(idsOf(await search(house.admin, 'bins', 'scoped'))).toEqual(all);
    const users = idsOf(await search(house.distributor, 'users', 'house.example'));
    expect(users.sort((a, b) => a - b)).toEqual(
      [house.farmer.user.id, house.sibling.user.id].sort((a, b) => a - b),
    );
    expect(await search(house.distributor, 'farms', house.stranger.farm.name)).toEqual([]);
  });

  it.each(['bins', 'farms', 'users'] as const)(
    'asks the trigrams of %s only for a text that has one',
    async (model) => {
      // Their index serves the bare column alone.
      const mayAsk = async (text: string) => {
        const { rows } = await sql`explain ${matchQuery({ kind: 'all' }, model, text)}`.execute(
          granary.db,
        );
        return /search_text ~~/.test(JSON.stringify(rows));
      };
      for (const text of ['b', 'qq', 'b-1', 'з 9']) expect(await mayAsk(text), text).toBe(false);
      for (const text of ['xyz', 'зерно', '- 123']) expect(await mayAsk(text), text).toBe(true);
    },
  );

  it.each([
    ['bins', 'bin_name'],
    ['farms', 'farm_name'],
    ['users', 'last_name'],
  ] as const)(
    'answers the first fifty %s by name, however many a text names',
    async (model, by) => {
      const ownerId = house.sibling.user.id;
      // The first by name come last, in every order but that of their names.
      const names = Array.from(
        { length: 1_200 },
        (_, i) => `many ${String(1_199 - i).padStart(4, '0')}`,
      );
      await many[model](names, ownerId, house.distributor.id);
      for (const user of [house.admin, house.distributor]) {
        const found = await search(user, model, 'many');
        expect(found.map((one) => one[by])).toEqual(names.toReversed().slice(0, 50));
      }
    },
  );

  it('answers those of one name from the oldest on', async () => {
    const ids = [await addNamed('twin'), await addNamed('twin'), await addNamed('twin')];
    expect(idsOf(await search(house.admin, 'bins', 'twin'))).toEqual(ids);
  });

  it('answers nothing to nothing', async () => {
    for (const model of ['bins', 'farms', 'users'] as const) {
      expect(await search(house.admin, model, '')).toEqual([]);
      expect(await search(house.admin, model, '   ')).toEqual([]);
    }
  });

  it('refuses other models and texts that are too long', async () => {
    const token = await granary.tokenOf(house.admin);
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

  it('finds what holds the text letter by letter, whatever signs are in it', async () => {
    const farm = await addFarm(granary.db, house.farmer.user.id);
    const sign = fc.constantFrom(...'ab%_\\*.[(?^$\'"зЗ7 ');
    const named = fc.string({ unit: sign, minLength: 1, maxLength: 6 });
    const names = new Map<number, string>();
    await fc.assert(
      fc.asyncProperty(named, named, async (name, text) => {
        const marked = `mark${name}`;
        names.set((await addBin(granary.db, farm.id, { name: marked })).id, marked);
        const wanted = `mark${text}`.trim();
        const matching = [...names].filter(([, one]) =>
          one.toLowerCase().includes(wanted.toLowerCase()),
        );
        const found = idsOf(await search(house.admin, 'bins', wanted));
        if (matching.length <= 50) {
          expect(found.sort((a, b) => a - b)).toEqual(matching.map(([id]) => id));
        }
      }),
      { numRuns: 60 },
    );
  });
});
