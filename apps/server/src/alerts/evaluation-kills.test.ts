import { MINUTE, SECOND } from '@granary/domain/units';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  alertStream,
  type Change,
  STREAM_BIN,
  type Step,
  toSteps,
} from '../../test/support/alert-streams.ts';
import { addBin, addFarm, addUser, type TestBin } from '../../test/support/fixtures.ts';
import { noMessages } from '../../test/support/no-messages.ts';
import { storeReports } from '../../test/support/store-reports.ts';
import { createTestApp, type TestApp } from '../../test/support/test-app.ts';
import { installWriteFailures, setFailingWrites } from '../../test/support/write-failures.ts';
import { type Alerts, wireAlerts } from '../app/wire-alerts.ts';
import { Metrics } from '../platform/metrics/metrics.ts';
import type { UserRow } from '../platform/postgres/tables.ts';
import { markBinsOfBoard } from './marks-store.ts';

/** The number of random streams to test. Set the environment variable `ALERT_STREAMS` to test more. */
const RUNS = Number(process.env['ALERT_STREAMS'] ?? 8);

let granary: TestApp;

beforeAll(async () => {
  granary = await createTestApp();
  await installWriteFailures(granary.db, [
    'alerts',
    'alert_events',
    'alert_memories',
    'day_means',
    'notifications',
  ]);
  await sql`
    create trigger fail_write before delete on alert_marks
    for each row execute function fail_write()`.execute(granary.db);
  await sql`create table pushes (user_id integer, notification_at bigint)`.execute(granary.db);
  await sql`create table updates (user_id integer, notification_at timestamptz)`.execute(
    granary.db,
  );
  await sql`
    create function count_update() returns trigger language plpgsql as $$
    begin insert into updates values (new.user_id, new.at); return new; end $$`.execute(granary.db);
  await sql`
    create trigger count_update after insert or update of body on notifications
    for each row execute function count_update()`.execute(granary.db);
});

afterAll(() => granary.dispose());

/** Starts evaluating alerts; push messages are recorded in the transactions that cause them. */
function startAlerts(onKill: () => void): Alerts {
  const { db, now } = granary;
  const failed = (error: unknown) => {
    expect(String(error)).toContain('failing write');
    onKill();
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
  // The server has been listening to boards all along.
  alerts.observer.stored([]);
  return alerts;
}

/** Evaluates repeatedly, including after each kill, until no bin is marked and no one is left to notify. */
async function evaluate(alerts: Alerts): Promise<void> {
  for (let round = 0; round < 50; round++) {
    await alerts.evaluate();
    const { rows } = await sql`
      select from alert_marks union all
      select from alerts join bins on bins.id = bin_id
      where closed_at is null and deleted_at is null and announced_severity is not null
        and (notified_severity is null
          or announced_severity = 'critical' and notified_severity <> 'critical')`.execute(
      granary.db,
    );
    if (rows.length === 0) return;
    // A notification is updated at most every 15 seconds.
    granary.advance(15 * SECOND);
  }
  expect.unreachable('the evaluation did not finish within 50 rounds');
}

async function applyChange({ id, mainBoardId }: TestBin, change: Change): Promise<void> {
  const { db } = granary;
  if (typeof change === 'object') {
    await db.updateTable('bins').set(change).where('id', '=', id).execute();
  } else {
    await db.deleteFrom('sensorStatuses').where('binId', '=', id).execute();
    if (change === 'mute') {
      const sensor = { binId: id, cable: 1, position: 4, status: change };
      await db.insertInto('sensorStatuses').values(sensor).execute();
    }
  }
  await markBinsOfBoard(db, mainBoardId);
}

async function turnOnPush(user: UserRow): Promise<void> {
  const notificationSettings = { notifies: true, notifiesByPush: true };
  await granary.db
    .updateTable('users')
    .set(notificationSettings)
    .where('id', '=', user.id)
    .execute();
  await granary.db
    .insertInto('devices')
    .values({
      ...notificationSettings,
      userId: user.id,
      token: `https://push.example/${user.id}`,
      p256dh: 'key',
      auth: 'secret',
      deviceType: '',
      registeredAt: new Date(granary.now()),
    })
    .execute();
}

/** Runs the steps on a new bin; returns its alerts and how often its owner was notified. */
async function runSteps(steps: readonly Step[], writes: readonly number[]) {
  const owner = await addUser(granary.db, 'user');
  await turnOnPush(owner);
  const farm = await addFarm(granary.db, owner.id);
  const bin = await addBin(granary.db, farm.id, STREAM_BIN, [{}]);
  let kills = 0;
  const alerts = startAlerts(() => {
    kills += 1;
  });
  await setFailingWrites(granary.db, writes);
  for (const step of steps) {
    if ('minutes' in step) granary.advance(step.minutes * MINUTE);
    else if ('change' in step) await applyChange(bin, step.change);
    else await storeReports(granary.db, bin, [step.report()], granary.now());
    await evaluate(alerts);
  }
  await alerts.stop();
  // The next run evaluates as soon as it starts, before it sets its own failing writes.
  await setFailingWrites(granary.db, []);
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
  const { rows: notificationCounts } = await sql<{
    notification: string;
    pushes: number;
    updates: number;
  }>`
    select notification_at::text as notification, sum(pushes)::int as pushes, sum(updates)::int as updates from (
      select notification_at, 1 as pushes, 0 as updates from pushes where user_id = ${owner.id}
      union all select extract(epoch from notification_at) * 1000, 0, 1 from updates
      where user_id = ${owner.id}) messages group by notification_at`.execute(granary.db);
  // Keeps the next run from sending notifications about this bin.
  const deletedAt = new Date(granary.now());
  await granary.db.updateTable('bins').set({ deletedAt }).where('id', '=', bin.id).execute();
  return { rows, events, notificationCounts, kills };
}

type Row = Awaited<ReturnType<typeof runSteps>>['rows'][number];

/**
 * An alert's rule and when it was open; for live readings, whose times differ between runs, only whether it
 * has ended.
 */
const toEpisode = ({ rule, since, closedAt }: Row, isLive: boolean) =>
  JSON.stringify(isLive ? [rule, closedAt !== null] : [rule, since, closedAt]);

/** Late readings do not end an entry alert, so it may last longer. */
const isEntryAlert = ({ rule }: Row) => rule === 'entry-co2';

const listOpen = (rows: readonly Row[]) =>
  rows
    .filter((row) => row.closedAt === null && !isEntryAlert(row))
    .sort((a, b) => a.rule.localeCompare(b.rule))
    .map(({ rule, severity, value, limitValue, sensors }) => ({
      rule,
      severity,
      value,
      limitValue,
      sensors,
    }));

describe('an evaluation that is killed at any of its writes', () => {
  it(
    'produces the same alerts as an uninterrupted run with readings in order, for any board clock, and sends each notification once',
    async () => {
      let totalKills = 0;
      await fc.assert(
        fc.asyncProperty(alertStream, async (stream) => {
          const { values, clock, order, repeatedIndexes, changes, killedWrites } = stream;
          const lastAt = granary.now();
          const indexes = values.map((_, index) => index);
          const orderedRun = await runSteps(toSteps(stream, indexes, granary.now, lastAt), []);
          expect(orderedRun.kills).toBe(0);
          const arrivalOrder = [...(clock.isLive ? indexes : order), ...repeatedIndexes];
          const killedRun = await runSteps(
            toSteps(stream, arrivalOrder, granary.now, lastAt),
            killedWrites,
          );
          totalKills += killedRun.kills;
          expect(listOpen(killedRun.rows)).toEqual(listOpen(orderedRun.rows));
          const hasOpenEntryAlert = (rows: readonly Row[]) =>
            rows.some((row) => isEntryAlert(row) && row.closedAt === null);
          if (hasOpenEntryAlert(orderedRun.rows))
            expect(hasOpenEntryAlert(killedRun.rows)).toBe(true);
          // A late reading is evaluated with the current settings.
          if (changes.length === 0) {
            const toText = (row: Row) => toEpisode(row, clock.isLive);
            const episodes = orderedRun.rows.filter((row) => !isEntryAlert(row)).map(toText);
            const comparedRows = killedRun.rows.filter(
              (row) =>
                !isEntryAlert(row) &&
                (row.announcedSeverity === null || episodes.includes(toText(row))),
            );
            // Alerts that begin at the same time are in no particular order.
            expect(comparedRows.map(toText).toSorted()).toEqual(episodes.toSorted());
          }
          for (const { id, closedAt, announcedSeverity, notificationId } of killedRun.rows) {
            const kinds = killedRun.events
              .filter(({ alertId, kind }) => alertId === id && kind !== 'worsened')
              .map((event) => event.kind);
            expect(kinds.toSorted()).toEqual(closedAt === null ? ['raised'] : ['closed', 'raised']);
            if (closedAt === null) expect(notificationId !== null).toBe(announcedSeverity !== null);
          }
          for (const { pushes, updates } of killedRun.notificationCounts)
            expect(pushes).toBe(updates);
        }),
        { numRuns: RUNS, endOnFailure: true },
      );
      expect(totalKills).toBeGreaterThan(0);
    },
    RUNS * 15_000,
  );
});
