import { MINUTE } from '@granary/domain/units';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  addBin,
  addCustomerFixtures,
  type CustomerFixtures,
  type TestBin,
} from '../../test/support/fixtures.ts';
import { noMessages } from '../../test/support/no-messages.ts';
import { createTestApp, type TestApp } from '../../test/support/test-app.ts';
import { wireAlerts } from '../app/wire-alerts.ts';
import { wireEntryReminders } from '../app/wire-notices.ts';
import { findScheduledBins } from '../fans/scheduled-bins-store.ts';
import { Metrics } from '../platform/metrics/metrics.ts';
import type { UserRow } from '../platform/postgres/tables.ts';
import { findEntries } from './entry-store.ts';
import { lockOpenCommands } from './release-store.ts';
import { requestCommand } from './request-store.ts';

let granary: TestApp;
let fixtures: CustomerFixtures;
let bin: TestBin;

beforeAll(async () => {
  granary = await createTestApp();
});

afterAll(() => granary.dispose());

beforeEach(async () => {
  fixtures = await addCustomerFixtures(granary.db);
  const { id } = fixtures.farmer.farm;
  bin = await addBin(granary.db, id, { name: 'Home 4', fanAttached: true });
});

async function call(user: UserRow, path: string, body: object = {}) {
  return granary.call({
    method: 'POST',
    url: `/api/boardCommands/${path}`,
    token: await granary.createToken(user),
    body: { bin_id: String(bin.id), ...body },
  });
}

const formatName = ({ firstName, lastName }: UserRow) => `${firstName} ${lastName}`;
const findScheduledBin = async () => (await findScheduledBins(granary.db, bin.id))[0];
const openEntry = (user: UserRow) => call(user, 'entry');
const closeEntry = (user: UserRow) => call(user, 'entry/close');
const turnOn = (user: UserRow) =>
  call(user, 'addCommandForSingleBin', { fan_status_after_releasing_command: 'on' });

async function readCommands() {
  const rows = await granary.db
    .selectFrom('commands')
    .select(['instruction', 'state', 'reason'])
    .where('binId', '=', bin.id)
    .orderBy('seq')
    .execute();
  return rows.map(({ instruction, state, reason }) => {
    const fanState = instruction?.kind === 'fan' && instruction.isOn ? 'on' : 'off';
    return [fanState, state, reason].join(' ').trim();
  });
}

const readNotifications = (user: UserRow) =>
  granary.db
    .selectFrom('notifications')
    .select(['title', 'body'])
    .where('userId', '=', user.id)
    .execute();
const readTitles = async (user: UserRow) =>
  (await readNotifications(user)).map(({ title }) => title);

describe('an entry into a bin', () => {
  it('turns the fan off, blocks ON commands until it is closed, and is recorded in the audit log', async () => {
    const { user } = fixtures.farmer;
    await turnOn(user);
    const opened = await openEntry(user);
    expect(opened.status).toBe(200);
    expect(opened.body.RESP_MSG).toMatchObject({
      fan_status_after_releasing_command: 'off',
      entry: { since: new Date(granary.now()).toISOString(), own: true, may_close: true },
      entries: [{ own: true, may_close: true }],
    });
    expect(await readCommands()).toEqual(['on superseded', 'off queued entry']);
    const refused = await turnOn(user);
    expect([refused.status, refused.body.RESP_MSG]).toEqual([
      409,
      'Someone is in or near the bin. The fan cannot start.',
    ]);
    // A second request to open the entry changes nothing.
    await openEntry(user);
    expect(await readCommands()).toHaveLength(2);
    expect((await closeEntry(user)).body.RESP_MSG).toMatchObject({ entry: null, entries: [] });
    expect((await turnOn(user)).status).toBe(200);
    const entries = await granary.db
      .selectFrom('auditEntries')
      .select(['act', 'changes'])
      .where('subjectId', '=', String(bin.id))
      .orderBy('id')
      .execute();
    expect(entries.map(({ act, changes }) => [act, changes[0]?.field, changes[0]?.after])).toEqual([
      ['commanded', 'fan', 'on'],
      ['changed', 'bin_entry', 'open'],
      ['commanded', 'fan', 'off'],
      ['refused', 'fan', 'on'],
      ['changed', 'bin_entry', 'closed'],
      ['commanded', 'fan', 'on'],
    ]);
  });

  it('also keeps an ON command that was queued at the same time from being sent', async () => {
    await granary.db.transaction().execute((trx) =>
      requestCommand(trx, {
        binId: bin.id,
        instruction: { kind: 'fan', isOn: true, runForS: null },
        controlType: 'scheduled',
        actorId: null,
        address: '',
        reason: '',
        expiresAt: null,
      }),
    );
    await granary.db
      .insertInto('binEntries')
      .values({ binId: bin.id, openedAt: new Date(granary.now()) })
      .execute();
    const blocks = await granary.db.transaction().execute(async (trx) => {
      const lockedCommands = await lockOpenCommands(trx, bin.mainBoardId);
      return lockedCommands?.getBlocks(bin.id);
    });
    expect(blocks?.hasEntrySession).toBe(true);
  });

  it('can be closed only by staff or by the person who opened it', async () => {
    const { distributor } = fixtures;
    const { user } = fixtures.farmer;
    await openEntry(distributor);
    expect([
      (await closeEntry(user)).status,
      (await closeEntry(fixtures.stranger.user)).status,
    ]).toEqual([403, 403]);
    const token = await granary.createToken(user);
    const detailsResponse = await granary.call({
      url: `/api/boardCommands/details?bin_id=${bin.id}`,
      token,
    });
    expect(detailsResponse.body.RESP_MSG).toMatchObject({
      entry: { own: false, may_close: false },
    });
    expect((await closeEntry(distributor)).status).toBe(200);
    await openEntry(user);
    expect((await closeEntry(distributor)).body.RESP_MSG).toMatchObject({ entry: null });
  });

  it('is shown with its bin and in lists while it is open', async () => {
    const { user } = fixtures.farmer;
    const token = await granary.createToken(user);
    const readEntryStates = async () => {
      const farmQuery = `farm_id=${fixtures.farmer.farm.id}`;
      const paths = [
        `board/getBinSensor?id=${bin.id}`,
        `farm/getAllBins?${farmQuery}&fields=summary`,
      ];
      const responses = paths.map((path) => granary.call({ url: `/api/${path}`, token }));
      return (await Promise.all(responses)).map(({ body }) => {
        const found = [body.RESP_MSG].flat() as {
          readonly id: string;
          readonly entry_open: boolean;
          readonly people_inside: readonly (string | null)[];
        }[];
        const listedBin = found.find(({ id }) => id === String(bin.id));
        return [listedBin?.entry_open, ...(listedBin?.people_inside ?? [])];
      });
    };
    expect(await readEntryStates()).toEqual([[false], [false]]);
    await openEntry(user);
    await openEntry(fixtures.distributor);
    const names = [formatName(user), formatName(fixtures.distributor)];
    expect(await readEntryStates()).toEqual([
      [true, ...names],
      [true, ...names],
    ]);
    await closeEntry(user);
    await closeEntry(fixtures.distributor);
    expect(await readEntryStates()).toEqual([[false], [false]]);
  });

  it('is not closed by a late request to close the previous one', async () => {
    const { user } = fixtures.farmer;
    await openEntry(fixtures.distributor);
    const [before] = await findEntries(granary.db, bin.id);
    await closeEntry(fixtures.distributor);
    await openEntry(user);
    const lateResponse = await call(fixtures.distributor, 'entry/close', {
      entry_id: String(before?.id),
    });
    expect(lateResponse.body.RESP_MSG).toMatchObject({ entries: [{ own: false }] });
    expect(await findEntries(granary.db, bin.id)).toMatchObject([{ openedBy: user.id }]);
  });

  it('is separate for each person, and the fan stays off until the last one is closed', async () => {
    const { farmer, distributor } = fixtures;
    const people = [farmer.user, distributor] as const;
    for (const [first, second] of [people, [...people].reverse()] as [UserRow, UserRow][]) {
      const scheduled = { fanMode: 'scheduled' } as const;
      await granary.db.updateTable('bins').set(scheduled).where('id', '=', bin.id).execute();
      await openEntry(farmer.user);
      granary.advance(MINUTE);
      const opened = await openEntry(distributor);
      expect(opened.body.RESP_MSG).toMatchObject({
        entry: { own: true },
        entries: [
          { by: formatName(farmer.user), own: false, may_close: true },
          { by: formatName(distributor), own: true, may_close: true },
        ],
      });
      expect((await openEntry(distributor)).body.RESP_MSG).toEqual(opened.body.RESP_MSG);
      const closeResponse = await closeEntry(first);
      expect(closeResponse.body.RESP_MSG).toMatchObject({
        entry: { own: false },
        entries: [{ by: formatName(second) }],
      });
      // These blocks are stored, so a restart of the server would not lift them.
      expect((await turnOn(first)).status).toBe(409);
      expect((await findScheduledBin())?.isBlocked).toBe(true);
      expect((await closeEntry(second)).body.RESP_MSG).toMatchObject({ entry: null, entries: [] });
      expect((await turnOn(first)).status).toBe(200);
    }
  });

  it('can be closed by staff for each person separately, and the audit log names the person', async () => {
    const { farmer, distributor, admin } = fixtures;
    await openEntry(farmer.user);
    await openEntry(admin);
    expect((await closeEntry(distributor)).status).toBe(409);
    const [firstEntry, secondEntry] = await findEntries(granary.db, bin.id);
    const closeEntryAs = (user: UserRow, id = 0) =>
      call(user, 'entry/close', { entry_id: String(id) });
    expect((await closeEntryAs(farmer.user, secondEntry?.id)).status).toBe(403);
    expect((await closeEntryAs(distributor, firstEntry?.id)).body.RESP_MSG).toMatchObject({
      entries: [{ by: formatName(admin) }],
    });
    expect((await closeEntryAs(distributor, secondEntry?.id)).body.RESP_MSG).toMatchObject({
      entries: [],
    });
    const { changes } = await granary.db
      .selectFrom('auditEntries')
      .select('changes')
      .where('subjectId', '=', String(bin.id))
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    expect(changes).toEqual([
      { field: 'bin_entry', before: 'open', after: 'closed' },
      { field: 'entry_person', before: formatName(admin), after: null },
    ]);
  });

  it('asks the person once after 30 minutes whether they are out, and alerts the owner after 45', async () => {
    const { user } = fixtures.farmer;
    let poll = () => {};
    let remind = () => {};
    const errors: unknown[] = [];
    const shared = {
      db: granary.db,
      now: granary.now,
      failed: (error: unknown) => errors.push(error),
    };
    const alerts = wireAlerts(
      {
        ...shared,
        repeat: (action) => {
          poll = action;
          return () => {};
        },
        metrics: new Metrics(),
        config: { publicUrl: null },
        createOptOutLink: () => null,
      },
      noMessages,
    );
    const reminders = wireEntryReminders(
      {
        ...shared,
        repeat: (action) => {
          remind = action;
          return () => {};
        },
      },
      noMessages,
    );
    await alerts.start(() => false);
    reminders.start();
    await openEntry(user);
    granary.advance(29 * MINUTE);
    remind();
    poll();
    granary.advance(MINUTE);
    remind();
    await expect.poll(() => readTitles(user)).toEqual(['Are you out of Home 4?']);
    remind();
    granary.advance(15 * MINUTE);
    poll();
    await expect
      .poll(() => readTitles(user))
      .toEqual(['Are you out of Home 4?', 'Home 4: Someone may still be in the bin']);
    expect((await readNotifications(user))[1]?.body).toMatch(
      `Someone may still be in the bin: ${formatName(user)}`,
    );
    // Another person who has been in the bin for a long time keeps the alert open.
    const readPeople = async () => {
      const token = await granary.createToken(user);
      const { body } = await granary.call({ url: `/api/alerts?bin_id=${bin.id}`, token });
      const { data } = body as unknown as { data: { readonly person: string | null }[] };
      return data.map(({ person }) => person);
    };
    await openEntry(fixtures.distributor);
    granary.advance(50 * MINUTE);
    expect(await readPeople()).toEqual([formatName(user)]);
    await closeEntry(user);
    await alerts.evaluate();
    expect(await readPeople()).toEqual([formatName(fixtures.distributor)]);
    await closeEntry(fixtures.distributor);
    await alerts.evaluate();
    const rows = await granary.db
      .selectFrom('alerts')
      .select(['rule', 'severity', 'closedAt'])
      .where('binId', '=', bin.id)
      .execute();
    expect(rows).toEqual([
      { rule: 'entry-overdue', severity: 'critical', closedAt: new Date(granary.now()) },
    ]);
    await reminders.stop();
    await alerts.stop();
    expect(errors).toEqual([]);
  });
});
