import { constantSets } from '@granary/domain/moisture/emc-constants';
import { calculateMoisture } from '@granary/domain/moisture/moisture';
import { DAY, HOUR } from '@granary/domain/units';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addBin, addCustomerFixtures, type CustomerFixtures } from '../../test/support/fixtures.ts';
import { storeReports } from '../../test/support/store-reports.ts';
import { createTestApp, type TestApp, type TestResponse } from '../../test/support/test-app.ts';
import type { UserRow } from '../platform/postgres/tables.ts';

let granary: TestApp;
let fixtures: CustomerFixtures;

beforeAll(async () => {
  granary = await createTestApp();
  fixtures = await addCustomerFixtures(granary.db);
});

afterAll(() => granary.dispose());

async function call(
  user: UserRow,
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  body?: unknown,
) {
  const token = await granary.createToken(user);
  return granary.call({ method, url: `/api/crop/${path}`, token, body });
}

const add = (crop_name: string, chart_data: unknown, user = fixtures.admin) =>
  call(user, 'POST', 'addCrop', { crop_name, chart_data });
const remove = (id: unknown, user = fixtures.admin) => call(user, 'DELETE', 'deleteCrop', { id });

type WireCrop = Record<string, unknown> & { readonly crop_name: string };
async function listCrops(): Promise<WireCrop[]> {
  return (await call(fixtures.farmer.user, 'GET', 'getCrops')).body.RESP_MSG as WireCrop[];
}
const findCrop = async (name: string) =>
  (await listCrops()).find((crop) => crop.crop_name === name);
const readCrop = ({ body }: TestResponse) => body.RESP_MSG as WireCrop;

/** A table whose moistures are easy to interpolate. */
const CHART = 'RH,0,10,20,30\r\n40,2,2.5,3,3.5\r\n60,3,3.5,4,4.5\r\n80,4,4.5,5,5.5\r\n';

describe('crops', () => {
  it('include the built-in crops with their moisture sources', async () => {
    const all = await listCrops();
    expect(all).toHaveLength(20);
    expect(all.map(({ crop_name }) => crop_name)).toEqual(
      all.map(({ crop_name }) => crop_name).toSorted(),
    );
    expect(await findCrop('Canola')).toMatchObject({
      id: null,
      date_time: null,
      chart_data: null,
      built_in: true,
      moisture_source: expect.stringContaining('canola'),
    });
    expect(await findCrop('Peas')).toMatchObject({ moisture_source: null });
  });

  it('are added with their chart data', async () => {
    const added = readCrop(await add('  Hemp ', `\uFEFF${CHART}`));
    expect(added).toEqual({
      id: expect.any(String),
      crop_name: 'Hemp',
      built_in: false,
      date_time: new Date(granary.now()).toISOString(),
      moisture_source: expect.stringMatching(/^table-\d+$/),
      chart_data: [
        ['', 0, 10, 20, 30],
        [40, 2, 2.5, 3, 3.5],
        [60, 3, 3.5, 4, 4.5],
        [80, 4, 4.5, 5, 5.5],
      ],
    });
    expect(await findCrop('Hemp')).toEqual(added);
  });

  it.each([
    ['semicolons and decimal commas', 'x;0;10,5\n50;11,5;10\n60;13;12', 10.5],
    ['tabs', 'x\t0\t10\n50\t11\t10\n60\t13\t12', 10],
    ['quoted cells and blank rows', '"","0","10"\n\n"50","11","10"\n,,\n60,13,12,,\n', 10],
    ['lines that end with CR', 'x,0,10\r50,11,10\r60,13,12\r', 10],
    ['a corner cell with another delimiter', '"RH;T",0,10\n50,11,10\n60,13,12', 10],
    ['cells', [[null, 0, 10].map(String), [50, 11, 10], ['60', '13', '12']], 10],
  ])('are added from chart data with %s', async (_, chart, last) => {
    const { chart_data: rows } = readCrop(await add('Rye', chart));
    expect((rows as unknown[][])[0]).toEqual(['', 0, last]);
    expect(rows).toHaveLength(3);
  });

  it('have names that are unique regardless of case', async () => {
    const first = readCrop(await add('Quinoa', CHART));
    const second = readCrop(await add('QUINOA', CHART));
    expect(second).toMatchObject({ id: first['id'], crop_name: 'Quinoa' });
    expect(readCrop(await add('peas', CHART))).toMatchObject({ crop_name: 'Peas', built_in: true });
    const names = (await listCrops()).map(({ crop_name }) => crop_name.toLowerCase());
    expect(new Set(names).size).toBe(names.length);
  });

  it('can have chart data with the maximum number of rows and any line ending', async () => {
    const humidities = Array.from({ length: 26 }, (_, index) => 20 + 3 * index);
    const rows = ['', ...humidities].map((first) => `${first},0,5,10,15,20,25,30,35`);
    for (const end of ['\r', '\n', '\r\n']) {
      const { chart_data: storedRows } = readCrop(await add('Rye', rows.join(end)));
      expect(storedRows).toHaveLength(27);
    }
  });

  it('are replaced only on request', async () => {
    const names = ['Teff', 'teff', 'wheat'];
    const upload = (crop_name: string, replaces: boolean) =>
      call(fixtures.admin, 'POST', 'addCrop', { crop_name, chart_data: CHART, replaces });
    const responses = [];
    for (const name of names) responses.push(await upload(name, false));
    expect(responses.map(({ status }) => status)).toEqual([200, 409, 409]);
    expect(responses.map(({ body }) => body.errors?.[0]?.message.split(' is ')[0])).toEqual([
      undefined,
      'Teff',
      'Wheat',
    ]);
    expect(await findCrop('Wheat')).toMatchObject({ chart_data: null });
    expect((await upload('teff', true)).status).toBe(200);
  });

  it('are recorded in the audit log when they are added, changed and deleted', async () => {
    await granary.db.deleteFrom('auditEntries').execute();
    const { id } = readCrop(await add('Millet', CHART));
    await add('Millet', ',0,10\n50,11,10\n60,13,12');
    await remove(id);
    const entries = await granary.db.selectFrom('auditEntries').selectAll().orderBy('id').execute();
    expect(entries.map(({ act, subject, subjectName }) => [act, subject, subjectName])).toEqual([
      ...[['added'], ['changed'], ['deleted']].map(([act]) => [act, 'crop', 'Millet']),
    ]);
    expect(entries.map(({ changes }) => changes[0])).toEqual([
      { field: 'chart_data', before: null, after: '3 × 4' },
      { field: 'chart_data', before: '3 × 4', after: '2 × 2' },
      { field: 'chart_data', before: '2 × 2', after: null },
    ]);
  });
});

describe('invalid chart data', () => {
  const row = (cells: number) => Array.from({ length: cells }, (_, index) => index).join(',');
  const refusedCharts: readonly [string, unknown, number, string][] = [
    ['nothing', '', 422, 'The file is empty.'],
    ['blank rows', '\n ,,\r\n', 422, 'The file is empty.'],
    ['a single row', ',0,10', 422, 'A table needs at least two temperatures and two humidities.'],
    [
      'ragged rows',
      ',0,10\n50,11\n60,13,12',
      422,
      'Row 2 must have as many columns as the first row.',
    ],
    ['words', ',0,10\n50,wet,10\n60,13,12', 422, 'Row 2, column 2: this is not a number.'],
    ['formulas', ',0,10\n50,=1+1,10\n60,13,12', 422, 'Row 2, column 2: this is not a number.'],
    [
      'an image',
      '\x89PNG\r\n\x1a\n\x01\x02"',
      422,
      'This file cannot be read as CSV. Save it as CSV and choose it again.',
    ],
    [
      'an unclosed quote',
      ',0,10\n"50,11,10\n60,13,12',
      422,
      'A quoted cell in the file has no closing quotation mark.',
    ],
    [
      'a quote within a cell',
      ',0,10\n5"0,11,10\n60,13,12',
      422,
      'This file cannot be read as CSV. Save it as CSV and choose it again.',
    ],
    [
      'NUL bytes',
      ',0,10\n50,\0,10',
      422,
      'This file cannot be read as CSV. Save it as CSV and choose it again.',
    ],
    [
      'a million empty columns',
      ','.repeat(999_999),
      422,
      'A table can have at most 200 rows and 200 columns.',
    ],
    [
      'NUL bytes in a cell',
      [
        ['', 0, 10],
        [50, '\0', 10],
        [60, 13, 12],
      ],
      422,
      'Row 2, column 2: this is not a number.',
    ],
    ['more than 1 MB', `${CHART}${' '.repeat(1_000_000)}`, 422, 'The file is larger than 1 MB.'],
    [
      '10 MB',
      'x'.repeat(10_000_000),
      413,
      'This is too large. Shorten the text or use a smaller file.',
    ],
    [
      'too many rows that end with CR',
      'a\r'.repeat(300_000),
      422,
      'The file has more than 10,000 rows.',
    ],
    ['too many rows', '1\n'.repeat(10_001), 422, 'The file has more than 10,000 rows.'],
    [
      'a table that is too long',
      '1,2,3\n'.repeat(500),
      422,
      'A table can have at most 200 rows and 200 columns.',
    ],
    ['many columns', row(150_000), 422, 'A table can have at most 200 rows and 200 columns.'],
    [
      'many cells',
      Array(300).fill([1, 2, 3]),
      422,
      'A table can have at most 200 rows and 200 columns.',
    ],
    ['fractions', ',0,10\n.5,11,10\n.6,13,12', 422, 'Row 2, column 1: this is not a number.'],
    [
      'swapped humidities and temperatures',
      ',50,60\n0,11,13\n10,10,12',
      422,
      'Row 3, column 2: moisture falls while humidity rises. Put temperatures in the first row and humidities in the first column.',
    ],
    [
      'humidity as a fraction',
      ',0,10\n0.5,11,10\n0.6,13,12',
      422,
      'Enter relative humidity in percent: 65, not 0.65.',
    ],
    [
      'falling humidity',
      ',0,10\n60,11,10\n50,13,12',
      422,
      'Row 3, column 1: humidities must increase from top to bottom.',
    ],
    ['1e308', ',0,10\n50,1e308,10\n60,13,12', 422, 'Row 2, column 2: this is not a number.'],
  ];

  it.each(refusedCharts)(
    'is rejected with a message and not stored: %s',
    async (_, chart, status, message) => {
      const before = await listCrops();
      const response = await add('Never', chart);
      expect([response.status, response.body.RESP_MSG]).toEqual([status, message]);
      expect(await listCrops()).toEqual(before);
    },
  );

  it.each(['', '   ', 'x'.repeat(101), 'a\tb', 'a\u202eb'])(
    'a name like %j is rejected',
    async (name) => {
      expect((await add(name, CHART)).status).toBe(422);
    },
  );
});

describe('moisture', () => {
  it('is calculated with chart data from their upload onward, without changing earlier values', async () => {
    const { db } = granary;
    const { farmer } = fixtures;
    const bin = await addBin(db, farmer.farm.id, { crop: 'Oats' }, [{}, { crop: 'Corn' }]);
    const reportAt = (ms: number) =>
      storeReports(
        db,
        bin,
        [
          {
            date_time: new Date(ms).toISOString(),
            cable_ids: [11, 12],
            temp_reading: [[10, 40], [10]],
            humidity_readings: [[60, 60], [60]],
          },
        ],
        granary.now(),
      );
    const readMoistures = async (page: number) => {
      const token = await granary.createToken(farmer.user);
      const url = `/api/board/getSensorReading?bin_sensor_id=${bin.id}&page_no=${page}`;
      const reading = (await granary.call({ url, token })).body.RESP_MSG as Record<string, unknown>;
      return [reading['moisture_reading'], reading['moisture_sources']] as const;
    };
    const oats = constantSets.find(({ grain, isDefault }) => grain === 'oats' && isDefault);
    if (!oats) throw new Error('Oats have no equation.');
    const equationMoisture = calculateMoisture({ kind: 'model', set: oats }, 10, 60) ?? 0;
    await reportAt(granary.now() - HOUR);
    granary.advance(DAY);
    const first = readCrop(await add('Oats', CHART));
    granary.advance(HOUR);
    await reportAt(granary.now());
    const [values, sources] = await readMoistures(0);
    // The table gives no moisture outside its range; the other cable has its own crop.
    expect((values as number[][])[0]?.slice(0, 2)).toEqual([3.5, null]);
    expect(sources).toEqual([first['moisture_source'], expect.stringContaining('corn')]);
    const [before, sourcesBefore] = await readMoistures(1);
    expect(sourcesBefore).toEqual([
      expect.stringContaining('oats'),
      expect.stringContaining('corn'),
    ]);
    expect((before as number[][])[0]?.[0]).toBeCloseTo(equationMoisture, 2);

    granary.advance(HOUR);
    await add('Oats', CHART.replace('60,3,3.5', '60,3,3.9'));
    await add('Corn', CHART);
    await reportAt(granary.now());
    expect((await readMoistures(0))[0]).toMatchObject([[3.9, null], [3.5]]);
    // A late report uses the table that was in effect when its reading was taken.
    await reportAt(granary.now() - HOUR / 2);
    expect((await readMoistures(1))[0]).toEqual(values);
    expect((await readMoistures(2))[0]).toEqual(values);
  });

  it('is calculated with chart data in bins that are added later', async () => {
    const { moisture_source: source } = readCrop(await add('Buckwheat', CHART));
    const bin = await addBin(granary.db, fixtures.farmer.farm.id, { crop: 'Buckwheat' });
    const period = await granary.db
      .selectFrom('cropPeriods')
      .selectAll()
      .where('binId', '=', bin.id)
      .executeTakeFirstOrThrow();
    expect(period).toMatchObject({ crop: 'Buckwheat', moistureSource: source });
  });
});

describe('a crop in use', () => {
  it('is not deleted, and the message names its bins', async () => {
    const { db } = granary;
    const farmId = fixtures.farmer.farm.id;
    const { id } = readCrop(await add('Mustard', CHART));
    const bins = [
      await addBin(db, farmId, { crop: 'Mustard', name: 'A1' }),
      await addBin(db, farmId, { name: 'A2' }, [{}, { crop: 'Mustard' }]),
      await addBin(db, farmId, { name: 'A3', crop: 'Mustard' }),
    ];
    // The bin's crop was changed without starting a new crop period, so the current period still uses
    // Mustard.
    const third = db.updateTable('bins').where('id', '=', bins[2]?.id ?? 0);
    await third.set({ crop: 'Wheat' }).execute();
    expect(await remove(id)).toMatchObject({
      status: 409,
      body: { RESP_MSG: 'Mustard is used by these bins: A1, A2, A3. Change their crop first.' },
    });
    expect(await findCrop('Mustard')).toBeDefined();
    const deletedAt = new Date(granary.now());
    for (const bin of bins) {
      await db.updateTable('bins').set({ deletedAt }).where('id', '=', bin.id).execute();
    }
    expect(await remove(id)).toMatchObject({ status: 200, body: { RESP_MSG: 'Crop Deleted!' } });
    expect(await findCrop('Mustard')).toBeUndefined();
    expect((await remove(id)).status).toBe(404);
  });

  it('uses its equation again after its chart data are deleted, if it is built in', async () => {
    const { db } = granary;
    const bin = await addBin(db, fixtures.farmer.farm.id, { crop: 'Barley' });
    const equation = (await findCrop('Barley'))?.['moisture_source'];
    granary.advance(HOUR);
    const { id, moisture_source: table } = readCrop(await add('Barley', CHART));
    granary.advance(HOUR);
    expect((await remove(id)).status).toBe(200);
    expect(await findCrop('Barley')).toMatchObject({ id: null, moisture_source: equation });
    const periods = await db
      .selectFrom('cropPeriods')
      .select('moistureSource')
      .where('binId', '=', bin.id)
      .orderBy('fromAt')
      .execute();
    expect(periods.map(({ moistureSource }) => moistureSource)).toEqual([
      equation,
      table,
      equation,
    ]);
  });

  it('is reported with at most ten of its bins', async () => {
    const { id } = readCrop(await add('Sesame', CHART));
    for (let index = 0; index < 12; index++) {
      const name = `S${String(index).padStart(2, '0')}`;
      await addBin(granary.db, fixtures.farmer.farm.id, { crop: 'Sesame', name });
    }
    const message = 'S00, S01, S02, S03, S04, S05, S06, S07, S08, S09, …. Change their crop first.';
    expect((await remove(id)).body.RESP_MSG).toBe(`Sesame is used by these bins: ${message}`);
  });
});
