import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createBin } from '../bins/create.ts';
import { restoreBin, restoreBinsOf } from '../bins/restore.ts';
import { findOwners } from '../bins/store.ts';
import type { UserRow } from '../platform/postgres/tables.ts';
import { type TestGranary, testGranary } from '../testing.ts';
import { addFarm, addHouse, addUser } from '../testing-house.ts';
import { storeReports } from '../testing-reports.ts';
import { restoreFarm } from './restore.ts';

let granary: TestGranary;
let runs = 0;

beforeAll(async () => {
  granary = await testGranary();
});

afterAll(() => granary.dispose());

const by = () => ({ actor: null, address: '', at: granary.now() });

/** Two farms of two boards with two stations each. */
const STATIONS = 8;
const farmOf = (station: number) => station >> 2;
const boardOf = (station: number) => station >> 1;

/** A bin as it should be; readings tell it from others at its station. */
interface Model {
  readonly id: number;
  readonly station: number;
  readonly temperature: number;
  isDeleted: boolean;
  isWithFarm: boolean;
}

/** A farmer's world, beside what it should look like. */
class World {
  readonly bins: Model[] = [];
  readonly isFarmDeleted = [false, false];
  private readonly tokens = new Map<UserRow, string>();

  private constructor(
    readonly name: string,
    readonly people: Readonly<Record<'owner' | 'distributor' | 'admin', UserRow>>,
    readonly farmIds: readonly number[],
  ) {}

  static async make(): Promise<World> {
    const { db } = granary;
    const name = `world${++runs}x`;
    const distributor = await addUser(db, 'distributor');
    const owner = await addUser(db, 'user', { distributorId: distributor.id });
    const farms = [await addFarm(db, owner.id), await addFarm(db, owner.id)];
    const people = { owner, distributor, admin: await addUser(db, 'admin') };
    const world = new World(
      name,
      people,
      farms.map(({ id }) => id),
    );
    for (const board of [0, 1, 2, 3]) {
      const farmId = world.farmIds[board >> 1] ?? 0;
      await db
        .insertInto('mainBoards')
        .values({ id: world.boardId(board), farmId })
        .execute();
    }
    for (let station = 0; station < STATIONS; station += 2) await world.add(station);
    return world;
  }

  boardId = (board: number) => `${this.name}-board${board}`;

  isTaken = (station: number) => this.bins.some((bin) => bin.station === station && !bin.isDeleted);

  /** Adds a bin with a reading and a command of its own. */
  async add(station: number): Promise<void> {
    if (this.isTaken(station) || this.isFarmDeleted[farmOf(station)]) return;
    const { db } = granary;
    const mainBoardId = this.boardId(boardOf(station));
    const farmId = this.farmIds[farmOf(station)] ?? 0;
    const binNumber = (station & 1) + 1;
    const row = { farmId, mainBoardId, binNumber, name: `${this.name} bin` };
    const id = await db.transaction().execute((trx) => createBin(trx, row, [], new Date(0)));
    const temperature = this.bins.length;
    this.bins.push({ id, station, temperature, isDeleted: false, isWithFarm: false });
    const report = { date_time: '2026-07-01T11:00:00Z', temp_reading: [[temperature]] };
    await storeReports(db, { id, ...row }, [report], granary.now());
    await db
      .insertInto('fanCommands')
      .values({ id: randomUUID(), mainBoardId, binId: id, command: `setF-${id}` })
      .execute();
  }

  async deleteBin(index: number): Promise<void> {
    const bin = this.bins[index % this.bins.length];
    if (!bin) return;
    const status = await this.remove('board/deleteBinSensor', bin.id);
    expect(status).toBe(bin.isDeleted ? 404 : 200);
    bin.isDeleted = true;
  }

  async deleteFarm(farm: number): Promise<void> {
    const status = await this.remove('farm/deleteFarm', this.farmIds[farm] ?? 0);
    expect(status).toBe(this.isFarmDeleted[farm] ? 404 : 200);
    this.isFarmDeleted[farm] = true;
    for (const bin of this.bins) {
      if (farmOf(bin.station) !== farm || bin.isDeleted) continue;
      Object.assign(bin, { isDeleted: true, isWithFarm: true });
    }
  }

  async restoreBin(index: number): Promise<void> {
    const bin = this.bins[index % this.bins.length];
    if (!bin) return;
    const outcome = await restoreBin(granary.db, bin.id, by());
    if (!bin.isDeleted) expect(outcome).toBe('not-deleted');
    else if (this.isFarmDeleted[farmOf(bin.station)]) {
      expect(outcome).toMatchObject({ left: [{ obstacle: 'farm-deleted' }] });
    } else if (this.isTaken(bin.station)) {
      expect(outcome).toMatchObject({ left: [{ obstacle: 'station-taken' }] });
    } else Object.assign(bin, { isDeleted: false, isWithFarm: false });
  }

  async restoreFarm(farm: number): Promise<void> {
    const id = this.farmIds[farm] ?? 0;
    const outcome = await restoreFarm({ db: granary.db, restoreBinsOf }, id, by());
    if (!this.isFarmDeleted[farm]) return expect(outcome).toBe('not-deleted');
    this.isFarmDeleted[farm] = false;
    for (const bin of this.bins) {
      const isTaken = this.isTaken(bin.station);
      if (farmOf(bin.station) !== farm || !bin.isWithFarm || isTaken) continue;
      Object.assign(bin, { isDeleted: false, isWithFarm: false });
    }
  }

  private async remove(path: string, id: number): Promise<number> {
    const token = await this.tokenOf(this.people.distributor);
    const body = { id: String(id) };
    return (await granary.call({ method: 'DELETE', url: `/api/${path}`, token, body })).status;
  }

  private async tokenOf(user: UserRow): Promise<string> {
    const token = this.tokens.get(user) ?? (await granary.tokenOf(user));
    this.tokens.set(user, token);
    return token;
  }

  private async get(user: UserRow, path: string, body?: unknown) {
    const method = body === undefined ? 'GET' : 'POST';
    const token = await this.tokenOf(user);
    return granary.call({ method, url: `/api/${path}`, token, body });
  }

  /** The ids of an answer that is a list. */
  private async ids(user: UserRow, path: string, body?: unknown): Promise<number[]> {
    const { body: answer } = await this.get(user, path, body);
    const rows = answer.RESP_MSG as { readonly _id: string }[];
    return rows.map(({ _id }) => Number(_id)).sort((a, b) => a - b);
  }

  /** Looks everywhere where bins and farms show. */
  async check(): Promise<void> {
    const live = this.bins.filter(({ isDeleted }) => !isDeleted);
    const liveIds = live.map(({ id }) => id).sort((a, b) => a - b);
    const liveFarms = this.farmIds.filter((_, farm) => !this.isFarmDeleted[farm]);
    const { owner, distributor, admin } = this.people;
    for (const user of [owner, distributor]) {
      expect(await this.ids(user, 'board/getAllBinForAUser')).toEqual(liveIds);
      expect(await this.ids(user, 'board/getBinsMenu')).toEqual(liveIds);
    }
    for (const user of [owner, distributor, admin]) {
      expect(await this.ids(user, `farm/getAllFarms?user_id=${owner.id}`)).toEqual(liveFarms);
      await this.checkFarms(user, live);
      await this.checkBins(user);
    }
    for (const user of [distributor, admin]) {
      const bins = { model: 'bins', text: this.name };
      expect(await this.ids(user, 'user/search', bins)).toEqual(liveIds);
      const boards = { model: 'bins', text: `${this.name}-BOARD` };
      expect(await this.ids(user, 'user/search', boards)).toEqual(liveIds);
    }
    // Whom the live connection grants bins to.
    const owners = await findOwners(
      granary.db,
      this.bins.map(({ id }) => id),
    );
    expect([...owners.keys()].sort((a, b) => a - b)).toEqual(liveIds);
    await this.checkBoards(live);
  }

  private async checkFarms(user: UserRow, live: readonly Model[]): Promise<void> {
    for (const [farm, id] of this.farmIds.entries()) {
      const own = live.filter(({ station }) => farmOf(station) === farm).map((bin) => bin.id);
      const { status, body } = await this.get(user, `farm/getFarm?farm_id=${id}`);
      if (this.isFarmDeleted[farm]) {
        expect(status).toBe(404);
        expect((await this.get(user, `farm/getAllBins?farm_id=${id}`)).status).toBe(404);
      } else {
        expect(body.RESP_MSG).toMatchObject({ bin_count: own.length });
        const bins = await this.ids(user, `farm/getAllBins?farm_id=${id}`);
        expect(bins).toEqual(own.sort((a, b) => a - b));
      }
    }
  }

  private async checkBins(user: UserRow): Promise<void> {
    for (const { id, isDeleted, temperature } of this.bins) {
      const reading = `board/getSensorReading?bin_sensor_id=${id}&page_no=`;
      const first = await this.get(user, `${reading}0`);
      expect((await this.get(user, `board/getBinSensor?id=${id}`)).status).toBe(
        isDeleted ? 404 : 200,
      );
      expect(first.status).toBe(isDeleted ? 404 : 200);
      if (isDeleted) continue;
      // Its own reading is the only one it has.
      expect(first.body.RESP_MSG).toMatchObject({ temp_reading: [[temperature]] });
      expect((await this.get(user, `${reading}1`)).status).toBe(404);
    }
  }

  private async checkBoards(live: readonly Model[]): Promise<void> {
    for (const board of [0, 1, 2, 3]) {
      const own = live.filter(({ station }) => boardOf(station) === board);
      const path = `boardCommands/latest?main_board_id=${this.boardId(board)}`;
      const { status, body } = await this.get(this.people.owner, path);
      expect(status).toBe(own.length === 0 ? 404 : 200);
      if (status === 404 || body.RESP_MSG === null) continue;
      const { command } = body.RESP_MSG as { command: string };
      expect(own.map(({ id }) => `setF-${id}`)).toContain(command);
    }
  }
}

describe('deleting farms and bins', () => {
  it('hides them everywhere, and bringing them back shows all again', async () => {
    const step = fc.record({
      kind: fc.constantFrom(
        ...(['deleteBin', 'deleteFarm', 'restoreBin', 'restoreFarm', 'add'] as const),
      ),
      which: fc.nat(STATIONS * 2),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 9 }), async (steps) => {
        const world = await World.make();
        await world.check();
        for (const { kind, which } of steps) {
          if (kind === 'add') await world.add(which % STATIONS);
          else if (kind.endsWith('Farm')) await world[kind](which % 2);
          else await world[kind](which);
        }
        await world.check();
      }),
      { numRuns: 15 },
    );
  }, 180_000);

  it('brings a farm back as it was, but for what was deleted before', async () => {
    const world = await World.make();
    const { owner } = world.people;
    const farmId = world.farmIds[0] ?? 0;
    const read = async () => {
      const token = await granary.tokenOf(owner);
      const ask = async (path: string) =>
        (await granary.call({ url: `/api/${path}`, token })).body.RESP_MSG;
      return [await ask(`farm/getAllBins?farm_id=${farmId}`), await ask('board/getBinsMenu')];
    };
    await world.deleteBin(1);
    const before = await read();
    await world.deleteFarm(0);
    expect(await read()).not.toEqual(before);
    await world.restoreFarm(0);
    expect(await read()).toEqual(before);
  });

  it('brings no farm back whose owner is gone, and none that is there', async () => {
    const house = await addHouse(granary.db);
    const { farm, user } = house.farmer;
    const ports = { db: granary.db, restoreBinsOf };
    expect(await restoreFarm(ports, farm.id, by())).toBe('not-deleted');
    const token = await granary.tokenOf(house.admin);
    const body = { id: String(farm.id) };
    await granary.call({ method: 'DELETE', url: '/api/farm/deleteFarm', token, body });
    const deletedAt = new Date(granary.now());
    await granary.db.updateTable('users').set({ deletedAt }).where('id', '=', user.id).execute();
    expect(await restoreFarm(ports, farm.id, by())).toBe('owner-deleted');
  });

  it('writes down who deleted a farm with how many bins, and who brought it back', async () => {
    const house = await addHouse(granary.db);
    const { farm } = house.farmer;
    const token = await granary.tokenOf(house.distributor);
    const body = { id: String(farm.id) };
    const answer = await granary.call({
      method: 'DELETE',
      url: '/api/farm/deleteFarm',
      token,
      body,
    });
    expect(answer.body.RESP_MSG).toBe('Farm Deleted!');
    await restoreFarm({ db: granary.db, restoreBinsOf }, farm.id, by());
    const entries = await granary.db
      .selectFrom('auditEntries')
      .select(['actorId', 'act', 'subject', 'changes'])
      .where('ownerId', '=', house.farmer.user.id)
      .orderBy('id')
      .execute();
    expect(entries).toMatchObject([
      { actorId: house.distributor.id, act: 'deleted', subject: 'farm' },
      { actorId: null, act: 'restored', subject: 'farm' },
      { actorId: null, act: 'restored', subject: 'bin' },
    ]);
    expect(entries[0]?.changes).toContainEqual({ field: 'bin_count', before: 1, after: null });
  });
});
