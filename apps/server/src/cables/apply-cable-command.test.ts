import { millis } from '@granary/domain/units';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addCustomerFixtures, type CustomerFixtures } from '../../test/support/fixtures.ts';
import { createTestApp, type TestApp } from '../../test/support/test-app.ts';
import { handleCommandChange } from '../app/command-changes.ts';
import { storeAnswers } from '../commands/answer-store.ts';
import { toCommand } from '../commands/command-store.ts';

let granary: TestApp;
let fixtures: CustomerFixtures;

beforeAll(async () => {
  granary = await createTestApp();
});

afterAll(() => granary.dispose());

beforeEach(async () => {
  fixtures = await addCustomerFixtures(granary.db);
});

async function call(path: string, body: object) {
  const token = await granary.createToken(fixtures.distributor);
  const id = String(fixtures.farmer.bin.id);
  const url = `/api/cablesConfiguration/${path}`;
  const response = await granary.call({ method: 'POST', url, token, body: { id, ...body } });
  // The configuration of a bin's cables.
  return response.body.RESP_MSG as Readonly<Record<string, unknown>>;
}

const readConfiguration = () => call('getCableConfiguration', {});

/** Reads the commands of the bin, oldest first. */
const readCommands = () =>
  granary.db
    .selectFrom('commands')
    .selectAll()
    .where('binId', '=', fixtures.farmer.bin.id)
    .orderBy('seq')
    .execute();

const readCommandTexts = async () =>
  (await readCommands()).map(({ text, state }) => `${text} ${state}`);

/** Marks the newest command as sent, as the releaser does. */
async function release(): Promise<void> {
  const row = (await readCommands()).at(-1);
  const command = row && toCommand(row);
  if (!row || !command) throw new Error('There is no command.');
  await granary.db.transaction().execute(async (trx) => {
    await trx
      .updateTable('commands')
      .set({ state: 'released', releasedAt: row.queuedAt })
      .where('id', '=', row.id)
      .execute();
    const change = { command: { ...command, actorId: row.actorId }, message: '' };
    await handleCommandChange(trx, {
      ...change,
      kind: 'released',
      at: millis(row.queuedAt.getTime()),
    });
  });
}

/** Answers a command as its board would, by default the newest command. */
async function answer(status: 'completed' | 'failed', message = '', index = -1): Promise<void> {
  const commandId = (await readCommands()).at(index)?.id ?? '';
  const { mainBoardId } = fixtures.farmer.bin;
  const answers = [
    { mainBoardId, binId: null, commandId, answer: { kind: 'result', status } as const, message },
  ];
  await granary.db
    .transaction()
    .execute((trx) =>
      storeAnswers(
        trx,
        { boards: [mainBoardId], answers, controls: [], binIdsWithReadings: [], airflows: [] },
        handleCommandChange,
      ),
    );
}

async function readCables() {
  const { id } = fixtures.farmer.bin;
  const cables = await granary.db
    .selectFrom('cables')
    .select('cableId')
    .where('binId', '=', id)
    .orderBy('cable')
    .execute();
  return cables.map(({ cableId }) => cableId);
}

async function readStatuses() {
  const rows = await granary.db
    .selectFrom('sensorStatuses')
    .select(['position', 'status'])
    .where('binId', '=', fixtures.farmer.bin.id)
    .orderBy('position')
    .execute();
  return rows.map(({ position, status }) => `${position} ${status}`);
}

const addressChange = { old_cable_id: 11, new_cable_id: 26 };

describe('a change to a cable', () => {
  it('is sent one command at a time, and then stores the new address of the cable', async () => {
    await call('updateCableConfiguration', addressChange);
    expect(await readCommandTexts()).toEqual(['setF710B001A queued']);
    await release();
    expect(await readConfiguration()).toMatchObject({
      update_status: 'in_progress',
      server_command_released: true,
      main_board_command_recieved: false,
      old_cable_id: 11,
      new_cable_id: 26,
    });
    await answer('completed');
    expect(await readCommandTexts()).toEqual(['setF710B001A confirmed', 'setF761A queued']);
    expect(await readConfiguration()).toMatchObject({
      update_status: 'in_progress',
      main_board_command_recieved: true,
    });
    expect(await readCables()).toEqual([11, 12]);
    await release();
    await answer('completed');
    expect(await readConfiguration()).toMatchObject({ update_status: 'completed' });
    expect(await readCables()).toEqual([26, 12]);
    const { version } = await granary.db
      .selectFrom('bins')
      .select('version')
      .where('id', '=', fixtures.farmer.bin.id)
      .executeTakeFirstOrThrow();
    expect(version).toBe(2);
  });

  it("moves the statuses of the cable's sensors to their new positions", async () => {
    const binId = fixtures.farmer.bin.id;
    await granary.db
      .insertInto('sensorStatuses')
      .values([
        { binId, cable: 1, position: 2, status: 'mute' },
        { binId, cable: 1, position: 3, status: 'disable' },
        { binId, cable: 1, position: 9, status: 'mute' },
      ])
      .execute();
    const renumbering = { sensor_code: '73', sensor_positions: [2, 3], new_sensor_position: 3 };
    await call('updateCableConfiguration', { old_cable_id: 11, ...renumbering });
    await release();
    await answer('completed');
    await release();
    await answer('completed');
    expect(await readStatuses()).toEqual(['3 mute', '4 disable', '9 mute']);
  });

  it('moves one sensor to its new position, with its status', async () => {
    const binId = fixtures.farmer.bin.id;
    await granary.db
      .insertInto('sensorStatuses')
      .values([
        { binId, cable: 1, position: 2, status: 'mute' },
        { binId, cable: 1, position: 5, status: 'disable' },
      ])
      .execute();
    const moveSensor = async (from: number, to: number) => {
      const body = { sensor_code: '75', sensor_positions: [from], new_sensor_position: to };
      await call('updateCableConfiguration', { old_cable_id: 11, ...body });
      await release();
      await answer('completed');
      await release();
      await answer('completed');
    };
    await moveSensor(2, 4);
    expect(await readStatuses()).toEqual(['4 mute', '5 disable']);
    await moveSensor(1, 5);
    expect(await readStatuses()).toEqual(['4 mute']);
  });

  it("fails with the board's message, and resumes if the board confirms it late", async () => {
    await call('updateCableConfiguration', addressChange);
    await release();
    await answer('failed', 'Cable 11 does not answer.');
    expect(await readConfiguration()).toMatchObject({
      update_status: 'failed',
      message: 'Cable 11 does not answer.',
    });
    await answer('completed');
    expect(await readCommandTexts()).toEqual(['setF710B001A failed', 'setF761A queued']);
    expect(await readConfiguration()).toMatchObject({ update_status: 'in_progress' });
  });

  it('ignores a late answer to a failed change that was followed by another one', async () => {
    await call('updateCableConfiguration', addressChange);
    await release();
    await answer('failed');
    await call('updateCableConfiguration', { old_cable_id: 12, new_cable_id: 30 });
    await answer('completed', '', 0);
    expect(await readCommandTexts()).toEqual(['setF710B001A failed', 'setF710C001E queued']);
    expect(await readConfiguration()).toMatchObject({ update_status: 'pending' });
  });

  it('ends when its bin moves to another bin station, even if the board answers later', async () => {
    await call('updateCableConfiguration', addressChange);
    await release();
    const url = `/api/board/${fixtures.farmer.bin.id}`;
    const token = await granary.createToken(fixtures.admin);
    const moved = await granary.call({ method: 'PUT', url, token, body: { bin_number: 9 } });
    expect(moved.status).toBe(200);
    expect(await readCommandTexts()).toEqual(['setF710B001A superseded']);
    await answer('completed');
    expect(await readCommandTexts()).toEqual(['setF710B001A superseded']);
    expect(await readCables()).toEqual([11, 12]);
  });

  const setAddresses = async (addresses: readonly number[]) => {
    const url = `/api/board/${fixtures.farmer.bin.id}/cables-mgmt`;
    const cable_names = addresses.map((cable_id, index) => ({
      cable: index + 1,
      cable_name: '',
      cable_id,
      bin: 1,
      flip: false,
      crop_name: null,
    }));
    const token = await granary.createToken(fixtures.distributor);
    const { status, body } = await granary.call({
      method: 'PUT',
      url,
      token,
      body: { cable_names },
    });
    return [status, body.errors?.map(({ path }) => path)];
  };

  it('blocks manual edits of the cable addresses that it affects until it ends', async () => {
    await call('updateCableConfiguration', addressChange);
    expect(await setAddresses([11, 26])).toEqual([409, ['cable_names.1.cable_id']]);
    expect(await setAddresses([13, 12])).toEqual([409, ['cable_names.0.cable_id']]);
    expect(await setAddresses([11, 13])).toEqual([200, undefined]);
    await release();
    await answer('failed');
    expect(await setAddresses([11, 26])).toEqual([200, undefined]);
  });

  it('never gives two cables the same address, even when the board answers late', async () => {
    await call('updateCableConfiguration', { ...addressChange, sensor_code: '76' });
    await release();
    await answer('completed');
    await release();
    await answer('failed');
    expect(await setAddresses([11, 26])).toEqual([200, undefined]);
    await answer('completed');
    expect(await readCables()).toEqual([26, -1]);
  });

  it('can be withdrawn while it is waiting, but not once it has been sent', async () => {
    const { version } = await call('updateCableConfiguration', addressChange);
    expect(await call('withdrawCableConfiguration', { version })).toMatchObject({
      update_status: null,
    });
    expect(await readCommandTexts()).toEqual(['setF710B001A cancelled']);
    const second = await call('updateCableConfiguration', addressChange);
    await release();
    expect(await call('withdrawCableConfiguration', { version: second['version'] })).toBe(
      'A cable change is already in progress. Wait for it to finish.',
    );
  });
});
