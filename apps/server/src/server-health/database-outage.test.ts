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
  const MEASUREMENTS = {
    evaluation: null,
    diskFreePercent: 50,
    channels: [],
    clockOffsetMs: null,
    lastArrivalAt: null,
    listeningSince: null,
  };

  it('is reported by mail after five minutes, and raises an alert when it is back', async () => {
    let now: Millis = TEST_START;
    let isAvailable = true;
    let measurements = MEASUREMENTS;
    const immediateMails: ServerNotice[] = [];
    const notices: (ServerNotice & Pick<NotifiedAdmin, 'isMailed'>)[] = [];
    const health = new ServerHealth({
      db,
      now: () => now,
      isDatabaseUp: async () => isAvailable,
      measure: async () => measurements,
      findAdmins: async (): Promise<NotifiedAdmin[]> => [
        { ...admin, language: 'en', timeZone: 'UTC', isMailed: true, number: null },
      ],
      notify: async (_, { isMailed }, notice) => void notices.push({ ...notice, isMailed }),
      mailAtOnce: async (_, notice) => void immediateMails.push(notice),
      failed: (error) => expect.unreachable(String(error)),
    });
    const checkAfter = async (ms: number) => {
      now = millis(now + ms);
      await health.check();
    };
    await checkAfter(0);
    isAvailable = false;
    await checkAfter(0);
    await checkAfter(5 * MINUTE - 1);
    expect(immediateMails).toEqual([]);
    await checkAfter(1);
    await checkAfter(MINUTE);
    expect(immediateMails).toMatchObject([{ kind: 'new', alerts: [{ rule: 'database-away' }] }]);
    expect(notices).toEqual([]);
    isAvailable = true;
    // The mail about another alert does not mention the outage again.
    measurements = { ...MEASUREMENTS, diskFreePercent: 5 };
    await checkAfter(MINUTE);
    expect(notices).toMatchObject([
      { alerts: [{ rule: 'database-away', value: 7 }], isMailed: false },
      { alerts: [{ rule: 'disk-low' }], isMailed: true },
    ]);
    await checkAfter(MINUTE);
    const endedAlerts = (await findServerAlerts(db, now)).filter(
      ({ closedAt }) => closedAt === now,
    );
    expect(endedAlerts).toMatchObject([{ rule: 'database-away' }]);
    expect([immediateMails, notices].map(({ length }) => length)).toEqual([1, 2]);
  });

  it('raises one alert even if several server processes notice it', async () => {
    let now: Millis = TEST_START;
    let isAvailable = true;
    const notices: ServerNotice[] = [];
    const preferences = { language: 'en', timeZone: 'UTC', isMailed: false, number: null };
    const [first, second] = [1, 2].map(
      () =>
        new ServerHealth({
          db,
          now: () => now,
          isDatabaseUp: async () => isAvailable,
          measure: async () => MEASUREMENTS,
          findAdmins: async () => [{ ...admin, ...preferences }],
          notify: async (_, __, notice) => void notices.push(notice),
          mailAtOnce: async () => {},
          failed: (error) => expect.unreachable(String(error)),
        }),
    );
    const check = async (ms: number, ...monitors: (ServerHealth | undefined)[]) => {
      now = millis(now + ms);
      for (const monitor of monitors) await monitor?.check();
    };
    await check(0, first, second);
    const simulateOutage = async () => {
      isAvailable = false;
      await check(MINUTE, first);
      await check(20 * SECOND, second);
      isAvailable = true;
    };
    await simulateOutage();
    await check(6 * MINUTE, first);
    // The second process reaches the database again after the first has ended the alert.
    await check(MINUTE, first, second, first);
    expect(await findServerAlerts(db, now)).toMatchObject([{ rule: 'database-away', value: 6 }]);
    expect(notices).toHaveLength(1);
    // Another outage raises another alert.
    await simulateOutage();
    await check(6 * MINUTE, second, first);
    expect(await findServerAlerts(db, now)).toHaveLength(2);
    expect(notices).toHaveLength(2);
  });

  it('is reported by mail to every admin, even if the mail to one of them is refused', async () => {
    let now: Millis = TEST_START;
    let isAvailable = true;
    const mailedIds: number[] = [];
    const errors: unknown[] = [];
    const preferences = { language: 'en', timeZone: 'UTC', isMailed: true, number: null };
    const health = new ServerHealth({
      db,
      now: () => now,
      isDatabaseUp: async () => isAvailable,
      measure: async () => MEASUREMENTS,
      findAdmins: async () =>
        [1, 2].map((id) => ({ id, email: `${id}@granary.example`, ...preferences })),
      notify: async () => {},
      mailAtOnce: async ({ id }) => {
        if (id === 1 && errors.length === 0) throw new Error('550 mailbox unavailable');
        mailedIds.push(id);
      },
      failed: (error) => errors.push(error),
    });
    await health.check();
    isAvailable = false;
    for (const ms of [0, 5 * MINUTE, MINUTE, MINUTE]) {
      now = millis(now + ms);
      await health.check();
    }
    expect(mailedIds).toEqual([2, 1]);
    expect(errors).toHaveLength(1);
  });
});
