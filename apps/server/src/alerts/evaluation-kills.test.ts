import { HOUR, MINUTE, SECOND } from '@granary/domain/units';
import fc from 'fast-check';
import { sql, type Updateable } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  addBin,
  addCustomerFixtures,
  type CustomerFixtures,
  type TestBin,
} from '../../test/support/fixtures.ts';
import { noMessages } from '../../test/support/no-messages.ts';
import { type Report, storeReports } from '../../test/support/store-reports.ts';
import { createTestApp, type TestApp } from '../../test/support/test-app.ts';
import { addKills, setKills } from '../../test/support/write-kills.ts';
import { type Alerts, wireAlerts } from '../app/wire-alerts.ts';
import { Metrics } from '../platform/metrics/metrics.ts';
import type { Tables } from '../platform/postgres/tables.ts';
import { markBinsOfBoard } from './marks-store.ts';

let granary: TestApp;
let kills: number;

beforeAll(async () => {
  granary = await createTestApp();
  await addKills(granary.db, [
    'alerts',
    'alert_events',
    'alert_memories',
    'day_means',
    'notifications',
  ]);
  await sql`
    create trigger kill before delete on alert_marks
    for each row execute function kill()`.execute(granary.db);
  await sql`create table pushes (user_id integer, entry_at bigint)`.execute(granary.db);
  await sql`create table bells (user_id integer, entry_at timestamptz)`.execute(granary.db);
  await sql`
    create function count_bell() returns trigger language plpgsql as $$
    begin insert into bells values (new.user_id, new.at); return new; end $$`.execute(granary.db);
  await sql`
    create trigger count_bell after insert or update of body on notifications
    for each row execute function count_bell()`.execute(granary.db);
});

afterAll(() => granary.dispose());

/** Evaluates alerts; push messages are recorded in the transactions that cause them. */
function startAlerts(): Alerts {
  const { db, now } = granary;
  const failed = (error: unknown) => {
    expect(String(error)).toContain('killed');
    kills += 1;
  };
  const config = { publicUrl: null };
  const alerts = wireAlerts(
    {
      db,
      now,
      repeat: () => () => {},
      metrics: new Metrics(),
      config,
      createOptOutLink: () => null,
      failed,
    },
    {
      ...noMessages,
      outbox: {
        ...noMessages.outbox,
        addPush: async (trx, { userId, at }) => {
          await sql`insert into pushes values (${userId}, ${at})`.execute(trx);
        },
      },
    },
  );
  // Boards have been listened to all the time.
  alerts.observer.stored([]);
  return alerts;
}

/** Evaluates until no bin is marked and nobody is to be notified, again after each kill. */
async function evaluate(alerts: Alerts): Promise<void> {
  for (let round = 0; round < 50; round++) {
    await alerts.evaluate();
    const { rows } = await sql`
      select from alert_marks union all
      select from alerts where announced_severity is not null and notified_severity is null
        and closed_at is null`.execute(granary.db);
    if (rows.length === 0) return;
    // An entry is updated at most every 15 seconds.
    granary.advance(15 * SECOND);
  }
  expect.unreachable('the evaluation does not end');
}

/** A change of the settings of the bin. */
type Change = Updateable<Tables['bins']> | 'mute' | 'unmute';

async function applyChange({ id, mainBoardId }: TestBin, change: Change): Promise<void> {
  const { db } = granary;
  if (typeof change === 'object') {
    await db.updateTable('bins').set(change).where('id', '=', id).execute();
  } else {
    await db.deleteFrom('sensorStatuses').where('binId', '=', id).execute();
    if (change === 'mute') {
      const sensor = { binId: id, cable: 1, position: 1, status: change };
      await db.insertInto('sensorStatuses').values(sensor).execute();
    }
  }
  await markBinsOfBoard(db, mainBoardId);
}

/** What happens to a bin: a report arrives, its settings change, or time passes. */
type Step =
  | { readonly report: () => Report }
  | { readonly change: Change }
  | { readonly minutes: number };

async function turnOnPush({ user }: CustomerFixtures['farmer']): Promise<void> {
  const isOn = { notifies: true, notifiesByPush: true };
  await granary.db.updateTable('users').set(isOn).where('id', '=', user.id).execute();
  await granary.db
    .insertInto('devices')
    .values({
      ...isOn,
      userId: user.id,
      token: `https://push.example/${user.id}`,
      p256dh: 'key',
      auth: 'secret',
      deviceType: '',
      registeredAt: new Date(granary.now()),
    })
    .execute();
}

/** The alerts of a new bin after these steps, and how often its owner was notified. */
async function run(steps: readonly Step[], writes: readonly number[]) {
  const { farmer } = await addCustomerFixtures(granary.db);
  await turnOnPush(farmer);
  const bin = await addBin(granary.db, farmer.farm.id, {
    temperatureAlertEnabled: true,
    temperatureAlertC: 25,
  });
  const alerts = startAlerts();
  await setKills(granary.db, writes);
  for (const step of steps) {
    if ('minutes' in step) granary.advance(step.minutes * MINUTE);
    else if ('change' in step) await applyChange(bin, step.change);
    else await storeReports(granary.db, bin, [step.report()], granary.now());
    await evaluate(alerts);
  }
  await alerts.stop();
  const rows = await granary.db
    .selectFrom('alerts')
    .selectAll()
    .where('binId', '=', bin.id)
    .where('rule', '<>', 'no-data')
    .orderBy('since')
    .execute();
  const events = await granary.db
    .selectFrom('alertEvents')
    .innerJoin('alerts', 'alerts.id', 'alertId')
    .select(['alertId', 'kind'])
    .where('binId', '=', bin.id)
    .execute();
  const { rows: notices } = await sql<{ entry: string; pushes: number; bells: number }>`
    select entry_at::text as entry, sum(pushes)::int as pushes, sum(bells)::int as bells from (
      select entry_at, 1 as pushes, 0 as bells from pushes where user_id = ${farmer.user.id}
      union all select extract(epoch from entry_at) * 1000, 0, 1 from bells
      where user_id = ${farmer.user.id}) messages group by entry_at`.execute(granary.db);
  return { rows, events, notices };
}

type Row = Awaited<ReturnType<typeof run>>['rows'][number];

/** What an alert was, and when; without times if each run takes its own readings. */
const toEpisode = ({ rule, since, closedAt }: Row, isLive: boolean) =>
  JSON.stringify(isLive ? [rule, closedAt !== null] : [rule, since, closedAt]);

const listOpen = (rows: readonly Row[]) =>
  rows
    .filter(({ closedAt }) => closedAt === null)
    .map(({ rule, severity, value, limitValue, sensors }) => ({
      rule,
      severity,
      value,
      limitValue,
      sensors,
    }));

/** Between the limit and the end of its alert, where the alert depends on the settings of before. */
const IN_HYSTERESIS = 24.5;
const temperature = fc.constantFrom(20, 24, IN_HYSTERESIS, 25, 31);
const change = fc.constantFrom<Change>(
  { temperatureAlertC: 30 },
  { temperatureAlertC: 25 },
  { temperatureAlertEnabled: false },
  { temperatureAlertEnabled: true },
  'mute',
  'unmute',
);

interface Clock {
  /** How far the clock of the board is ahead. */
  readonly minutes: number;
  /** Readings arrive as they are taken; otherwise all of them arrive late, in any order. */
  readonly isLive: boolean;
}

/** Readings more than ten minutes ahead are stored when they arrive, so they are in order. */
const clock = fc.constantFrom<Clock>(
  { minutes: 9, isLive: false },
  { minutes: -90, isLive: false },
  { minutes: -90, isLive: true },
  { minutes: 130, isLive: true },
);

/**
 * Readings an hour apart in the order in which they arrive, some twice, with what happens in between.
 * The clock of their board is wrong until one of them.
 */
const stream = fc.array(temperature, { minLength: 3, maxLength: 6 }).chain((values) => {
  const places = values.map((_, place) => place);
  return fc.record({
    values: fc.constant(values),
    clock,
    corrected: fc.integer({ min: 1, max: values.length }),
    order: fc.shuffledSubarray(places, { minLength: values.length }),
    repeated: fc.subarray(places, { minLength: 1 }),
    changes: fc.array(fc.record({ after: fc.nat(values.length - 1), change }), { maxLength: 2 }),
    waits: fc.array(fc.constantFrom(0, 1, 10), { minLength: 6, maxLength: 6 }),
    writes: fc.uniqueArray(fc.integer({ min: 1, max: 40 }), { maxLength: 8 }),
  });
});

type Stream = typeof stream extends fc.Arbitrary<infer S> ? S : never;

/** The steps of a stream whose readings arrive in the order of these places, repeats included. */
function toSteps(
  { values, clock, corrected, changes, waits }: Stream,
  places: readonly number[],
  lastAt: number,
): Step[] {
  const sent = new Map<number, Report>();
  const take = (place: number): Report => {
    const takenAt = clock.isLive ? granary.now() : lastAt - (values.length - 1 - place) * HOUR;
    const error = place < corrected ? clock.minutes * MINUTE : 0;
    const value = values[place] ?? expect.unreachable();
    return {
      date_time: new Date(takenAt + error).toISOString(),
      temp_reading: [[value === IN_HYSTERESIS && changes.length > 0 ? 24 : value]],
    };
  };
  const send = (place: number) => {
    const report = sent.get(place) ?? take(place);
    sent.set(place, report);
    return report;
  };
  return places.flatMap((place, index): Step[] => [
    { report: () => send(place) },
    ...changes.flatMap((one) => (one.after === index ? [{ change: one.change }] : [])),
    { minutes: clock.isLive ? 60 : (waits[index] ?? 0) },
  ]);
}

describe('an evaluation that is killed at any of its writes', () => {
  it('gives the alerts of the ordered stream, with any clock, and notifies once', async () => {
    let total = 0;
    await fc.assert(
      fc.asyncProperty(stream, async (stream) => {
        const { values, clock, order, repeated, changes, writes } = stream;
        const lastAt = granary.now();
        const places = values.map((_, place) => place);
        kills = 0;
        const ordered = await run(toSteps(stream, places, lastAt), []);
        expect(kills).toBe(0);
        const arriving = [...(clock.isLive ? places : order), ...repeated];
        const found = await run(toSteps(stream, arriving, lastAt), writes);
        total += kills;
        expect(listOpen(found.rows)).toEqual(listOpen(ordered.rows));
        // A late reading is evaluated with the settings of now.
        if (changes.length === 0) {
          const toText = (row: Row) => toEpisode(row, clock.isLive);
          const episodes = ordered.rows.map(toText);
          const kept = found.rows.filter(
            (row) => row.announcedSeverity === null || episodes.includes(toText(row)),
          );
          // Alerts that begin at once have no order.
          expect(kept.map(toText).toSorted()).toEqual(episodes.toSorted());
        }
        for (const { id, closedAt, announcedSeverity, notificationId } of found.rows) {
          const kinds = found.events.filter(({ alertId }) => alertId === id).map((one) => one.kind);
          expect(kinds.toSorted()).toEqual(closedAt === null ? ['raised'] : ['closed', 'raised']);
          if (closedAt === null) expect(notificationId !== null).toBe(announcedSeverity !== null);
        }
        for (const { pushes, bells } of found.notices) expect(pushes).toBe(bells);
      }),
      { numRuns: 8, endOnFailure: true },
    );
    expect(total).toBeGreaterThan(0);
  }, 120_000);
});
