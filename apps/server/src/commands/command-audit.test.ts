import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addCustomerFixtures, type CustomerFixtures } from '../../test/support/fixtures.ts';
import { createTestApp, type TestApp } from '../../test/support/test-app.ts';
import type { UserRow } from '../platform/postgres/tables.ts';

let granary: TestApp;
let fixtures: CustomerFixtures;

beforeAll(async () => {
  granary = await createTestApp();
});

afterAll(() => granary.dispose());

beforeEach(async () => {
  fixtures = await addCustomerFixtures(granary.db);
});

type Wire = Record<string, unknown>;

async function send(user: UserRow, method: 'POST' | 'PUT', path: string, body: Wire) {
  const { bin } = fixtures.farmer;
  const url = `/api/${path.replace('ID', String(bin.id))}`;
  const idField = path.startsWith('cables') ? { id: String(bin.id) } : { bin_id: String(bin.id) };
  const token = await granary.createToken(user);
  const fullBody = method === 'PUT' ? body : { ...idField, ...body };
  return (await granary.call({ method, url, token, body: fullBody })).status;
}

/**
 * Reads the audit entries about the farmer's bin: the action, the actor, the owner and the fields with their
 * new values.
 */
async function readEntries() {
  const rows = await granary.db
    .selectFrom('auditEntries')
    .selectAll()
    .where('subject', '=', 'bin')
    .where('subjectId', '=', String(fixtures.farmer.bin.id))
    .orderBy('id')
    .execute();
  return rows.map(({ act, actorId, ownerId, changes }) => ({
    act,
    actorId,
    ownerId,
    changes: changes.map(({ field, after }) => [field, after]),
  }));
}

const addressChange = { old_cable_id: 11, new_cable_id: 26 };

describe("a neighbor's call about a board is refused, and recorded for the owner", () => {
  it.each([
    ['POST', 'boardCommands/resume', {}, [['fan_hold', null]]],
    ['POST', 'boardCommands/entry', {}, [['bin_entry', 'open']]],
    ['POST', 'boardCommands/entry/close', {}, [['bin_entry', 'closed']]],
    [
      'POST',
      'boardCommands/addCommandScheduled',
      { bin_number: 1, bin_topic: 'any', schedule: {} },
      [['fan_schedule', true]],
    ],
    [
      'POST',
      'cablesConfiguration/updateCableConfiguration',
      addressChange,
      Object.entries(addressChange),
    ],
    ['PUT', 'board/ID/general', { freq: 44, bin_name: 'X' }, [['freq', 44]]],
    ['PUT', 'board/ID', { bin_in: 3, freq: 44 }, Object.entries({ freq: 44, bin_in: 3 })],
    [
      'PUT',
      'board/ID/inventory',
      { radar_height_command_release: true },
      [['radar_height_command_release', true]],
    ],
    [
      'PUT',
      'board/ID/firmware',
      { bin_installation_mode: true },
      [['bin_installation_mode', true]],
    ],
  ] as const)('%s %s', async (method, path, body, changes) => {
    const { user } = fixtures.neighbor;
    expect(await send(user, method, path, body)).toBe(403);
    const ownerId = fixtures.farmer.user.id;
    expect(await readEntries()).toEqual([{ act: 'refused', actorId: user.id, ownerId, changes }]);
  });
});

describe("changes to a bin's settings", () => {
  it('are also recorded as commands if the board needs them', async () => {
    expect(await send(fixtures.admin, 'PUT', 'board/ID/general', { freq: 44 })).toBe(200);
    expect(await readEntries()).toMatchObject([
      { act: 'changed', changes: [['freq_wanted', 44]] },
      {
        act: 'commanded',
        actorId: fixtures.admin.id,
        changes: [
          ['freq', 44],
          ['bin_in', 1],
        ],
      },
    ]);
  });

  it('are recorded as refused for users who may only read them', async () => {
    const { user } = fixtures.farmer;
    expect(await send(user, 'PUT', 'board/ID/general', { freq: 44 })).toBe(403);
    expect(await readEntries()).toMatchObject([{ act: 'refused', changes: [['freq', 44]] }]);
  });

  it('are not recorded when refused if the board does not need them', async () => {
    const { user } = fixtures.neighbor;
    expect(await send(user, 'PUT', 'board/ID/general', { bin_name: 'X' })).toBe(403);
    expect(await readEntries()).toEqual([]);
  });
});
