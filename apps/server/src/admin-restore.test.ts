import { Readable } from 'node:stream';
import { formatRestoreCommand } from '@granary/contract/restore';
import { DAY } from '@granary/domain/units';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toDatabaseUrl } from '../test/support/run-program.ts';
import { createTestDatabase, type TestDatabase } from '../test/support/test-database.ts';
import { runAdmin } from './admin.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});

afterAll(() => database.dispose());

function runAdminCommand(args: string): Promise<string> {
  const environment = { DATABASE_URL: toDatabaseUrl(database.connectionOptions) };
  return runAdmin(args.split(' '), environment, Readable.from([]));
}

describe('a deleted crop or firmware file', () => {
  const deletedAt = new Date();
  const until = new Date(deletedAt.getTime() + 30 * DAY).toISOString();
  /** The arguments of the command that a dialog shows. */
  const toRestoreArguments = (kind: 'crop' | 'firmware', id: number) =>
    formatRestoreCommand(kind, id).replace('npm run admin -- ', '');

  it('is listed and restored by the command that the dialogs show', async () => {
    const crop = await database.db
      .insertInto('crops')
      .values({ name: 'Spelt', createdAt: deletedAt, deletedAt })
      .returning('id')
      .executeTakeFirstOrThrow();
    const chart = { temperatures: [0], humidities: [40], cells: [[2]] };
    await database.db
      .insertInto('cropTables')
      .values({ cropId: crop.id, addedAt: deletedAt, chart: JSON.stringify(chart) })
      .execute();
    const firmware = await database.db
      .insertInto('firmwares')
      .values({
        name: 'Realtime',
        version: '2.10',
        kind: 'realtime',
        addedAt: deletedAt,
        deletedAt,
        checksum: Buffer.alloc(32),
        content: Buffer.from('x'),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const lines = [`crop ${crop.id}: Spelt`, `firmware ${firmware.id}: Realtime 2.10`];
    const listed = (await runAdminCommand('deleted')).split('\n');
    expect(listed).toEqual(expect.arrayContaining(lines.map((line) => `${line}, until ${until}`)));
    expect(await runAdminCommand(toRestoreArguments('crop', crop.id))).toBe(
      `Restored: ${lines[0]}`,
    );
    expect(await runAdminCommand(toRestoreArguments('firmware', firmware.id))).toBe(
      `Restored: ${lines[1]}`,
    );
    await expect(runAdminCommand(toRestoreArguments('crop', crop.id))).rejects.toThrow(
      `There is no deleted crop ${crop.id}.`,
    );
    await expect(runAdminCommand(toRestoreArguments('firmware', firmware.id))).rejects.toThrow(
      `There is no deleted firmware file ${firmware.id}.`,
    );
  });
});
