import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  addCustomerFixtures,
  type CustomerFixtures,
  type TestBin,
} from '../../test/support/fixtures.ts';
import { storeReports } from '../../test/support/store-reports.ts';
import { createTestApp, type TestApp } from '../../test/support/test-app.ts';
import type { UserRow } from '../platform/postgres/tables.ts';

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

async function send(user: UserRow) {
  const { status, body } = await granary.call({
    method: 'POST',
    url: '/api/board/sendRequestToMainBoard',
    token: await granary.createToken(user),
    body: { bin_sensor_id: String(bin.id) },
  });
  return [status, body.RESP_MSG];
}

const readCommandStates = async () =>
  (
    await granary.db
      .selectFrom('commands')
      .select(['kind', 'state', 'text'])
      .where('binId', '=', bin.id)
      .orderBy('queuedAt')
      .execute()
  ).map(({ kind, state, text }) => `${kind} ${text} ${state}`);

const successResponse = [200, 'Request Sent Successfully'];

describe('a request for a reading', () => {
  it('blocks further requests until a reading from the bin answers it', async () => {
    const { user } = fixtures.farmer;
    expect(await send(user)).toEqual(successResponse);
    expect(await send(user)).toEqual([
      409,
      'A reading has already been requested. It will appear here when the board sends it.',
    ]);
    expect(await readCommandStates()).toEqual(['request getT00000001 queued']);
    const report = { date_time: '2026-07-01T11:00:00Z', temp_reading: [[20]] };
    await storeReports(granary.db, bin, [report], granary.now());
    expect(await readCommandStates()).toEqual(['request getT00000001 confirmed']);
    expect(await send(user)).toEqual(successResponse);
  });

  it('is recorded, even if it is refused', async () => {
    await send(fixtures.neighbor.user);
    expect(await readCommandStates()).toEqual([]);
    await send(fixtures.distributor);
    const entries = await granary.db
      .selectFrom('auditEntries')
      .select(['act', 'actorId', 'changes'])
      .where('subjectId', '=', String(bin.id))
      .where('subject', '=', 'bin')
      .orderBy('id')
      .execute();
    const changes = [{ field: 'reading_request', before: null, after: true }];
    expect(entries).toEqual([
      { act: 'refused', actorId: fixtures.neighbor.user.id, changes },
      { act: 'commanded', actorId: fixtures.distributor.id, changes },
    ]);
  });
});
