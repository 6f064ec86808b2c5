import { MINUTE, type Millis, millis, SECOND } from '@granary/domain/units';
import type { Kysely } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addUser } from '../../test/support/fixtures.ts';
import { TEST_START } from '../../test/support/test-app.ts';
import { createTestDatabase, type TestDatabase } from '../../test/support/test-database.ts';
import type { NotifiedAdmin } from '../accounts/store.ts';
import type { Tables, UserRow } from '../platform/postgres/tables.ts';
import { ServerHealth, type ServerNotice } from './server-health.ts';
import { findServerAlerts } from './store.ts';

let database: TestDatabase;
let db: Kysely<Tables>;
let admin: UserRow;

beforeAll(async () => {
  database = await createTestDatabase();
  ({ db } = database);
  admin = await addUser(db, 'admin');
});

afterAll(() => database.dispose());

beforeEach(async () => {
  await db.deleteFrom('serverAlerts').execute();
});

describe('a database that does not respond', () => {
  const MEASURED = {
    evaluation: null,
    diskFreePercent: 50,
    channels: [],
    clockOffsetMs: null,
    lastArrivalAt: null,
    listeningSince: null,
  };

  it('is reported by mail after five minutes, and raises an alert when it is back', async () => {
    let now: Millis = TEST_START;
    let answers = true;
    let measured = MEASURED;
    const atOnce: ServerNotice[] = [];
    const notified: (ServerNotice & Pick<NotifiedAdmin, 'isMailed'>)[] = [];
    const health = new ServerHealth({
      db,
      now: () => now,
      isDatabaseUp: async () => answers,
      measure: async () => measured,
      findAdmins: async (): Promise<NotifiedAdmin[]> => [
        { ...admin, language: 'en', timeZone: 'UTC', isMailed: true, number: null },
      ],
      notify: async (_, { isMailed }, notice) => void notified.push({ ...notice, isMailed }),
      mailAtOnce: async (_, notice) => void atOnce.push(notice),
      failed: (error) => expect.unreachable(String(error)),
    });
    const checkAfter = async (ms: number) => {
      now = millis(now + ms);
      await health.check();
    };
    await checkAfter(0);
    answers = false;
    await checkAfter(0);
    await checkAfter(5 * MINUTE - 1);
    expect(atOnce).toEqual([]);
    await checkAfter(1);
    await checkAfter(MINUTE);
    expect(atOnce).toMatchObject([{ kind: 'new', alerts: [{ rule: 'database-away' }] }]);
    expect(notified).toEqual([]);
    answers = true;
    // The mail about another alert does not repeat the one about the outage.
    measured = { ...MEASURED, diskFreePercent: 5 };
    await checkAfter(MINUTE);
    expect(notified).toMatchObject([
      { alerts: [{ rule: 'database-away', value: 7 }], isMailed: false },
      { alerts: [{ rule: 'disk-low' }], isMailed: true },
    ]);
    await checkAfter(MINUTE);
    const ended = (await findServerAlerts(db, now)).filter(({ closedAt }) => closedAt === now);
    expect(ended).toMatchObject([{ rule: 'database-away' }]);
    expect([atOnce, notified].map(({ length }) => length)).toEqual([1, 2]);
  });

  it('raises one alert even if several server processes notice it', async () => {
    let now: Millis = TEST_START;
    let answers = true;
    const notified: ServerNotice[] = [];
    const preferences = { language: 'en', timeZone: 'UTC', isMailed: false, number: null };
    const [first, second] = [1, 2].map(
      () =>
        new ServerHealth({
          db,
          now: () => now,
          isDatabaseUp: async () => answers,
          measure: async () => MEASURED,
          findAdmins: async () => [{ ...admin, ...preferences }],
          notify: async (_, __, notice) => void notified.push(notice),
          mailAtOnce: async () => {},
          failed: (error) => expect.unreachable(String(error)),
        }),
    );
    const check = async (ms: number, ...some: (ServerHealth | undefined)[]) => {
      now = millis(now + ms);
      for (const one of some) await one?.check();
    };
    await check(0, first, second);
    const goAway = async () => {
      answers = false;
      await check(MINUTE, first);
      await check(20 * SECOND, second);
      answers = true;
    };
    await goAway();
    await check(6 * MINUTE, first);
    // The second process finds the database again after the first has ended the alert.
    await check(MINUTE, first, second, first);
    expect(await findServerAlerts(db, now)).toMatchObject([{ rule: 'database-away', value: 6 }]);
    expect(notified).toHaveLength(1);
    // Another outage is another alert.
    await goAway();
    await check(6 * MINUTE, second, first);
    expect(await findServerAlerts(db, now)).toHaveLength(2);
    expect(notified).toHaveLength(2);
  });

  it('is mailed to every admin, even if the mail to one of them is refused', async () => {
    let now: Millis = TEST_START;
    let answers = true;
    const mailed: number[] = [];
    const errors: unknown[] = [];
    const preferences = { language: 'en', timeZone: 'UTC', isMailed: true, number: null };
    const health = new ServerHealth({
      db,
      now: () => now,
      isDatabaseUp: async () => answers,
      measure: async () => MEASURED,
      findAdmins: async () =>
        [1, 2].map((id) => ({ id, email: `${id}@granary.example`, ...preferences })),
      notify: async () => {},
      mailAtOnce: async ({ id }) => {
        if (id === 1 && errors.length === 0) throw new Error('550 mailbox unavailable');
        mailed.push(id);
      },
      failed: (error) => errors.push(error),
    });
    await health.check();
    answers = false;
    for (const ms of [0, 5 * MINUTE, MINUTE, MINUTE]) {
      now = millis(now + ms);
      await health.check();
    }
    expect(mailed).toEqual([2, 1]);
    expect(errors).toHaveLength(1);
  });
});
