import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addCustomerFixtures, type CustomerFixtures } from '../../../test/support/fixtures.ts';
import { createTestApp, type TestApp } from '../../../test/support/test-app.ts';
import type { UserRow } from '../../platform/postgres/tables.ts';

let granary: TestApp;
let fixtures: CustomerFixtures;

beforeAll(async () => {
  granary = await createTestApp();
});

afterAll(() => granary.dispose());

beforeEach(async () => {
  fixtures = await addCustomerFixtures(granary.db);
});

async function send(user: UserRow, path: string, body: object) {
  const token = await granary.createToken(user);
  return granary.call({ method: 'PUT', url: `/api/board/${path}`, token, body });
}

const move = (user: UserRow, body: object) =>
  send(user, `${fixtures.farmer.bin.id}/position`, body);

async function readPosition() {
  const token = await granary.createToken(fixtures.admin);
  const url = `/api/farm/getAllBins?farm_id=${fixtures.farmer.farm.id}`;
  const bins = (await granary.call({ url, token })).body.RESP_MSG as Record<string, unknown>[];
  const { lat, lng, version } = bins[0] ?? {};
  return { lat, lng, version };
}

const NEW_POSITION = { lat: 49.5, lng: -98 };
const OTHER_POSITION = { lat: 49.6, lng: -98 };

describe('moving a bin', () => {
  it('stores the position and returns the new version', async () => {
    const { version } = await readPosition();
    const moveResponse = await move(fixtures.distributor, { ...NEW_POSITION, version });
    expect(moveResponse).toMatchObject({ status: 200, body: { version: Number(version) + 1 } });
    expect(await readPosition()).toEqual({ ...NEW_POSITION, version: Number(version) + 1 });
    const secondResponse = await move(fixtures.distributor, {
      ...OTHER_POSITION,
      version: Object(moveResponse.body).version,
    });
    expect(secondResponse.status).toBe(200);
  });

  it('to its current position changes nothing', async () => {
    await move(fixtures.distributor, NEW_POSITION);
    const before = await readPosition();
    const second = await move(fixtures.distributor, NEW_POSITION);
    expect(second).toMatchObject({ status: 200, body: { version: before.version } });
    expect(await readPosition()).toEqual(before);
  });

  it('is refused if another user has moved the bin, and the response names the changed fields', async () => {
    const { version } = await readPosition();
    await move(fixtures.admin, { ...OTHER_POSITION, version });
    const otherPosition = await readPosition();
    const staleMove = await move(fixtures.distributor, { ...NEW_POSITION, version });
    expect(staleMove).toMatchObject({ status: 409, body: { RESP_CODE: 'CONFLICT' } });
    expect(staleMove.body.errors?.map(({ path }) => path).sort()).toEqual(['lat', 'lng']);
    expect(await readPosition()).toEqual(otherPosition);
    // Without a version, the move overwrites the other one.
    expect((await move(fixtures.distributor, NEW_POSITION)).status).toBe(200);
    expect(await readPosition()).toMatchObject(NEW_POSITION);
  });

  it('accepts only one of two simultaneous moves based on the same version', async () => {
    const { version } = await readPosition();
    const moveRequests = [NEW_POSITION, { lat: 1, lng: 2 }].map((position) =>
      move(fixtures.admin, { ...position, version }),
    );
    const statuses = (await Promise.all(moveRequests)).map(({ status }) => status);
    expect(statuses.sort()).toEqual([200, 409]);
  });

  it('does not conflict with other changes to the bin', async () => {
    const { version } = await readPosition();
    const { bin } = fixtures.farmer;
    expect((await send(fixtures.admin, `${bin.id}/alerts`, { co2: 900, version })).status).toBe(
      200,
    );
    expect((await move(fixtures.distributor, { ...NEW_POSITION, version })).status).toBe(200);
    expect(await readPosition()).toEqual({ ...NEW_POSITION, version: Number(version) + 2 });
  });
});
