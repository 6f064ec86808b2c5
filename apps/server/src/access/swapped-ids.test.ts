import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type AccessTableRow,
  type Ids,
  MISSING_ID,
  PASSWORD,
} from '../../test/support/access-requests.ts';
import { accessTable } from '../../test/support/access-table.ts';
import {
  type AccessFixtures,
  createAccessFixtures,
  createLiveToken,
  findTargetIds,
} from '../../test/support/callers.ts';
import { type Target, targets } from '../../test/support/expected-statuses.ts';
import type { CustomerFixture } from '../../test/support/fixtures.ts';
import { recordChange } from '../audit/record-change.ts';
import type { Tables } from '../platform/postgres/tables.ts';

/**
 * A call that names a second ID in addition to the one that is authorized. Here the first ID is the user's
 * own, and the second one is that of each target.
 */
interface SwappedIdCall {
  readonly createRequest: (own: Ids, named: SwappedIds) => ReturnType<AccessTableRow['request']>;
  /** The statuses for each target of the second ID. */
  readonly statuses: Readonly<Record<'user' | 'distributor' | 'admin', readonly number[]>>;
  readonly undo?: (db: Kysely<Tables>) => Promise<unknown>;
}

interface SwappedIds extends Ids {
  /** The target's distributor: the user's own, another one, or one that does not exist. */
  readonly dealer: string;
}

let access: AccessFixtures;

beforeAll(async () => {
  access = await createAccessFixtures(import.meta.dirname);
});

afterAll(() => access.granary.dispose());

function findSwappedIds(target: Target): SwappedIds {
  const { distributor, otherDistributor } = access.fixtures;
  const dealers: Record<Target, number | string> = {
    own: distributor.id,
    missing: MISSING_ID,
    "neighbor's": otherDistributor.id,
    "other distributor's": otherDistributor.id,
  };
  return { ...findTargetIds(access, target), dealer: String(dealers[target]) };
}

const post = (path: string, body: unknown) => ({
  method: 'POST' as const,
  url: `/api/${path}`,
  body,
});
const forbiddenForAll = [403, 403, 403, 403];
const removeNewBins = accessTable['POST board/addBinSensor']?.undo ?? (async () => {});
const newBin = (farm: string) => ({
  farmId: farm,
  binName: 'New',
  bin_number: 9,
});

const calls: Readonly<Record<string, SwappedIdCall>> = {
  'the distributor of a new customer': {
    createRequest: (_, { dealer }) =>
      post('user/addUser', {
        email: `${randomUUID()}@users.example`,
        password: PASSWORD,
        first_name: 'First',
        last_name: 'Last',
        distributor_id: dealer,
      }),
    statuses: {
      user: forbiddenForAll,
      distributor: [200, 403, 403, 403],
      admin: [200, 200, 200, 422],
    },
  },
  'the distributor that a customer is moved to': {
    createRequest: ({ user }, { dealer }) =>
      post('user/assignDistributor', { user_id: user, distributor_id: dealer }),
    statuses: { user: forbiddenForAll, distributor: forbiddenForAll, admin: [200, 200, 200, 422] },
    undo: (db) => {
      const { farmer, distributor } = access.fixtures;
      const back = db.updateTable('users').set({ distributorId: distributor.id });
      return back.where('id', '=', farmer.user.id).execute();
    },
  },
  'the distributor whose customers are listed': {
    createRequest: (_, { dealer }) => ({ url: `/api/user/getUsersByDistributor/${dealer}` }),
    statuses: {
      user: forbiddenForAll,
      distributor: [200, 404, 404, 404],
      admin: [200, 200, 200, 404],
    },
  },
  "the bin with a farm's outdoor sensor": {
    createRequest: ({ farm }, { bin }) =>
      post('farm/updateFarm', {
        farm_id: farm,
        farm_name: 'Edited',
        city: '',
        state: '',
        country: '',
        lat: null,
        lng: null,
        channel_8_sensor_attached: true,
        bin_id_for_channel_8_readings: bin,
      }),
    statuses: {
      user: [200, 422, 422, 422],
      distributor: [200, 422, 422, 422],
      admin: [200, 422, 422, 422],
    },
  },
  'the owner of a new bin': {
    createRequest: ({ farm }, { user }) => {
      const bin_topic = `b-${randomUUID()}`;
      return post('board/addBinSensor', { ...newBin(farm), userId: user, bin_topic });
    },
    statuses: {
      user: forbiddenForAll,
      distributor: [200, 422, 422, 422],
      admin: [200, 422, 422, 422],
    },
    undo: removeNewBins,
  },
  'the main board of a new bin': {
    createRequest: ({ farm, user }, { board }) =>
      post('board/addBinSensor', { ...newBin(farm), userId: user, bin_topic: board }),
    statuses: {
      user: forbiddenForAll,
      distributor: [200, 409, 409, 200],
      admin: [200, 409, 409, 200],
    },
    undo: removeNewBins,
  },
  'the main board of a cable': {
    createRequest: ({ bin }, { board }) =>
      post('cablesConfiguration/updateCableConfiguration', {
        id: bin,
        old_cable_id: 11,
        bin_topic: board,
      }),
    statuses: {
      user: forbiddenForAll,
      distributor: [200, 422, 422, 422],
      admin: [200, 422, 422, 422],
    },
  },
};

describe('a second ID in a call', () => {
  it.each(Object.entries(calls))("is checked against the caller's access: %s", async (_, call) => {
    const seen: Record<string, number[]> = {};
    for (const actor of ['user', 'distributor', 'admin'] as const) {
      seen[actor] = [];
      for (const target of targets) {
        const token = await createLiveToken(access, actor);
        const request = call.createRequest(findTargetIds(access, 'own'), findSwappedIds(target));
        seen[actor].push((await access.granary.call({ ...request, token })).status);
        await call.undo?.(access.granary.db);
      }
    }
    expect(seen).toEqual(call.statuses);
  });

  it("keeps other users' notifications unread", async () => {
    const { granary, fixtures } = access;
    const rows = await granary.db
      .insertInto('notifications')
      .values(
        [fixtures.farmer, fixtures.neighbor, fixtures.stranger].map(({ user }) => ({
          userId: user.id,
          title: 'Hot',
          body: '',
          target: '/',
          at: new Date(granary.now()),
        })),
      )
      .returning('id')
      .execute();
    const ids = [...rows.map(({ id }) => String(id)), MISSING_ID];
    const token = await granary.createToken(fixtures.farmer.user);
    const response = await granary.call({ ...post('notifications/read', { ids }), token });
    expect(response.status).toBe(200);
    const unread = async ({ user }: CustomerFixture) => {
      const request = { url: '/api/notifications', token: await granary.createToken(user) };
      const listed = (await granary.call(request)).body.RESP_MSG as { read: boolean }[];
      return listed.map(({ read }) => read);
    };
    expect(await unread(fixtures.farmer)).toEqual([true]);
    expect(await unread(fixtures.neighbor)).toEqual([false]);
    expect(await unread(fixtures.stranger)).toEqual([false]);
  });

  it("does not reveal other customers' changes when the user ID is swapped", async () => {
    const { granary, fixtures } = access;
    for (const { user } of [fixtures.farmer, fixtures.neighbor, fixtures.stranger]) {
      await granary.db.transaction().execute((trx) =>
        recordChange(trx, {
          at: granary.now(),
          actor: fixtures.admin,
          address: '',
          act: 'changed' as const,
          subject: 'user' as const,
          subjectId: user.id,
          subjectName: `of ${user.id}`,
          changes: [{ field: 'city', before: 'A', after: 'B' }],
        }),
      );
    }
    const findVisibleChanges = async (actor: 'distributor' | 'admin', target: Target) => {
      const url = `/api/audit?user_id=${findSwappedIds(target).user}`;
      const response = await granary.call({ url, token: await createLiveToken(access, actor) });
      const entries = (response.body as unknown as { data: { subject_name: string }[] }).data;
      return entries
        .map(({ subject_name }) => subject_name)
        .filter((name) => name.startsWith('of '));
    };
    const [farmer, neighbor, stranger] = [
      fixtures.farmer,
      fixtures.neighbor,
      fixtures.stranger,
    ].map(({ user }) => [`of ${user.id}`]);
    for (const [index, target] of targets.entries()) {
      expect(await findVisibleChanges('distributor', target), target).toEqual(
        [farmer, [], [], []][index],
      );
      expect(await findVisibleChanges('admin', target), target).toEqual(
        [farmer, neighbor, stranger, []][index],
      );
    }
  });
});
