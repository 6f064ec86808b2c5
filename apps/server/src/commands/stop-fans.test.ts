import { HOUR } from '@granary/domain/units';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { waitForBlockedQuery } from '../../test/support/api-calls.ts';
import { addBin, addCustomerFixtures, type CustomerFixtures } from '../../test/support/fixtures.ts';
import { addCommand } from '../../test/support/stored-commands.ts';
import { createTestApp, type TestApp } from '../../test/support/test-app.ts';
import { lockBoards } from '../boards/assignment-store.ts';
import { findLastFanEvents } from '../fans/last-report-store.ts';
import type { UserRow } from '../platform/postgres/tables.ts';
import { findBinsWithUnansweredOff, repeatUnansweredOff } from './answer-store.ts';
import { findCommandSituation } from './bin-control-store.ts';
import { requestCommand } from './request-store.ts';

let granary: TestApp;
let fixtures: CustomerFixtures;

beforeAll(async () => {
  granary = await createTestApp();
});

afterAll(() => granary.dispose());

beforeEach(async () => {
  fixtures = await addCustomerFixtures(granary.db);
});

const addBinWithFan = () => addBin(granary.db, fixtures.farmer.farm.id, { fanAttached: true });

async function report(binId: number, isOn: boolean): Promise<void> {
  granary.advance(1000);
  const at = new Date(granary.now());
  const event = { binId, sentAt: at, at, isOn, commandId: null, lockout: false, receivedAt: at };
  await granary.db.insertInto('fanEvents').values(event).execute();
}

const readFanCommands = async (binId: number) =>
  (
    await granary.db
      .selectFrom('commands')
      .select(['instruction', 'state', 'actorId'])
      .where('binId', '=', binId)
      .orderBy('queuedAt')
      .orderBy('seq')
      .execute()
  ).map(({ instruction, state, actorId }) => ({
    isOn: instruction?.kind === 'fan' && instruction.isOn,
    state,
    isByAdmin: actorId === fixtures.admin.id,
  }));

async function call(method: 'DELETE' | 'PUT', path: string, body: object, user = fixtures.admin) {
  const token = await granary.createToken(user);
  const response = await granary.call({ method, url: `/api/${path}`, token, body });
  return [response.status, response.body.RESP_MSG];
}

const confirmationRequired = [
  409,
  'A fan is running and is being turned off. Wait until it has stopped. To continue anyway, save or delete again.',
];
const offCommand = { isOn: false, state: 'queued', isByAdmin: true };

describe('a running fan', () => {
  it('is turned off before its bin is deleted, and a second try deletes it anyway', async () => {
    const bin = await addBinWithFan();
    await report(bin.id, true);
    const remove = () => call('DELETE', 'board/deleteBinSensor', { id: String(bin.id) });
    expect(await remove()).toEqual(confirmationRequired);
    expect(await readFanCommands(bin.id)).toEqual([offCommand]);
    expect(await remove()).toEqual([200, 'Bin Sensor Deleted!']);
    expect(await readFanCommands(bin.id)).toEqual([offCommand]);
  });

  it('prevents deleting its bin if someone has just turned it off and its board has not confirmed it yet', async () => {
    const bin = await addBinWithFan();
    await report(bin.id, true);
    const instruction = JSON.stringify({ kind: 'fan', isOn: false, runForS: null });
    await addCommand(granary.db, bin, { instruction, queuedAt: new Date(granary.now()) });
    expect(await call('DELETE', 'board/deleteBinSensor', { id: String(bin.id) })).toEqual(
      confirmationRequired,
    );
    expect((await readFanCommands(bin.id)).map(({ state }) => state)).toEqual([
      'superseded',
      'queued',
    ]);
  });

  it('prevents deleting its bin until the board reports that it stopped', async () => {
    const bin = await addBinWithFan();
    await addCommand(granary.db, bin, { state: 'released', sentAt: new Date(granary.now()) });
    const remove = () => call('DELETE', 'board/deleteBinSensor', { id: String(bin.id) });
    expect(await remove()).toEqual(confirmationRequired);
    await granary.db
      .updateTable('commands')
      .set({ queuedAt: new Date(0), state: 'confirmed' })
      .where('binId', '=', bin.id)
      .execute();
    await report(bin.id, true);
    expect(await remove()).toEqual(confirmationRequired);
    await report(bin.id, false);
    expect((await remove())[0]).toBe(200);
  });

  it('is assumed after an unanswered ON, until the board reports that the fan stopped', async () => {
    const bin = await addBinWithFan();
    const sentAt = new Date(granary.now());
    await addCommand(granary.db, bin, { state: 'failed', failure: 'no-answer', sentAt });
    await addCommand(granary.db, bin, { state: 'expired', queuedAt: new Date(granary.now() + 1) });
    const remove = () => call('DELETE', 'board/deleteBinSensor', { id: String(bin.id) });
    expect(await remove()).toEqual(confirmationRequired);
    await granary.db
      .updateTable('commands')
      .set({ queuedAt: new Date(0), state: 'failed', failure: 'no-answer', sentAt })
      .where('binId', '=', bin.id)
      .execute();
    await report(bin.id, false);
    expect((await remove())[0]).toBe(200);
  });

  it('prevents deleting its bin if it is turned on during the deletion', async () => {
    const bin = await addBinWithFan();
    const removal = await granary.db.transaction().execute(async (trx) => {
      await lockBoards(trx, [bin.mainBoardId]);
      const pendingResponse = call('DELETE', 'board/deleteBinSensor', { id: String(bin.id) });
      await waitForBlockedQuery(granary.db);
      await addCommand(trx, bin, { state: 'released', sentAt: new Date(granary.now()) });
      return { response: pendingResponse };
    });
    expect(await removal.response).toEqual(confirmationRequired);
  });

  it('is turned off before its farm is deleted', async () => {
    const bin = await addBinWithFan();
    await report(bin.id, true);
    const remove = () => call('DELETE', 'farm/deleteFarm', { id: String(fixtures.farmer.farm.id) });
    expect(await remove()).toEqual(confirmationRequired);
    expect(await readFanCommands(bin.id)).toEqual([offCommand]);
    expect(await remove()).toEqual([200, 'Farm Deleted!']);
  });

  it.each([{ bin_number: 7 }, { bin_topic: 'another-board' }])(
    'is turned off before its bin is moved: %j',
    async (newStation) => {
      const bin = await addBinWithFan();
      await report(bin.id, true);
      const change = () => call('PUT', `board/${bin.id}`, newStation);
      expect(await change()).toEqual(confirmationRequired);
      expect(await readFanCommands(bin.id)).toEqual([offCommand]);
      expect((await change())[0]).toBe(200);
    },
  );

  it('is not turned off again at the bin station that its bin moved to', async () => {
    const bin = await addBinWithFan();
    const change = () => call('PUT', `board/${bin.id}`, { bin_number: 7 });
    const failAndRepeatOff = async () => {
      const failedCommand = {
        state: 'failed',
        queuedAt: sql<Date>`now() - interval '6 minutes'`,
      } as const;
      await granary.db
        .updateTable('commands')
        .set(failedCommand)
        .where('binId', '=', bin.id)
        .execute();
      const unanswered = await findBinsWithUnansweredOff(granary.db);
      await repeatUnansweredOff(granary.db, bin.id);
      const count = (await readFanCommands(bin.id)).length;
      return [unanswered.some(({ binId }) => binId === bin.id), count];
    };
    await report(bin.id, true);
    await change();
    expect(await failAndRepeatOff()).toEqual([true, 2]);
    expect((await change())[0]).toBe(200);
    expect(await failAndRepeatOff()).toEqual([false, 2]);
  });

  it('has no events newer than its last OFF, even if the clock has been set back since', async () => {
    const { db } = granary;
    const bin = await addBinWithFan();
    const later = new Date(Date.now() + HOUR);
    await db.insertInto('fanControls').values({ binId: bin.id, switchedAt: later }).execute();
    const event = { binId: bin.id, sentAt: later, at: later, isOn: false, commandId: null };
    await db
      .insertInto('fanEvents')
      .values({ ...event, receivedAt: later })
      .execute();
    const instruction = { kind: 'fan', isOn: false, runForS: null } as const;
    const parts = { controlType: 'manual', actorId: null, address: '', reason: '' } as const;
    await db
      .transaction()
      .execute((trx) =>
        requestCommand(trx, { binId: bin.id, instruction, ...parts, expiresAt: null }),
      );
    const [command] = await db
      .selectFrom('commands')
      .select('queuedAt')
      .where('binId', '=', bin.id)
      .execute();
    const { switchedAt } = await db
      .transaction()
      .execute((trx) => findCommandSituation(trx, bin.id));
    const [fan] = await findLastFanEvents(db, [bin.id]);
    for (const at of [Number(switchedAt), Number(fan?.reportedAt)]) {
      expect(at).toBeLessThan(Number(command?.queuedAt));
    }
  });

  it('is turned off before its bin can be set to have no fan; the first attempt is refused with a field error', async () => {
    const bin = await addBinWithFan();
    const { user } = fixtures.farmer;
    const url = `/api/board/${bin.id}/fan-settings`;
    const detach = async (caller: UserRow) =>
      granary.call({
        method: 'PUT',
        url,
        token: await granary.createToken(caller),
        body: { fan_attached: false },
      });
    await report(bin.id, true);
    expect((await detach(fixtures.stranger.user)).status).toBe(403);
    expect(await readFanCommands(bin.id)).toEqual([]);
    const refused = await detach(user);
    expect([refused.status, refused.body.errors]).toEqual([
      409,
      [{ path: 'fan_attached', message: confirmationRequired[1] }],
    ]);
    expect(await readFanCommands(bin.id)).toEqual([{ ...offCommand, isByAdmin: false }]);
    expect((await detach(user)).status).toBe(200);
    expect(await readFanCommands(bin.id)).toEqual([{ ...offCommand, isByAdmin: false }]);
    const entries = await granary.db
      .selectFrom('auditEntries')
      .select(['act', 'actorId', 'changes'])
      .where('subject', '=', 'bin')
      .where('subjectId', '=', String(bin.id))
      .orderBy('id')
      .execute();
    expect(entries).toEqual([
      {
        act: 'commanded',
        actorId: user.id,
        changes: [{ field: 'fan', before: 'on', after: 'off' }],
      },
      {
        act: 'changed',
        actorId: user.id,
        changes: [{ field: 'fan_attached', before: true, after: false }],
      },
    ]);
  });

  it('is not turned on by a command that was waiting when its bin was set to have no fan', async () => {
    const bin = await addBinWithFan();
    await addCommand(granary.db, bin);
    expect(
      (await call('PUT', `board/${bin.id}`, { fan_attached: false }, fixtures.farmer.user))[0],
    ).toBe(200);
    expect((await readFanCommands(bin.id)).map(({ isOn, state }) => [isOn, state])).toEqual([
      [true, 'cancelled'],
    ]);
  });

  it('does not delay other changes, and a stopped fan does not delay any', async () => {
    const bin = await addBinWithFan();
    await report(bin.id, true);
    expect((await call('PUT', `board/${bin.id}`, { bin_name: 'New' }))[0]).toBe(200);
    await report(bin.id, false);
    expect((await call('PUT', `board/${bin.id}`, { bin_number: 8 }))[0]).toBe(200);
    expect(await readFanCommands(bin.id)).toEqual([]);
  });
});

describe('someone in a bin', () => {
  it.each(['bin', 'farm', 'station', 'fan'])(
    'prevents deletion of or changes to its %s, even on a second try',
    async (target) => {
      const bin = await addBinWithFan();
      await granary.db
        .insertInto('binEntries')
        .values({ binId: bin.id, openedAt: new Date(granary.now()) })
        .execute();
      const changeTarget = () => {
        if (target === 'fan') return call('PUT', `board/${bin.id}`, { fan_attached: false });
        if (target === 'station') return call('PUT', `board/${bin.id}`, { bin_number: 7 });
        return target === 'bin'
          ? call('DELETE', 'board/deleteBinSensor', { id: String(bin.id) })
          : call('DELETE', 'farm/deleteFarm', { id: String(fixtures.farmer.farm.id) });
      };
      const refused = [409, 'Someone is in or near the bin. Try again when everyone is out.'];
      expect([await changeTarget(), await changeTarget()]).toEqual([refused, refused]);
      await granary.db.deleteFrom('binEntries').execute();
      expect((await changeTarget())[0]).toBe(200);
    },
  );
});
