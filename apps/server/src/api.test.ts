import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type ApiDocument,
  type DocumentedCall,
  type JsonSchema,
  listCalls,
} from '../test/support/api-document.ts';
import { addCustomerFixtures, type CustomerFixtures } from '../test/support/fixtures.ts';
import { storeReports } from '../test/support/store-reports.ts';
import { createTestApp, type TestApp, type TestRequest } from '../test/support/test-app.ts';
import { policy } from './access/policy.ts';
import type { UserRow } from './platform/postgres/tables.ts';

const JSON_HEADERS = { 'content-type': 'application/json' };
/** The number of random requests for each call; `API_REQUESTS` sets a larger number for a long run. */
const REQUESTS = Number(process.env['API_REQUESTS'] ?? 15);
const LONE_SURROGATE = '\uD800';

const granary: TestApp = await createTestApp({ logLevel: 'error' });
const fixtures: CustomerFixtures = await addCustomerFixtures(granary.db);
const document = JSON.parse((await granary.call({ url: '/api/openapi.json' })).text) as ApiDocument;
const calls = listCalls(document);
const namedCalls = calls.map((call) => [`${call.method} ${call.path}`, call] as const);

beforeAll(async () => {
  const values = {
    temp_reading: [[20, -200, 22], [21.5]],
    humidity_readings: [[60, 61, 62], [50]],
  };
  const reports = Array.from({ length: 30 }, (_, hour) => ({
    ...values,
    battery: 80,
    co2: 600,
    channel_8_temperature: 11,
    cable_ids: [11, 13],
    date_time: new Date(granary.now() - hour * 3_600_000).toISOString(),
  }));
  await storeReports(granary.db, fixtures.farmer.bin, reports, granary.now());
  // The first ledger entry has the same ID as the first bin, because the calls below use that ID.
  const entry = { type: 'load' as const, volume: 10, moisture: null, protein: null };
  const at = new Date(granary.now());
  await granary.db
    .insertInto('binLoads')
    .values({ ...entry, binId: fixtures.farmer.bin.id, at })
    .execute();
});

afterAll(() => granary.dispose());

describe('the API document', () => {
  it('lists every call with its summary, security requirements and responses', () => {
    const policyCalls = [...policy].map(([name, { who }]) => {
      const [method = '', path = ''] = name.split(' ');
      return [method, `/api/${path.replaceAll(/:(\w+)/g, '{$1}')}`, who === 'anyone'];
    });
    const documentedCalls = calls.map(({ method, path, operation }) => [
      method,
      path,
      operation.security.length === 0,
    ]);
    expect(documentedCalls.sort()).toEqual(policyCalls.sort());
    const names = calls.map(({ operation }) => operation.operationId);
    expect(names).toContain('getBoardGetBinSensor');
    expect(new Set(names).size).toBe(calls.length);
    expect(names.filter((name) => !/^[a-z][A-Za-z0-9]+$/.test(name))).toEqual([]);
    for (const { operation } of calls) {
      expect(operation.summary).not.toBe('');
      expect(Object.keys(operation.responses)).toEqual(['200', 'default']);
    }
  });

  it('describes each field of a cable configuration', () => {
    const call = calls.find(({ path }) => path.endsWith('/updateCableConfiguration'));
    const { properties = {} } = Object(
      call?.operation.requestBody?.content['application/json']?.schema,
    ) as { properties?: Record<string, JsonSchema> };
    const describedFields = Object.keys(properties).filter(
      (name) => 'description' in Object(properties[name]),
    );
    expect(describedFields).toEqual([
      'version',
      'old_cable_id',
      'new_cable_id',
      'new_sensor_position',
      'sensor_code',
      'sensor_positions',
    ]);
  });

  it('tells callers that save a bin to leave out unchanged fields, and lists the fields that trigger requests to its board', () => {
    const saveCalls = calls.flatMap(({ method, path, operation: { description = '' } }) => {
      if (method !== 'PUT' || !description.includes('Leave out fields')) return [];
      const requests = /Requests to the board: (.*?)\..* withdraw_requests: true/.exec(description);
      return [[path.replace('/api/board/{binId}', ''), requests?.[1]]];
    });
    expect(Object.fromEntries(saveCalls)).toEqual({
      '': 'freq, bin_in, radar_height_command_release, bin_installation_mode',
      '/alerts': undefined,
      '/cables-mgmt': undefined,
      '/fan-settings': undefined,
      '/firmware': 'bin_installation_mode',
      '/general': 'freq, bin_in',
      '/inventory': 'radar_height_command_release',
    });
  });

  it('does not allow additional fields in request bodies, at any depth', () => {
    for (const { method, path, operation } of calls) {
      const schema = operation.requestBody?.content['application/json']?.schema;
      expect(findOpenObjects(schema), `${method} ${path}`).toEqual([]);
    }
  });

  it('uses wire names in requests and responses', () => {
    const findBody = (name: string) =>
      calls.find(({ path }) => path === name)?.operation.requestBody?.content['application/json'];
    expect(Object.keys(Object(findBody('/api/user/setUpAdmin')?.schema['properties']))).toEqual([
      'setup_token',
      'email',
      'password',
      'first_name',
      'last_name',
    ]);
    const responses = JSON.stringify(document.paths['/api/board/getBinSensor']);
    for (const name of ['bin_topic', 'read_humidty', 'min_ambient_EMC', 'bin_firmware_version']) {
      expect(responses).toContain(`"${name}"`);
    }
    for (const name of ['mainBoardId', 'showsHumidity', 'minAmbientMoisture']) {
      expect(JSON.stringify(document)).not.toContain(`"${name}"`);
    }
  });
});

describe('a response', () => {
  it('is as documented when the call succeeds', async () => {
    const token = await granary.createToken(fixtures.admin);
    const readCalls = calls.filter(
      ({ method, path, operation }) =>
        // No place search is configured here.
        method === 'GET' && operation.security.length > 0 && !path.endsWith('places/search'),
    );
    expect(readCalls.length).toBeGreaterThan(20);
    for (const { method, path, operation, findProblem } of readCalls) {
      // A fan's details are found by either of two parameters, so neither is required.
      const isIncluded = (name: string) =>
        path.endsWith('boardCommands/details') && name === 'bin_id';
      const parameters = (operation.parameters ?? []).filter(
        (parameter) => parameter.required || isIncluded(parameter.name),
      );
      const encodeValidValue = (name: string, schema: JsonSchema) =>
        encodeUrlPart(createValidValue(name, schema));
      const query = parameters
        .filter((parameter) => parameter.in === 'query')
        .map(({ name, schema }) => `${name}=${encodeValidValue(name, schema)}`);
      const resolvedPath = path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
        encodeValidValue(name, {}),
      );
      const url = `${resolvedPath}?${query.join('&')}`;
      const response = await granary.call({ method, url, token });
      expect.soft([response.status, findProblem(response)], url).toEqual([200, null]);
    }
  });
});

/** The objects in a schema that allow additional fields. */
function findOpenObjects(schema: unknown): unknown[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const isOpen = 'properties' in schema && Object(schema).additionalProperties !== false;
  return [...(isOpen ? [schema] : []), ...Object.values(schema).flatMap(findOpenObjects)];
}

/** Invalid values from users, programs and attackers. */
const junk: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(
    '',
    ' ',
    '\0',
    'a\0b',
    LONE_SURROGATE,
    '💾',
    "'; drop table users; --",
    '../../etc/passwd',
    '-1',
    '0',
    '1e3',
    '1e400',
    'NaN',
    '99999999999999999999',
    '2147483648',
    '١',
    'true',
    'null',
    null,
    true,
    0,
    -0,
    1e308,
    2 ** 53,
    -1.5,
    [],
    {},
    [[]],
    { __proto__: 1 },
    'x'.repeat(3000),
  ),
  fc.constantFrom(
    '2026-02-30',
    '0000-00-00',
    '0000-01-01',
    '9999-12-31',
    '-000001-01-01',
    '2026-13-01',
    '0000-01-01T00:00:00+23:59',
    '9999-12-31T23:59:59-23:59',
    '2026-02-30T25:61:00Z',
  ),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.jsonValue({ maxDepth: 3 }),
);

/** A valid value for a field; IDs refer to the farmer's own data. */
function createValidValue(name: string, { type, enum: choices, pattern }: JsonSchema): unknown {
  const { user, farm, bin } = fixtures.farmer;
  const valuesByName: Readonly<Record<string, string | undefined>> = {
    user_id: `${user.id}`,
    farm_id: `${farm.id}`,
    bin_sensor_id: `${bin.id}`,
    id: `${bin.id}`,
    binId: `${bin.id}`,
    cableId: '11',
    position: '1',
    sensors: '1.1',
    days: '30',
    from: '2026-06-01',
    to: '2026-07-02',
    dateTime: '2026-07-01T12:00:00Z',
    page_no: '1',
    userId: `${user.id}`,
    bin_id: `${bin.id}`,
    main_board_id: bin.mainBoardId,
    month: '2026-07',
    first: '5',
    email: 'a@api.example',
  };
  // `from` and `to` are days in some calls and times in others.
  const value = valuesByName[name];
  if (value !== undefined) {
    const isDay = /^\d{4}-\d\d-\d\d$/.test(value);
    return isDay && !matchesPattern(value, pattern) ? `${value}T00:00:00Z` : value;
  }
  if (Array.isArray(choices)) return choices[0];
  return type === 'boolean' ? true : 'some text';
}

function matchesPattern(value: string, pattern: unknown): boolean {
  return typeof pattern !== 'string' || new RegExp(pattern).test(value);
}

/** Encodes any value for the path or query of a URL, even if it is not text. */
function encodeUrlPart(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  try {
    return encodeURIComponent(text);
  } catch {
    return '%ED%A0%80';
  }
}

/** Generates the value one time in eight, and null otherwise. */
const mostlyNull = <T>(value: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 7, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: value });

/** A valid request with some fields changed, left out, repeated or added. */
function createRequest({
  method,
  path,
  operation,
}: DocumentedCall): fc.Arbitrary<TestRequest & { caller: UserRow | null }> {
  const {
    farmer: { user: farmer },
    admin,
  } = fixtures;
  const parameters = operation.parameters ?? [];
  const schema = operation.requestBody?.content['application/json']?.schema;
  const bodyFields = Object.entries((schema?.['properties'] ?? {}) as Record<string, JsonSchema>);
  const names = [...parameters.map(({ name }) => name), ...bodyFields.map(([name]) => name)];
  const overrides = fc.dictionary(fc.constantFrom(...names, 'role', '_id'), junk, { maxKeys: 2 });
  return fc
    .record({
      overrides,
      omittedName: mostlyNull(fc.constantFrom(...names, '')),
      isRepeated: mostlyNull(fc.constant(true)),
      caller: fc.constantFrom(farmer, farmer, farmer, admin, null),
      replacementBody: mostlyNull(junk),
    })
    .map(({ omittedName, isRepeated, caller, replacementBody, ...rest }) => {
      const parameterValues: Record<string, unknown> = {};
      for (const { name, schema: parameterSchema } of parameters)
        parameterValues[name] = createValidValue(name, parameterSchema);
      const body = Object.fromEntries(
        bodyFields.map(([name, fieldSchema]) => [name, createValidValue(name, fieldSchema)]),
      );
      Object.assign(schema ? body : parameterValues, rest.overrides);
      for (const name of Object.keys(parameterValues))
        parameterValues[name] = rest.overrides[name] ?? parameterValues[name];
      if (omittedName !== null) delete body[omittedName];
      const resolvedPath = path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
        encodeUrlPart(parameterValues[name]),
      );
      const query = Object.entries(parameterValues)
        .filter(([name]) => !path.includes(`{${name}}`) && name !== omittedName)
        .map(([name, value]) => `${name}=${encodeUrlPart(value)}`);
      if (isRepeated) query.push(...query.slice(0, 1));
      const url = `${resolvedPath}?${query.join('&')}`;
      const content = schema
        ? { body: JSON.stringify(replacementBody ?? body), headers: JSON_HEADERS }
        : {};
      return { method, url, caller, ...content };
    });
}

describe('any request', () => {
  const seenStatuses = new Set<number>();

  it.each(namedCalls)(
    'to %s never causes a server error, and gets a documented response',
    async (_, call) => {
      await fc.assert(
        fc.asyncProperty(createRequest(call), async ({ caller, ...request }) => {
          const token = caller && (await granary.createToken(caller));
          const response = await granary.call({ ...request, token });
          seenStatuses.add(response.status);
          // Without a provider, place search is unavailable.
          if (request.url.includes('/places/search') && response.status === 503) return;
          expect(response.status).toBeLessThan(500);
          expect(call.findProblem(response)).toBeNull();
        }),
        { numRuns: REQUESTS },
      );
    },
  );

  it('is covered by generated successful, unauthenticated and invalid requests', () => {
    expect([...seenStatuses]).toEqual(expect.arrayContaining([200, 401, 422]));
  });

  it.each([
    ['user/setUpAdmin', { first_name: 'a\0b' }, ['first_name']],
    ['user/login', { password: 'seventeen\0geese', deep: [[{ a: '\0' }]] }, ['deep', 'password']],
    ['user/setUpAdmin', { last_name: 'half a \ud83c goose' }, ['last_name']],
  ])('to %s is refused if its text cannot be stored', async (path, body, fields) => {
    const validFields = { email: 'a@api.example', password: 'seventeen geese', setup_token: 'x' };
    const fullBody = { first_name: '', last_name: '', ...validFields, ...body };
    const response = await granary.call({ method: 'POST', url: `/api/${path}`, body: fullBody });
    expect(response.status).toBe(422);
    expect(response.body.errors?.map((error) => error.path).sort()).toEqual(fields);
  });
});
