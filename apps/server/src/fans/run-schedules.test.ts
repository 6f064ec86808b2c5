import { HOUR, MINUTE, type Millis, millis } from '@granary/domain/units';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addBin, addFarm, addUser, type TestBin } from '../../test/support/fixtures.ts';
import { IngestFeed } from '../../test/support/ingest-feed.ts';
import { addCommand } from '../../test/support/stored-commands.ts';
import { createTestDatabase, type TestDatabase } from '../../test/support/test-database.ts';
import { restoreBin } from '../bins/deletion/restore-bins.ts';
import { endPendingFanStarts } from '../commands/clock-store.ts';
import { lockBoardOfBin, requestCommand } from '../commands/request-store.ts';
import { cancelScheduledCommands } from '../commands/store.ts';
import { resumeFan } from './resume-fan.ts';
import { runSchedules, type SchedulePorts } from './run-schedules.ts';

let database: TestDatabase;
let bin: TestBin;
let feed: IngestFeed;
let now: Millis;
let getDatabaseTime: () => Millis;
const failures: unknown[] = [];
let clockDifferenceCount = 0;

/** Wednesday, 11:50 AM in Winnipeg, ten minutes before the slot of each day. */
const BEFORE_SLOT = millis(Date.parse('2026-10-14T16:50:00Z'));
const START = millis(BEFORE_SLOT + 10 * MINUTE);
const END = millis(START + 90 * MINUTE);

beforeAll(async () => {
  database = await createTestDatabase();
});

afterAll(() => database.dispose());

beforeEach(async () => {
  const { db } = database;
  await db.deleteFrom('commands').execute();
  await db.updateTable('bins').set({ fanMode: 'manual' }).execute();
  await db.deleteFrom('fanSchedules').execute();
  const user = await addUser(db, 'user');
  const farm = await addFarm(db, user.id, { timezone: 'America/Winnipeg' });
  bin = await addBin(db, farm.id, { fanAttached: true, fanMode: 'scheduled' });
  await addSlots(bin);
  feed = new IngestFeed(db);
  now = BEFORE_SLOT;
  getDatabaseTime = () => now;
  failures.splice(0);
  clockDifferenceCount = 0;
});

async function addSlots({ id }: TestBin): Promise<void> {
  const slot = { binId: id, onTime: '12:00', offTime: '13:30' } as const;
  await database.db
    .insertInto('fanSlots')
    .values([
      { ...slot, weekday: 'wednesday' },
      { ...slot, weekday: 'thursday' },
      { ...slot, weekday: 'friday' },
    ])
    .execute();
}

const signal = new AbortController().signal;

function run(at: Millis, changes: Partial<SchedulePorts> = {}): Promise<Millis | null> {
  now = at;
  return runSchedules(
    {
      db: database.db,
      now: () => now,
      readDatabaseTime: async () => getDatabaseTime(),
      requestCommand,
      lockBoardOfBin,
      cancelScheduledCommands,
      clockDiffers: () => clockDifferenceCount++,
      failed: (error) => failures.push(error),
      ...changes,
    },
    signal,
  );
}

/** Lists all commands to the bin's fan, each as on or off with its run time and state. */
async function listCommands() {
  const rows = await database.db
    .selectFrom('commands')
    .selectAll()
    .where('binId', '=', bin.id)
    .orderBy('seq')
    .execute();
  return rows.map(({ instruction, state }) =>
    instruction?.kind === 'fan' && instruction.isOn
      ? `on ${instruction.runForS} ${state}`
      : `off ${state}`,
  );
}

/** Sends a report from the bin's board about its fan. */
function report(body: object): Promise<void> {
  const frame = { v: 1, bin_number: 1, date_time: new Date(now).toISOString(), ...body };
  return feed.send({ board: bin.mainBoardId, at: now, kind: 'fan-data', body: frame });
}

const resume = () => resumeFan(database.db, bin.id, { actor: null, address: '', at: now });

async function setMode(fanMode: 'manual' | 'scheduled'): Promise<void> {
  await database.db.updateTable('bins').set({ fanMode }).where('id', '=', bin.id).execute();
}

describe('a schedule', () => {
  it('sends ON at the start of a slot and OFF at its end, each once', async () => {
    expect(await run(BEFORE_SLOT)).toBe(START);
    expect(await listCommands()).toEqual([]);
    expect(await run(START)).toBe(END);
    await run(START);
    expect(await listCommands()).toEqual(['on 5400 queued']);
    const { expiresAt, controlType, actorId } = await database.db
      .selectFrom('commands')
      .selectAll()
      .where('binId', '=', bin.id)
      .executeTakeFirstOrThrow();
    expect({ expiresAt: expiresAt.getTime(), controlType, actorId }).toEqual({
      expiresAt: END,
      controlType: 'scheduled',
      actorId: null,
    });
    await run(END);
    await run(millis(END + MINUTE));
    expect(await listCommands()).toEqual(['on 5400 superseded', 'off queued']);
  });

  it('sends only the current state after an outage', async () => {
    await run(BEFORE_SLOT);
    // A day and 40 minutes later, in the second slot; its start and the first slot were missed.
    await run(millis(START + 24 * HOUR + 30 * MINUTE));
    expect(await listCommands()).toEqual(['on 3600 queued']);
    await run(millis(END + 30 * HOUR));
    expect(await listCommands()).toEqual(['on 3600 superseded', 'off queued']);
  });

  it('is run by only one of several processes', async () => {
    await run(BEFORE_SLOT);
    await Promise.all([run(START), run(START), run(START)]);
    expect(await listCommands()).toEqual(['on 5400 queued']);
    expect(failures).toEqual([]);
  });

  it('follows a slot that is changed while it runs', async () => {
    await run(BEFORE_SLOT);
    await run(START);
    await database.db
      .updateTable('fanSlots')
      .set({ offTime: '14:00' })
      .where('binId', '=', bin.id)
      .execute();
    await run(millis(START + MINUTE));
    expect(await listCommands()).toEqual(['on 5400 superseded', 'on 7140 queued']);
    await database.db.deleteFrom('fanSlots').where('binId', '=', bin.id).execute();
    expect(await run(millis(START + 2 * MINUTE))).toBeNull();
    expect(await listCommands()).toEqual([
      'on 5400 superseded',
      'on 7140 superseded',
      'off queued',
    ]);
  });

  it('leaves the fan as it is when its bin is switched to scheduled or manual mode', async () => {
    await run(millis(START + MINUTE));
    expect(await listCommands()).toEqual([]);
    await run(END);
    expect(await listCommands()).toEqual(['off queued']);
    await run(millis(START + 24 * HOUR));
    await setMode('manual');
    await run(millis(START + 24 * HOUR + MINUTE));
    expect(await listCommands()).toEqual(['off superseded', 'on 5400 cancelled']);
    await setMode('scheduled');
    await run(millis(START + 24 * HOUR + 2 * MINUTE));
    expect(await listCommands()).toHaveLength(2);
    // An ON that was sent is not sent again.
    await run(millis(START + 48 * HOUR));
    const releasedState = { state: 'released', sentAt: new Date() } as const;
    await database.db
      .updateTable('commands')
      .set(releasedState)
      .where('state', '=', 'queued')
      .execute();
    await setMode('manual');
    await run(millis(START + 48 * HOUR + MINUTE));
    expect((await listCommands()).at(-1)).toBe('on 5400 superseded');
  });

  it('sends an ON again if the board did not answer it', async () => {
    await run(BEFORE_SLOT);
    await run(START);
    await database.db
      .updateTable('commands')
      .set({ state: 'failed', failure: 'no-answer', endedAt: new Date(START + 2 * MINUTE) })
      .where('binId', '=', bin.id)
      .execute();
    await run(millis(START + 6 * MINUTE));
    expect(await listCommands()).toEqual(['on 5400 failed']);
    await run(millis(START + 7 * MINUTE));
    expect(await listCommands()).toEqual(['on 5400 failed', 'on 4980 queued']);
  });

  it('sends its ON again after a power outage', async () => {
    await run(BEFORE_SLOT);
    await run(START);
    await report({ fan: 'off', by: 'restart' });
    await run(millis(START + 30 * MINUTE));
    await run(millis(START + 31 * MINUTE));
    expect(await listCommands()).toEqual(['on 5400 superseded', 'on 3600 queued']);
  });

  it("does not start fans while the server's and the database's clocks differ", async () => {
    await run(BEFORE_SLOT);
    getDatabaseTime = () => millis(now + 30_000);
    expect(await run(START)).toBeNull();
    expect([clockDifferenceCount, await listCommands()]).toEqual([1, []]);
  });

  it('runs even if the schedule of another bin fails', async () => {
    const { farmId } = bin;
    const other = await addBin(database.db, farmId, { fanAttached: true, fanMode: 'scheduled' });
    await addSlots(other);
    await run(BEFORE_SLOT);
    const failingBinId = bin.id;
    await run(START, {
      requestCommand: async (trx, request) => {
        if (request.binId === failingBinId) throw new Error('broken');
        return requestCommand(trx, request);
      },
    });
    expect(failures).toHaveLength(1);
    expect(await listCommands()).toEqual([]);
    bin = other;
    expect(await listCommands()).toEqual(['on 5400 queued']);
  });
});

it('the commands that a schedule sends are in the audit log', async () => {
  await run(BEFORE_SLOT);
  await run(START);
  await run(END);
  const rows = await database.db
    .selectFrom('auditEntries')
    .select(['act', 'actorId', 'changes'])
    .where('subjectId', '=', String(bin.id))
    .orderBy('id')
    .execute();
  const expectedEntry = { act: 'commanded', actorId: null };
  expect(rows).toEqual([
    {
      ...expectedEntry,
      changes: [
        { field: 'fan', before: null, after: 'on' },
        { field: 'run_for_s', before: null, after: 5400 },
      ],
    },
    { ...expectedEntry, changes: [{ field: 'fan', before: null, after: 'off' }] },
  ]);
});

describe('a schedule that people override', () => {
  it.each([
    ['the switch turned the fan off', { fan: 'off', by: 'switch' }],
    ['the switch turned the fan on', { fan: 'on', by: 'switch' }],
    ['the board reports the fan off without a cause', { fan: 'off' }],
    [
      'the answer to a command shows that the switch was used',
      { fan: 'off', by: 'switch', command_id: 'c0' },
    ],
  ])('sends nothing after %s, until someone resumes it', async (_name, body) => {
    await run(BEFORE_SLOT);
    await run(START);
    await report(body);
    await run(END);
    await run(millis(START + 24 * HOUR));
    expect(await listCommands()).toEqual(['on 5400 cancelled']);
    expect(await resume()).toBe('resumed');
    await run(millis(START + 24 * HOUR + MINUTE));
    expect(await listCommands()).toEqual(['on 5400 cancelled', 'on 5340 queued']);
  });

  it('cannot be resumed while the board reports a lockout, and stays on hold after the lockout ends', async () => {
    await run(BEFORE_SLOT);
    await report({ fan: 'off', by: 'switch', lockout: true });
    await run(START);
    expect([await resume(), await listCommands()]).toEqual(['locked', []]);
    await report({ fan: 'off', by: 'switch', lockout: false, event_id: 'unlocked' });
    await run(millis(START + MINUTE));
    expect(await listCommands()).toEqual([]);
    expect(await resume()).toBe('resumed');
    await run(millis(START + 2 * MINUTE));
    expect(await listCommands()).toEqual(['on 5280 queued']);
  });

  it.each([
    ["with the board's time", { date_time: new Date(BEFORE_SLOT).toISOString() }],
    ['with a wrong time from the board', { date_time: 0 }],
    ['with the ID of the event', { event_id: 'turned-off' }],
  ])('is not put on hold again when the board repeats the event, %s', async (_name, body) => {
    await run(BEFORE_SLOT);
    now = millis(START + MINUTE);
    const event = { fan: 'off', by: 'switch', ...body };
    await report(event);
    expect(await resume()).toBe('resumed');
    await report(event);
    await run(millis(START + 2 * MINUTE));
    expect(await listCommands()).toEqual(['on 5280 queued']);
  });

  it('cancels its queued OFF', async () => {
    await run(START);
    await run(END);
    await report({ fan: 'on', by: 'switch' });
    expect(await listCommands()).toEqual(['off cancelled']);
    const { failure } = await database.db
      .selectFrom('commands')
      .select('failure')
      .orderBy('queuedAt', 'desc')
      .executeTakeFirstOrThrow();
    expect(failure).toBe('hold');
  });

  it('sends its current state once it is resumed, even if the clock was set back after its last command', async () => {
    await run(START);
    await run(END);
    await report({ fan: 'on', by: 'switch' });
    const later = new Date(Date.now() + HOUR);
    await database.db
      .updateTable('fanSchedules')
      .set({ sentAt: later })
      .where('binId', '=', bin.id)
      .execute();
    await database.db.transaction().execute((trx) => endPendingFanStarts(trx, async () => {}));
    await run(millis(END + MINUTE));
    expect(await listCommands()).toEqual(['off cancelled']);
    await resume();
    await run(millis(END + 2 * MINUTE));
    await run(millis(END + 3 * MINUTE));
    expect(await listCommands()).toEqual(['off cancelled', 'off queued']);
  });

  it('is not delayed by stored times that are in the future because the clock was set back', async () => {
    const { db } = database;
    const later = new Date(Date.now() + HOUR);
    await addCommand(db, bin, { state: 'failed', endedAt: later });
    const times = { resumedAt: later, restartedAt: later };
    await db
      .insertInto('fanControls')
      .values({ binId: bin.id, ...times })
      .execute();
    await db.transaction().execute((trx) => endPendingFanStarts(trx, async () => {}));
    const { rows } = await sql`
      select from fan_controls join commands using (bin_id)
      where bin_id = ${bin.id} and resumed_at <= clock_timestamp()
        and restarted_at <= clock_timestamp() and ended_at <= clock_timestamp()`.execute(db);
    expect(rows).toHaveLength(1);
  });

  it('is on hold after its bin is restored, because someone may have stopped the fan while the bin was deleted', async () => {
    await run(BEFORE_SLOT);
    const deleted = { deletedAt: new Date(BEFORE_SLOT) };
    await database.db.updateTable('bins').set(deleted).where('id', '=', bin.id).execute();
    await restoreBin(database.db, bin.id, { actor: null, address: '', at: BEFORE_SLOT });
    await run(START);
    expect(await listCommands()).toEqual([]);
    expect(await resume()).toBe('resumed');
    await run(millis(START + MINUTE));
    expect(await listCommands()).toEqual(['on 5340 queued']);
  });

  it('is not put on hold if someone uses the switch in manual mode', async () => {
    await setMode('manual');
    await report({ fan: 'off', by: 'switch' });
    await setMode('scheduled');
    await run(BEFORE_SLOT);
    await run(START);
    expect(await listCommands()).toEqual(['on 5400 queued']);
  });
});
