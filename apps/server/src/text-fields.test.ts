import { textFields } from '@granary/contract/text-fields';
import { afterAll, describe, expect, it } from 'vitest';
import { type ApiDocument, type JsonSchema, listCalls } from '../test/support/api-document.ts';
import { addCustomerFixtures, type CustomerFixtures } from '../test/support/fixtures.ts';
import { createTestApp, type TestApp } from '../test/support/test-app.ts';

const granary: TestApp = await createTestApp({ logLevel: 'error' });
const fixtures: CustomerFixtures = await addCustomerFixtures(granary.db);
const document = JSON.parse((await granary.call({ url: '/api/openapi.json' })).text) as ApiDocument;
const calls = listCalls(document);

afterAll(() => granary.dispose());

/**
 * Lists the fields of a schema that contain no other fields, with their types; `*` is each item of an array.
 */
function listLeaves(
  schema: JsonSchema,
  parentPath: readonly string[] = [],
): { path: string; types: string }[] {
  const { properties, items, type, anyOf } = schema as {
    readonly properties?: Readonly<Record<string, JsonSchema>>;
    readonly items?: JsonSchema;
    readonly type?: string;
    readonly anyOf?: readonly JsonSchema[];
  };
  if (properties) {
    return Object.entries(properties).flatMap(([name, field]) =>
      listLeaves(field, [...parentPath, name]),
    );
  }
  if (items) return listLeaves(items, [...parentPath, '*']);
  const types = anyOf?.map((choice) => String(choice['type'])) ?? [String(type)];
  return [{ path: parentPath.join('.'), types: types.join(',') }];
}

describe('fields that also accept text', () => {
  const listedCalls = [...textFields].map(([name, fields]) => [name, fields] as const);
  const findBodySchema = (name: string): JsonSchema => {
    const documentedCall = calls.find(
      ({ method, path }) =>
        `${method} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}` === name.replace(' ', ' /api/'),
    );
    return documentedCall?.operation.requestBody?.content['application/json']?.schema ?? {};
  };

  it.each(listedCalls)(
    'of %s include all its numbers and nullable IDs',
    (name, { numbers, emptyAsNull }) => {
      const leaves = listLeaves(findBodySchema(name));
      const numericLeaves = leaves.filter(({ types }) => /^(number|integer)(,null)?$/.test(types));
      const numberPaths = numericLeaves
        .map(({ path }) => path)
        .filter((path) => path !== 'version');
      expect([...numbers].sort()).toEqual(numberPaths.sort());
      const nullablePaths = leaves
        .filter(({ types }) => types.endsWith(',null'))
        .map(({ path }) => path);
      expect(nullablePaths).toEqual(expect.arrayContaining([...emptyAsNull]));
      const ids = nullablePaths.filter((path) => /(^|_)id(_|$)/.test(path));
      expect([...emptyAsNull]).toEqual(expect.arrayContaining(ids));
    },
  );

  it('are listed for every published call whose body has a number', () => {
    // Calls that are not in the specification accept only numbers.
    const unspecifiedCalls = [
      'PUT board/binLoads/:id',
      'DELETE board/binLoads/:id',
      'POST alerts/limits/preview',
      'POST alerts/limits',
    ];
    const callsWithNumbers = calls
      .map(({ method, path }) => `${method} ${path.slice(5).replaceAll(/\{(\w+)\}/g, ':$1')}`)
      .filter((name) =>
        listLeaves(findBodySchema(name)).some(
          ({ path, types }) => path !== 'version' && /^(number|integer)(,null)?$/.test(types),
        ),
      );
    expect([...textFields.keys(), ...unspecifiedCalls]).toEqual(
      expect.arrayContaining(callsWithNumbers),
    );
  });

  it.each(listedCalls)('of %s are listed in the API document', (name, { numbers, emptyAsNull }) => {
    const tableRow = document.info.description
      .split('\n')
      .find((row) => row.includes(`\`${name}\``));
    const documentedCall = calls.find(
      ({ method, path }) =>
        `${method} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}` === name.replace(' ', ' /api/'),
    );
    for (const field of [...numbers, ...emptyAsNull]) {
      expect(tableRow).toContain(`\`${field}\``);
      expect(documentedCall?.operation.description).toContain(`\`${field}\``);
    }
  });

  it('are stored as numbers, or as null if they are empty', async () => {
    const token = await granary.createToken(fixtures.admin);
    const { farm, bin } = fixtures.farmer;
    const send = async (method: 'PUT' | 'POST', url: string, body: unknown) =>
      granary.call({ method, url: `/api/${url}`, body, token });
    const size = await send('PUT', `board/${bin.id}/general`, { bin_size: '8200.5', freq: '41' });
    expect(size.body).toMatchObject({ data: { bin_size: 8200.5, freq_wanted: 41 } });
    const y1 = await send('PUT', `board/${bin.id}/inventory`, { pressure_cables: { Y1: '7' } });
    expect(y1.body).toMatchObject({ data: { pressure_cables: { Y1: 7 } } });
    const { body } = await granary.call({ url: `/api/farm/getFarm?farm_id=${farm.id}`, token });
    const { farm_id, farm_name, city, state, country } = Object(body.RESP_MSG);
    const fields = { farm_id, farm_name, city, state, country, channel_8_sensor_attached: false };
    const saved = await send('POST', 'farm/updateFarm', {
      ...fields,
      lat: '50.25',
      lng: '-1.04e2',
      bin_id_for_channel_8_readings: '',
    });
    expect(saved.body.RESP_MSG).toMatchObject({
      lat: 50.25,
      lng: -104,
      bin_id_for_channel_8_readings: null,
    });
  });

  it.each([
    ['general', { bin_size: '' }, 'bin_size'],
    ['general', { bin_size: '1,5' }, 'bin_size'],
    ['general', { bin_size: 'Infinity' }, 'bin_size'],
    ['general', { bin_size: '0' }, 'bin_size'],
    ['general', { freq: '41.5' }, 'freq'],
    ['general', { version: '1' }, 'version'],
    ['general', { bin_name: 5 }, 'bin_name'],
    ['firmware', { bin_installation_mode: 'true' }, 'bin_installation_mode'],
  ])('do not accept %s %j', async (section, body, field) => {
    const token = await granary.createToken(fixtures.admin);
    const url = `/api/board/${fixtures.farmer.bin.id}/${section}`;
    const response = await granary.call({ method: 'PUT', url, body, token });
    expect(response.status).toBe(422);
    expect(response.body.errors?.map(({ path }) => path)).toEqual([field]);
  });
});
