import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  addCustomerFixtures,
  type CustomerFixtures,
  type TestBin,
} from '../../../test/support/fixtures.ts';
import { createTestApp, type TestApp } from '../../../test/support/test-app.ts';
import { handleCommandChange } from '../../app/command-changes.ts';
import { toCommand } from '../../commands/command-store.ts';
import { findInstallationModeSince } from '../../commands/installation-mode-store.ts';
import type { UserRow } from '../../platform/postgres/tables.ts';

let granary: TestApp;
let fixtures: CustomerFixtures;
let bin: TestBin;

beforeAll(async () => {
  granary = await createTestApp();
});

afterAll(() => granary.dispose());

beforeEach(async () => {
  fixtures = await addCustomerFixtures(granary.db);
  ({ bin } = fixtures.farmer);
});

type Wire = Record<string, unknown>;

async function put(user: UserRow, section: string, body: Wire) {
  const url = `/api/board/${bin.id}/${section}`;
  const token = await granary.createToken(user);
  const response = await granary.call({ method: 'PUT', url, token, body });
  return { ...response, data: (response.body as { data?: Wire }).data };
}

describe('settings that a board needs', () => {
  const readCommands = async () =>
    (
      await granary.db
        .selectFrom('commands')
        .selectAll()
        .where('binId', '=', bin.id)
        .orderBy('queuedAt')
        .execute()
    ).map(({ text, state }) => `${text} ${state}`);

  /** Confirms a command (by default the newest one) as its board would, or marks it as failed. */
  async function endCommand(kind: 'confirmed' | 'ended', index = -1): Promise<void> {
    const rows = await granary.db
      .selectFrom('commands')
      .selectAll()
      .where('binId', '=', bin.id)
      .orderBy('queuedAt')
      .execute();
    const row = rows.at(index);
    if (!row) throw new Error('There is no command.');
    const command = toCommand(row);
    if (!command) throw new Error('The command has no instruction.');
    await granary.db.transaction().execute(async (trx) => {
      const endState =
        kind === 'confirmed'
          ? ({ state: 'confirmed', confirmedAt: new Date() } as const)
          : ({ state: 'failed' } as const);
      await trx.updateTable('commands').set(endState).where('id', '=', row.id).execute();
      const change = { command: { ...command, actorId: row.actorId }, kind, message: '' } as const;
      await handleCommandChange(trx, { ...change, at: granary.now() });
    });
  }

  const readSettings = async () => (await put(fixtures.admin, 'general', {})).data;

  it('are sent, and the channel does not change until the board confirms the new one', async () => {
    await put(fixtures.admin, 'general', { freq: 44 });
    expect(await readCommands()).toEqual(['setR000000012C01 queued']);
    await endCommand('confirmed');
    expect(await readSettings()).toMatchObject({ freq: 44, bin_in: 1, freq_wanted: null });
  });

  it('are sent again with the next save if the board did not confirm them', async () => {
    await put(fixtures.admin, 'general', { freq: 44, bin_in: 3 });
    await put(fixtures.admin, 'general', { freq: 44, bin_in: 3 });
    expect(await readCommands()).toEqual(['setR000000012C03 queued']);
    await endCommand('ended');
    expect(await readSettings()).toMatchObject({ freq: 30, freq_wanted: 44 });
    await put(fixtures.farmer.user, 'general', { freq: 30, bin_name: 'Y' });
    expect(await readCommands()).toEqual(['setR000000012C03 failed']);
    await put(fixtures.admin, 'general', { freq: 44, bin_in: 3 });
    expect(await readCommands()).toEqual(['setR000000012C03 failed', 'setR000000012C03 queued']);
    const originalChannel = { freq: 30, bin_in: 1 };
    await put(fixtures.admin, 'general', { ...originalChannel, withdraw_requests: true });
    expect((await readCommands()).at(-1)).toBe('setR000000012C03 cancelled');
  });

  it('show the channel that a board confirms after the change was withdrawn', async () => {
    await put(fixtures.admin, 'general', { freq: 44 });
    await granary.db.updateTable('commands').set({ state: 'released' }).execute();
    await put(fixtures.admin, 'general', { freq: 30, withdraw_requests: true });
    expect(await readCommands()).toEqual(['setR000000012C01 superseded']);
    await endCommand('confirmed');
    expect(await readSettings()).toMatchObject({ freq: 44, freq_wanted: null });
  });

  it('stay requested when the current values of the board are saved again', async () => {
    await put(fixtures.admin, 'general', { freq: 44 });
    await put(fixtures.admin, 'firmware', { bin_installation_mode: true });
    const radar = { bin_load_manual: 'siloscan max', radar_height_command_release: true };
    await put(fixtures.admin, 'inventory', radar);
    const requests = [
      'setR000000012C01 queued',
      'setI0000000101 queued',
      'setH00000001000000000000 queued',
    ];
    const currentValues = { freq: 30, bin_in: 1, bin_installation_mode: false };
    await put(fixtures.admin, 'general', { freq: 30, bin_in: 1, bin_name: 'X' });
    await put(fixtures.admin, 'firmware', { bin_installation_mode: false });
    const withoutHeightRequest = { radar_height_command_release: false };
    const { data: savedBin } = await put(fixtures.farmer.user, 'inventory', withoutHeightRequest);
    expect(savedBin).toMatchObject({ radar_height_command_release: true });
    expect(await readCommands()).toEqual(requests);
    await put(fixtures.admin, 'inventory', { ...withoutHeightRequest, withdraw_requests: true });
    expect((await readCommands()).at(-1)).toBe('setH00000001000000000000 cancelled');
    await endCommand('ended', 0);
    const { data } = await put(fixtures.admin, 'general', { freq: 30, bin_in: 1, bin_name: 'Y' });
    const wanted = { freq_wanted: 44, bin_in_wanted: null, bin_installation_mode_wanted: true };
    expect(data).toMatchObject({ ...currentValues, ...wanted });
    expect((await readCommands()).slice(0, 2)).toEqual([
      'setR000000012C01 failed',
      'setI0000000101 queued',
    ]);
  });

  it('are stored without a command if the board is already on the new channel', async () => {
    const set = { freq: 44, bin_in: 3, board_on_channel: true };
    const { data } = await put(fixtures.admin, 'general', set);
    expect(data).toMatchObject({ freq: 44, bin_in: 3, freq_wanted: null, bin_in_wanted: null });
    expect(await readCommands()).toEqual([]);
    expect((await put(fixtures.farmer.user, 'general', { ...set, freq: 50 })).status).toBe(403);
  });

  it('stay requested, except for the channel, if the board is already on the new channel', async () => {
    await put(fixtures.admin, 'firmware', { bin_installation_mode: true });
    const set = { freq: 44, board_on_channel: true, bin_installation_mode: false };
    const { data } = await put(fixtures.admin, '', set);
    expect(data).toMatchObject({ freq: 44, bin_installation_mode_wanted: true });
    expect(await readCommands()).toEqual(['setI0000000101 queued']);
  });

  it.each(['confirmed', 'ended'] as const)(
    'request one measurement of the bin height, and turn the switch off afterward (command %s)',
    async (kind) => {
      const radar = { level_sensor_empty: 6000, dead_zone_for_radar: 300 };
      const wanted = {
        ...radar,
        bin_load_manual: 'siloscan max',
        radar_height_command_release: true,
      };
      await put(fixtures.admin, 'inventory', wanted);
      expect(await readCommands()).toEqual(['setH0000000100177000012C queued']);
      await endCommand(kind);
      expect(await readSettings()).toMatchObject({ radar_height_command_release: false });
    },
  );

  it('turn on installation mode only when the board confirms it', async () => {
    await put(fixtures.admin, 'firmware', { bin_installation_mode: true });
    expect(await readCommands()).toEqual(['setI0000000101 queued']);
    const requested = { bin_installation_mode: false, bin_installation_mode_wanted: true };
    expect(await readSettings()).toMatchObject({
      ...requested,
      open_commands: ['installation-mode'],
    });
    await endCommand('confirmed');
    const modeOn = { bin_installation_mode: true, bin_installation_mode_wanted: null };
    expect(await readSettings()).toMatchObject({ ...modeOn, open_commands: [] });
    await put(fixtures.admin, 'firmware', { bin_installation_mode: false });
    await endCommand('ended');
    expect(await readSettings()).toMatchObject(modeOn);
  });

  it('show the installation mode that the board confirmed last', async () => {
    await put(fixtures.admin, 'firmware', { bin_installation_mode: true });
    const modeOff = { bin_installation_mode: false, withdraw_requests: true };
    await put(fixtures.admin, 'firmware', modeOff);
    expect(await readCommands()).toEqual(['setI0000000101 superseded', 'setI0000000100 queued']);
    await endCommand('confirmed', 0);
    const modeOn = { bin_installation_mode: true };
    expect(await readSettings()).toMatchObject({ ...modeOn, bin_installation_mode_wanted: false });
    await endCommand('ended');
    expect(await readSettings()).toMatchObject({ ...modeOn, bin_installation_mode_wanted: null });
  });

  it('do not show the mode of the previous board after a move, and show it again after moving back', async () => {
    const findModeStart = (topic: string) =>
      granary.db
        .transaction()
        .execute((trx) =>
          findInstallationModeSince(trx, { id: bin.id, mainBoardId: topic, binNumber: 1 }),
        );
    await put(fixtures.admin, 'firmware', { bin_installation_mode: true });
    await endCommand('confirmed');
    const radar = { bin_load_manual: 'siloscan max', radar_height_command_release: true };
    await put(fixtures.admin, 'inventory', radar);
    const newBoard = { bin_topic: `moved-${bin.id}`, bin_installation_mode: true };
    const { data } = await put(fixtures.admin, '', newBoard);
    const modeOff = { bin_installation_mode: false, bin_installation_mode_wanted: null };
    expect(data).toMatchObject({ ...modeOff, radar_height_command_release: false });
    expect(await findModeStart(newBoard.bin_topic)).toBeNull();
    const moveBackResponse = await put(fixtures.admin, 'general', { bin_topic: bin.mainBoardId });
    expect(moveBackResponse.data).toMatchObject({ ...modeOff, bin_installation_mode: true });
    expect(await findModeStart(bin.mainBoardId)).not.toBeNull();
  });

  it('are sent with the next save if they were stored before the server sent commands to boards', async () => {
    const oldRequests = { wantedInstallationMode: true, radarHeightWanted: true } as const;
    await granary.db.updateTable('bins').set(oldRequests).where('id', '=', bin.id).execute();
    expect(await readSettings()).toMatchObject({
      bin_installation_mode_wanted: true,
      radar_height_command_release: true,
      open_commands: [],
    });
    const radar = { radar_height_command_release: true };
    await put(fixtures.admin, 'inventory', { ...radar, bin_load_manual: 'manual' });
    expect(await readCommands()).toEqual([]);
    await put(fixtures.admin, 'inventory', { ...radar, bin_load_manual: 'siloscan max' });
    const { data } = await put(fixtures.admin, 'firmware', { bin_installation_mode: true });
    expect(await readCommands()).toEqual([
      'setH00000001000000000000 queued',
      'setI0000000101 queued',
    ]);
    expect(data).toMatchObject({ open_commands: ['installation-mode', 'radar'] });
  });
});
