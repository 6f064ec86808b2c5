import { isDeepStrictEqual } from 'node:util';
import { createBin } from '../../src/bins/add-bins.ts';
import {
  type RestoredBins,
  restoreBin,
  restoreBinsOfFarm,
} from '../../src/bins/deletion/restore-bins.ts';
import { findOwners } from '../../src/bins/store.ts';
import { restoreFarm } from '../../src/farms/restore-farm.ts';
import type { UserRow } from '../../src/platform/postgres/tables.ts';
import { addFarm, addUser } from './fixtures.ts';
import { storeReports } from './store-reports.ts';
import { addCommand } from './stored-commands.ts';
import type { TestApp } from './test-app.ts';

/** The number of bin stations: two farms, two boards on each farm, two stations on each board. */
export const STATION_COUNT = 8;
const BOARDS = [0, 1, 2, 3] as const;
const toFarmIndex = (station: number) => station >> 2;
const toBoardIndex = (station: number) => station >> 1;
const sortAscending = (ids: readonly number[]) => [...ids].sort((a, b) => a - b);

let modelCount = 0;

/** The expected state of a bin; the temperature of its only reading identifies it. */
interface ModelBin {
  readonly id: number;
  readonly station: number;
  readonly temperature: number;
  isDeleted: boolean;
  isDeletedWithFarm: boolean;
}

/** A farmer's farms and bins, and a model of what the API should return for them. */
export class DeletionModel {
  readonly bins: ModelBin[] = [];
  /** Describes where responses differ from the model. */
  readonly differences: string[] = [];
  private readonly isFarmDeleted = [false, false];
  private readonly tokens = new Map<UserRow, string>();

  private constructor(
    private readonly granary: TestApp,
    private readonly name: string,
    readonly accounts: Readonly<Record<'owner' | 'distributor' | 'admin', UserRow>>,
    readonly farmIds: readonly number[],
  ) {}

  static async create(granary: TestApp): Promise<DeletionModel> {
    const { db } = granary;
    const distributor = await addUser(db, 'distributor');
    const owner = await addUser(db, 'user', { distributorId: distributor.id });
    const farmIds = [(await addFarm(db, owner.id)).id, (await addFarm(db, owner.id)).id];
    const accounts = { owner, distributor, admin: await addUser(db, 'admin') };
    const model = new DeletionModel(granary, `world${++modelCount}x`, accounts, farmIds);
    for (const board of BOARDS) {
      const farmId = farmIds[board >> 1] ?? 0;
      await db
        .insertInto('mainBoards')
        .values({ id: model.toBoardId(board), farmId })
        .execute();
    }
    for (let station = 0; station < STATION_COUNT; station += 2) await model.addBin(station);
    return model;
  }

  /** Adds a bin with a reading and a command, if its bin station is free. */
  async addBin(station: number): Promise<void> {
    if (this.isTaken(station) || this.isFarmDeleted[toFarmIndex(station)]) return;
    const { db, now } = this.granary;
    const mainBoardId = this.toBoardId(toBoardIndex(station));
    const farmId = this.farmIds[toFarmIndex(station)] ?? 0;
    const binNumber = (station & 1) + 1;
    const row = { farmId, mainBoardId, binNumber, name: `${this.name} bin` };
    const id = await db.transaction().execute((trx) => createBin(trx, row, [], new Date(0)));
    const temperature = this.bins.length;
    this.bins.push({ id, station, temperature, isDeleted: false, isDeletedWithFarm: false });
    const report = { date_time: '2026-07-01T11:00:00Z', temp_reading: [[temperature]] };
    await storeReports(db, { id, ...row }, [report], now());
    await addCommand(
      db,
      { id, mainBoardId },
      {
        text: `setF-${id}`,
        state: 'released',
        queuedAt: new Date(now() + id),
        releasedAt: new Date(now()),
      },
    );
  }

  async deleteBin(index: number): Promise<void> {
    const bin = this.bins[index % this.bins.length];
    if (!bin) return;
    const status = await this.remove('board/deleteBinSensor', bin.id);
    this.compare(`deleting bin ${bin.id}`, status, bin.isDeleted ? 404 : 200);
    bin.isDeleted = true;
  }

  async deleteFarm(farm: number): Promise<void> {
    const status = await this.remove('farm/deleteFarm', this.farmIds[farm] ?? 0);
    this.compare(`deleting farm ${farm}`, status, this.isFarmDeleted[farm] ? 404 : 200);
    this.isFarmDeleted[farm] = true;
    for (const bin of this.bins) {
      if (toFarmIndex(bin.station) !== farm || bin.isDeleted) continue;
      Object.assign(bin, { isDeleted: true, isDeletedWithFarm: true });
    }
  }

  async restoreBin(index: number): Promise<void> {
    const bin = this.bins[index % this.bins.length];
    if (!bin) return;
    const outcome = await restoreBin(this.granary.db, bin.id, this.createAuditFields());
    const expected = this.predictRestoreOutcome(bin);
    this.compare(`restoring bin ${bin.id}`, toOutcomeName(outcome), expected);
    if (expected === 'restored') Object.assign(bin, { isDeleted: false, isDeletedWithFarm: false });
  }

  async restoreFarm(farm: number): Promise<void> {
    const ports = { db: this.granary.db, restoreBinsOfFarm };
    const outcome = await restoreFarm(ports, this.farmIds[farm] ?? 0, this.createAuditFields());
    const isDeleted = this.isFarmDeleted[farm];
    this.compare(`restoring farm ${farm}`, outcome !== 'not-deleted', isDeleted);
    if (!isDeleted) return;
    this.isFarmDeleted[farm] = false;
    for (const bin of this.bins) {
      const isTaken = this.isTaken(bin.station);
      if (toFarmIndex(bin.station) !== farm || !bin.isDeletedWithFarm || isTaken) continue;
      Object.assign(bin, { isDeleted: false, isDeletedWithFarm: false });
    }
  }

  /** Checks all lists and pages that show bins and farms against the model. */
  async checkEverywhere(): Promise<void> {
    const liveBins = this.bins.filter(({ isDeleted }) => !isDeleted);
    const liveIds = sortAscending(liveBins.map(({ id }) => id));
    const liveFarms = this.farmIds.filter((_, farm) => !this.isFarmDeleted[farm]);
    const { owner, distributor, admin } = this.accounts;
    for (const user of [owner, distributor]) {
      await this.compareList(user, 'board/getAllBinForAUser', liveIds);
      await this.compareList(user, 'board/getBinsMenu', liveIds);
    }
    for (const user of [owner, distributor, admin]) {
      await this.compareList(user, `farm/getAllFarms?user_id=${owner.id}`, liveFarms);
      await this.checkFarms(user, liveBins);
      await this.checkBins(user);
    }
    for (const user of [distributor, admin]) {
      for (const text of [this.name, `${this.name}-BOARD`]) {
        await this.compareList(user, 'user/search', liveIds, { model: 'bins', text });
      }
    }
    await this.checkBoards(liveBins);
    // The owners that the live connection uses for permissions.
    const ids = this.bins.map(({ id }) => id);
    const owners = await findOwners(this.granary.db, ids);
    this.compare('owners', sortAscending([...owners.keys()]), liveIds);
  }

  private async checkFarms(user: UserRow, liveBins: readonly ModelBin[]): Promise<void> {
    for (const [farm, id] of this.farmIds.entries()) {
      const farmBinIds = liveBins
        .filter(({ station }) => toFarmIndex(station) === farm)
        .map((bin) => bin.id);
      const { status, body } = await this.call(user, `farm/getFarm?farm_id=${id}`);
      const path = `farm/getAllBins?farm_id=${id}`;
      if (this.isFarmDeleted[farm]) {
        this.compare(`farm ${farm}`, status, 404);
        this.compare(path, (await this.call(user, path)).status, 404);
      } else {
        const { bin_count } = body.RESP_MSG as { bin_count: number };
        this.compare(`farm ${farm}`, bin_count, farmBinIds.length);
        await this.compareList(user, path, sortAscending(farmBinIds));
      }
    }
  }

  private async checkBins(user: UserRow): Promise<void> {
    for (const { id, isDeleted, temperature } of this.bins) {
      const status = isDeleted ? 404 : 200;
      this.compare(
        `bin ${id}`,
        (await this.call(user, `board/getBinSensor?id=${id}`)).status,
        status,
      );
      const path = `board/getSensorReading?bin_sensor_id=${id}&page_no=`;
      const first = await this.call(user, `${path}0`);
      this.compare(`${path}0`, first.status, status);
      if (isDeleted) continue;
      const { temp_reading } = first.body.RESP_MSG as { temp_reading: unknown };
      this.compare(`${path}0`, temp_reading, [[temperature]]);
      // The bin does not show readings of earlier bins at its station.
      this.compare(`${path}1`, (await this.call(user, `${path}1`)).status, 404);
    }
  }

  private async checkBoards(liveBins: readonly ModelBin[]): Promise<void> {
    for (const board of BOARDS) {
      const boardBins = liveBins.filter(({ station }) => toBoardIndex(station) === board);
      const path = `boardCommands/latest?main_board_id=${this.toBoardId(board)}`;
      const { status, body } = await this.call(this.accounts.owner, path);
      this.compare(path, status, boardBins.length === 0 ? 404 : 200);
      if (status === 404) continue;
      // The newest bin has the newest command, even if the bin was deleted and restored.
      const newest = Math.max(...boardBins.map(({ id }) => id));
      const { command } = body.RESP_MSG as { command: string };
      this.compare(path, command, `setF-${newest}`);
    }
  }

  private toBoardId(board: number): string {
    return `${this.name}-board${board}`;
  }

  private isTaken(station: number): boolean {
    return this.bins.some((bin) => bin.station === station && !bin.isDeleted);
  }

  /** Predicts the result of restoring a bin. */
  private predictRestoreOutcome(bin: ModelBin): string {
    if (!bin.isDeleted) return 'not-deleted';
    if (this.isFarmDeleted[toFarmIndex(bin.station)]) return 'farm-deleted';
    return this.isTaken(bin.station) ? 'station-taken' : 'restored';
  }

  private createAuditFields() {
    return { actor: null, address: '', at: this.granary.now() };
  }

  private async remove(path: string, id: number): Promise<number> {
    const token = await this.findToken(this.accounts.distributor);
    const body = { id: String(id) };
    return (await this.granary.call({ method: 'DELETE', url: `/api/${path}`, token, body })).status;
  }

  private async call(user: UserRow, path: string, body?: unknown) {
    const method = body === undefined ? 'GET' : 'POST';
    const token = await this.findToken(user);
    return this.granary.call({ method, url: `/api/${path}`, token, body });
  }

  private async findToken(user: UserRow): Promise<string> {
    const token = this.tokens.get(user) ?? (await this.granary.createToken(user));
    this.tokens.set(user, token);
    return token;
  }

  private async compareList(
    user: UserRow,
    path: string,
    expected: readonly number[],
    body?: unknown,
  ): Promise<void> {
    const rows = (await this.call(user, path, body)).body.RESP_MSG as { readonly _id: string }[];
    const ids = sortAscending(rows.map(({ _id }) => Number(_id)));
    this.compare(`${path} for the ${user.role}`, ids, expected);
  }

  private compare(label: string, actual: unknown, expected: unknown): void {
    if (isDeepStrictEqual(actual, expected)) return;
    this.differences.push(`${label}: ${JSON.stringify(actual)}, not ${JSON.stringify(expected)}`);
  }
}

function toOutcomeName(outcome: RestoredBins | 'not-deleted'): string {
  return outcome === 'not-deleted' ? outcome : (outcome.notRestored[0]?.obstacle ?? 'restored');
}
