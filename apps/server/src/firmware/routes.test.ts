import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { type FirmwareName, newBinDefaults } from '@granary/domain/boards/options';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addCustomerFixtures, type CustomerFixtures } from '../../test/support/fixtures.ts';
import { createTestApp, type TestApp } from '../../test/support/test-app.ts';
import type { UserRow } from '../platform/postgres/tables.ts';
import { restoreFirmware } from './change-firmware.ts';
import { findDeletedFirmwareFiles, purgeFirmwareFiles } from './store.ts';

const TOO_LARGE = 'This is too large. Shorten the text or use a smaller file.';
const UNREADABLE = 'This request cannot be read. Reload the page and try again.';
let granary: TestApp;
let fixtures: CustomerFixtures;

beforeAll(async () => {
  granary = await createTestApp();
  fixtures = await addCustomerFixtures(granary.db);
});

afterAll(() => granary.dispose());

beforeEach(async () => {
  await granary.db.deleteFrom('firmwares').execute();
  await granary.db.deleteFrom('auditEntries').execute();
});

const FIELDS = { name: 'Realtime', version: '2.10', type: 'realtime' };

interface Form {
  readonly fields?: Readonly<Record<string, string>>;
  /** Null sends no file. */
  readonly file?: string | null;
  readonly content?: Buffer | string;
  readonly fileField?: string;
  readonly boundary?: string;
}

/** Sends the form as browsers do. */
async function send(form: Form = {}, user: UserRow = fixtures.admin) {
  const { fields = FIELDS, file = 'firmware.txt', content = ':10', boundary = 'b0undary' } = form;
  const { fileField = 'file' } = form;
  const parts = Object.entries(fields).map(
    ([name, value]) =>
      `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="${fileField}"; filename="${file}"\r\nContent-Type: text/plain\r\n\r\n`;
  const filePart =
    file === null ? [] : [Buffer.from(head), Buffer.from(content), Buffer.from('\r\n')];
  const body = Buffer.concat([
    Buffer.from(parts.join('')),
    ...filePart,
    Buffer.from(`--${boundary}--`),
  ]);
  return granary.call({
    method: 'POST',
    url: '/api/firmware/addFirmware',
    body,
    token: await granary.createToken(user),
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  });
}

async function callApi(user: UserRow, method: 'GET' | 'DELETE', path: string, body?: object) {
  const token = await granary.createToken(user);
  return granary.call({ method, url: `/api/firmware/${path}`, token, body });
}

const listFirmware = async () =>
  (await callApi(fixtures.distributor, 'GET', 'getFirmwares')).body.RESP_MSG as Record<
    string,
    unknown
  >[];

describe('firmware', () => {
  it('is stored with its version and the checksum of its bytes', async () => {
    const content = Buffer.from([0, 255, 13, 10, 45, 45, 128]);
    const response = await send({ content });
    const added = {
      id: expect.any(String),
      name: 'Realtime',
      version: '2.10',
      type: 'realtime',
      date_time: new Date(granary.now()).toISOString(),
      bytes: content.length,
      checksum: createHash('sha256').update(content).digest('hex'),
    };
    expect(response).toMatchObject({ status: 200, body: { RESP_MSG: added } });
    expect(await listFirmware()).toEqual([added]);
    const row = await granary.db.selectFrom('firmwares').selectAll().executeTakeFirstOrThrow();
    expect(row.content).toEqual(content);
  });

  it('is for sleeping boards by default', async () => {
    await send({ fields: { name: 'Quiet', version: '1' }, file: 'A.RTF' });
    expect(await listFirmware()).toMatchObject([{ type: 'sleep' }]);
  });

  it('is listed newest first, and unique by name and version', async () => {
    await send();
    granary.advance(1_000);
    await send({ fields: { ...FIELDS, version: '2.11' } });
    expect((await listFirmware()).map(({ version }) => version)).toEqual(['2.11', '2.10']);
    const duplicate = await send({ fields: { ...FIELDS, name: 'REALTIME' } });
    expect(duplicate).toMatchObject({ status: 409, body: { errors: [{ path: 'version' }] } });
    expect(await listFirmware()).toHaveLength(2);
  });

  it('is deleted by admins, and can be added again', async () => {
    await send();
    const [storedFirmware] = await listFirmware();
    const remove = () =>
      callApi(fixtures.admin, 'DELETE', 'deleteFirmware', { id: storedFirmware?.['id'] });
    expect(await remove()).toMatchObject({ status: 200, body: { RESP_MSG: 'Firmware Deleted!' } });
    expect(await listFirmware()).toEqual([]);
    expect((await remove()).status).toBe(404);
    expect((await send()).status).toBe(200);
    const entries = await granary.db.selectFrom('auditEntries').selectAll().orderBy('id').execute();
    expect(entries.map(({ act, subject }) => `${act} ${subject}`)).toEqual([
      'added firmware',
      'deleted firmware',
      'added firmware',
    ]);
    expect(entries[0]?.changes.map(({ field }) => field)).toEqual([
      'firmware_version',
      'firmware_type',
      'checksum',
    ]);
  });
});

describe('deleted firmware', () => {
  const restore = (id: unknown) => {
    const changedBy = { actor: null, address: 'this machine', at: granary.now() };
    return restoreFirmware(granary.db, Number(id), changedBy);
  };
  const remove = (id: unknown) => callApi(fixtures.admin, 'DELETE', 'deleteFirmware', { id });

  it('is restored with its bytes, and recorded in the audit log', async () => {
    const content = Buffer.from([0, 255, 13]);
    await send({ content });
    const before = await listFirmware();
    const id = before[0]?.['id'];
    await remove(id);
    await granary.db.deleteFrom('auditEntries').execute();
    expect(await restore(id)).toEqual({ kind: 'restored', firmware: 'Realtime 2.10' });
    expect(await listFirmware()).toEqual(before);
    const row = await granary.db.selectFrom('firmwares').selectAll().executeTakeFirstOrThrow();
    expect(row).toMatchObject({ content, deletedAt: null });
    expect(await restore(id)).toEqual({ kind: 'not-deleted' });
    const entries = await granary.db.selectFrom('auditEntries').selectAll().execute();
    expect(entries).toMatchObject([{ act: 'restored', subject: 'firmware', subjectId: id }]);
  });

  it('is not restored if another file has its name and version', async () => {
    await send();
    const id = (await listFirmware())[0]?.['id'];
    await remove(id);
    await send({ fields: { ...FIELDS, name: 'REALTIME' } });
    expect(await restore(id)).toEqual({ kind: 'name-taken', firmware: 'Realtime 2.10' });
    expect(await listFirmware()).toHaveLength(1);
  });

  it('is purged after its retention period', async () => {
    await send();
    const id = (await listFirmware())[0]?.['id'];
    await remove(id);
    const deletedAt = granary.now();
    await purgeFirmwareFiles(granary.db, new Date(deletedAt));
    expect(await findDeletedFirmwareFiles(granary.db)).toHaveLength(1);
    await purgeFirmwareFiles(granary.db, new Date(deletedAt + 1));
    expect(await restore(id)).toEqual({ kind: 'not-deleted' });
  });
});

describe('firmware that is selected for bins', () => {
  const setBinFirmware = (firmwareVersion: string, firmwareName: FirmwareName = 'realtime') =>
    granary.db
      .updateTable('bins')
      .set({ firmwareName, firmwareVersion })
      .where('id', '=', fixtures.farmer.bin.id)
      .returning('name')
      .executeTakeFirstOrThrow();
  const remove = async (rowIndex = 0) =>
    callApi(fixtures.admin, 'DELETE', 'deleteFirmware', {
      id: (await listFirmware())[rowIndex]?.['id'],
    });

  afterAll(async () => {
    const { firmwareVersion, firmwareName } = newBinDefaults;
    await setBinFirmware(firmwareVersion, firmwareName);
  });

  it('is not deleted, and the message names the bins', async () => {
    await send({ fields: { ...FIELDS, version: '3.01' } });
    const { name } = await setBinFirmware('3.01');
    expect(await remove()).toMatchObject({
      status: 409,
      body: {
        RESP_MSG: `Realtime 3.01 is selected for these bins: ${name}. Select other firmware for them first.`,
      },
    });
    expect(await listFirmware()).toHaveLength(1);
    await setBinFirmware('2.12');
    expect((await remove()).status).toBe(200);
  });

  it('is deleted if another file has its version, or the version is built in', async () => {
    await send({ fields: { ...FIELDS, version: '3.01' } });
    await send({ fields: { ...FIELDS, version: '3.01', name: 'Again' } });
    await setBinFirmware('3.01');
    expect((await remove()).status).toBe(200);
    expect((await remove()).status).toBe(409);
    await send();
    await setBinFirmware('2.10');
    expect((await remove()).status).toBe(200);
  });
});

describe('an invalid upload', () => {
  const INVALID_FILES_MESSAGE = 'Invalid files, only .txt and .rtf files are accepted';
  const refusedUploads: readonly [string, Form, number, string][] = [
    ['another type', { file: 'firmware.exe' }, 422, INVALID_FILES_MESSAGE],
    ['two extensions', { file: 'firmware.txt.exe' }, 422, INVALID_FILES_MESSAGE],
    ['an extension after a NUL', { file: 'firmware.exe\0.tx' }, 422, INVALID_FILES_MESSAGE],
    ['no file', { file: null }, 422, 'Please choose a file.'],
    ['no file name', { file: '' }, 422, INVALID_FILES_MESSAGE],
    ['an empty file', { content: '' }, 422, 'The file is empty.'],
    ['over 1 MB', { content: Buffer.alloc(1_000_001, 'x') }, 413, TOO_LARGE],
    ['10 MB', { content: Buffer.alloc(10_000_000, 'x') }, 413, TOO_LARGE],
    ['a file in another field', { fileField: 'other' }, 400, UNREADABLE],
    ['a long boundary', { boundary: 'b'.repeat(71) }, 400, UNREADABLE],
    ['a long file name', { file: `${'x'.repeat(300)}.txt` }, 400, UNREADABLE],
    ['no version', { fields: { name: 'A' } }, 422, 'Please check version.'],
    [
      'a word as the version',
      { fields: { ...FIELDS, version: 'newest' } },
      422,
      'Please check version.',
    ],
    ['an invalid type', { fields: { ...FIELDS, type: 'portable' } }, 422, 'Please check type.'],
    ['a NUL', { fields: { ...FIELDS, name: 'a\0b' } }, 422, 'Please check name.'],
    ['a long name', { fields: { ...FIELDS, name: 'x'.repeat(101) } }, 422, 'Please check name.'],
    ['an extremely long name', { fields: { ...FIELDS, name: 'x'.repeat(2_000) } }, 413, TOO_LARGE],
  ];

  it.each(refusedUploads)(
    'is rejected with a message and not stored: %s',
    async (_, form, status, message) => {
      const response = await send(form);
      expect([response.status, response.body.RESP_MSG]).toEqual([status, message]);
      expect(await listFirmware()).toEqual([]);
    },
  );

  it('is rejected if it has too many parts', async () => {
    const extraFields = Object.fromEntries(
      Array.from({ length: 40 }, (_, index) => [`f${index}`, 'x']),
    );
    expect((await send({ fields: { ...extraFields, ...FIELDS } })).status).toBe(413);
  });

  it.each([
    ['application/json', '{}'],
    ['multipart/form-data', '--x--'],
    ['multipart/form-data; boundary=""', '--x--'],
    ['multipart/mixed; boundary=x', '--x--'],
    ['multipart/form-data; boundary=x', 'no form at all'],
    [
      'multipart/form-data; boundary=x',
      '--x\r\nContent-Disposition: form-data; name="name"\r\n\r\nA',
    ],
  ])('is rejected as %s with %j', async (type, body) => {
    const response = await granary.call({
      method: 'POST',
      url: '/api/firmware/addFirmware',
      body,
      token: await granary.createToken(fixtures.admin),
      headers: { 'content-type': type },
    });
    expect(response.status).toBeGreaterThanOrEqual(400);
    expect(response.status).toBeLessThan(500);
    expect(await listFirmware()).toEqual([]);
  });

  it('is rejected by routes that do not accept files', async () => {
    const response = await granary.call({
      method: 'POST',
      url: '/api/rawData/getFilteredData',
      body: '--x--',
      token: await granary.createToken(fixtures.admin),
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
    });
    expect(response.status).toBeLessThan(500);
    expect(response.status).toBeGreaterThanOrEqual(400);
  });
});

describe('the name of a file', () => {
  it.each([
    '../../etc/passwd.txt',
    '..%2f..%2fetc%2fpasswd.txt',
    '..\\..\\boot.txt',
    '/etc/cron.d/x.txt',
    '....//....//x.txt',
    '%2e%2e%2fx.txt',
    '\u2025/x.txt',
    '\uff0e\uff0e\uff0fx.txt',
    'C:\\x.txt',
    '.txt',
    'nul.txt',
    'x.txt\u202e',
    '~/x.rtf',
    '$(x).txt',
    '`x`.txt',
    '<script>.txt',
    "'.txt",
  ])('is never used as a path: %s', async (file) => {
    const before = await readdir('.');
    const response = await send({ file });
    expect([200, 422]).toContain(response.status);
    expect(response.text).not.toContain('passwd');
    expect(await readdir('.')).toEqual(before);
    const rows = await granary.db.selectFrom('firmwares').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain('x.txt');
  });
});

describe('the firmware of boards', () => {
  const listBoards = async (user: UserRow) => {
    const response = await callApi(user, 'GET', 'getBinFirmwares');
    return (response.body as unknown as { data: Record<string, unknown>[] }).data;
  };

  it('is listed with the firmware that the boards should run, mismatches first', async () => {
    const { farmer, sibling, stranger } = fixtures;
    const hello = { firmwareName: 'sleep', helloAt: new Date(granary.now()) };
    const boards = granary.db.updateTable('mainBoards');
    await boards
      .set({ ...hello, firmwareVersion: '2.03' })
      .where('id', '=', farmer.bin.mainBoardId)
      .execute();
    await boards
      .set({ ...hello, firmwareVersion: '1.99' })
      .where('id', '=', sibling.bin.mainBoardId)
      .execute();
    const rows = await listBoards(fixtures.distributor);
    expect(rows).toEqual([
      {
        bin_sensor_id: String(sibling.bin.id),
        bin_name: expect.any(String),
        bin_number: 1,
        farm_name: sibling.farm.name,
        main_board_id: sibling.bin.mainBoardId,
        firmware_name: 'sleep',
        firmware_version: '1.99',
        differs: true,
        date_time: hello.helloAt.toISOString(),
        bin_firmware_name: 'sleep',
        bin_firmware_version: '2.03',
      },
      expect.objectContaining({ main_board_id: farmer.bin.mainBoardId, differs: false }),
    ]);
    const all = await listBoards(fixtures.admin);
    expect(all).toHaveLength(4);
    expect(all.find((row) => row['main_board_id'] === stranger.bin.mainBoardId)).toMatchObject({
      firmware_name: null,
      firmware_version: null,
      date_time: null,
      differs: false,
    });
  });

  it('is paginated', async () => {
    const response = await callApi(fixtures.admin, 'GET', 'getBinFirmwares?page=2');
    expect(response.body).toMatchObject({
      data: [],
      pagination: { total: 4, totalPages: 1, hasNextPage: false },
    });
    expect((await callApi(fixtures.admin, 'GET', 'getBinFirmwares?page=0')).status).toBe(422);
  });
});
