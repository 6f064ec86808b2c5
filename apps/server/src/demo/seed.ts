import type { Role } from '@granary/domain/access/roles';
import { WEEKDAYS } from '@granary/domain/fans/fan-slots';
import { DAY } from '@granary/domain/units';
import type { DemoBin, DemoBoard, DemoFarm } from '@granary/simulator/demo/farm';
import { DEMO_BOARD_KEY, DEMO_FARMS } from '@granary/simulator/demo/fleet';
import { hashPassword } from '../accounts/passwords.ts';
import { createBin } from '../bins/add-bins.ts';
import { hashBoardKey } from '../boards/keys.ts';
import type { Db, NewBin, Trx } from '../platform/postgres/tables.ts';

export const DEMO_PASSWORD = 'granary-demo';

/** The demo's accounts, in the order in which the launcher lists them. */
export const DEMO_ACCOUNTS = [
  { email: 'farmer@granary.example', scope: 'two farms, twelve bins' },
  { email: 'neighbour@granary.example', scope: 'another farm' },
  { email: 'distributor@granary.example', scope: "the farmer's bins" },
  { email: 'admin@granary.example', scope: 'everything' },
] as const;

/** Longer than the demo's history, so that the crops apply to all of it. */
const HISTORY_LENGTH = 450 * DAY;
/** Within this time the simulator will have sent its history, even if it was stopped in between. */
const IMPORT_TIME = 7 * DAY;

/** Inserts the demo's accounts, farms, boards and bins, unless they exist already. */
export async function seedDemo(db: Db, pepper: Buffer, now: number): Promise<void> {
  if (await hasDemoAccounts(db)) return;
  const passwordHash = await hashPassword(DEMO_PASSWORD);
  await db.transaction().execute(async (trx) => {
    const owners = await seedAccounts(trx, passwordHash);
    const keyHash = hashBoardKey(pepper, DEMO_BOARD_KEY);
    for (const farm of DEMO_FARMS) await seedFarm(trx, farm, owners[farm.owner], keyHash, now);
  });
}

/** Whether a database has demo accounts, whose password is public. */
export async function hasDemoAccounts(db: Db): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where('isDemo', '=', true)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

async function seedAccounts(
  trx: Trx,
  passwordHash: string,
): Promise<Record<DemoFarm['owner'], number>> {
  const commonFields = { passwordHash, isDemo: true, country: 'Canada', state: 'Manitoba' };
  const add = async (user: {
    email: string;
    role: Role;
    firstName: string;
    lastName: string;
    phone: string;
    city: string;
    distributorId?: number;
  }) =>
    (
      await trx
        .insertInto('users')
        .values({ ...commonFields, timezone: 'America/Winnipeg', ...user })
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id;
  await add({
    email: 'admin@granary.example',
    role: 'admin',
    firstName: 'Ines',
    lastName: 'Wiebe',
    phone: '+1 204 555 0101',
    city: 'Winnipeg',
  });
  const distributorId = await add({
    email: 'distributor@granary.example',
    role: 'distributor',
    firstName: 'Marcel',
    lastName: 'Fontaine',
    phone: '+1 204 555 0102',
    city: 'Winkler',
  });
  const farmer = await add({
    email: 'farmer@granary.example',
    role: 'user',
    firstName: 'Anneke',
    lastName: 'Dueck',
    phone: '+1 204 555 0103',
    city: 'Elm Creek',
    distributorId,
  });
  const neighbor = await add({
    email: 'neighbour@granary.example',
    role: 'user',
    firstName: 'Tomas',
    lastName: 'Reimer',
    phone: '+1 204 555 0104',
    city: 'Roland',
  });
  return { farmer, neighbor };
}

async function seedFarm(
  trx: Trx,
  farm: DemoFarm,
  ownerId: number,
  keyHash: Buffer,
  now: number,
): Promise<void> {
  const { name, city, state, country, lat, lng, timezone, pricePerKwh } = farm;
  const { id } = await trx
    .insertInto('farms')
    .values({ name, city, state, country, lat, lng, timezone, pricePerKwh, ownerId })
    .returning('id')
    .executeTakeFirstOrThrow();
  for (const board of farm.boards) {
    await trx
      .insertInto('mainBoards')
      .values({
        id: board.mainBoardId,
        farmId: id,
        keyHash,
        // The simulator sends the past year, newest weeks first.
        importUntil: new Date(now + IMPORT_TIME),
      })
      .execute();
    for (const bin of board.bins) {
      const binId = await seedBin(trx, id, board, bin, now);
      if (!bin.ambientSensorAttached) continue;
      await trx
        .updateTable('farms')
        .set({ ambientSensorAttached: true, ambientBinId: binId })
        .where('id', '=', id)
        .execute();
    }
  }
}

async function seedBin(
  trx: Trx,
  farmId: number,
  board: DemoBoard,
  bin: DemoBin,
  now: number,
): Promise<number> {
  const since = new Date(now - HISTORY_LENGTH);
  const binId = await createBin(trx, toBinRow(farmId, board, bin), toCableRows(bin), since);
  if (bin.sensorStatuses.length > 0) {
    await trx
      .insertInto('sensorStatuses')
      .values(bin.sensorStatuses.map((status) => ({ ...status, binId })))
      .execute();
  }
  const slot = bin.fan?.slot;
  if (slot) {
    await trx
      .insertInto('fanSlots')
      .values(WEEKDAYS.map((weekday) => ({ binId, weekday, ...slot })))
      .execute();
  }
  if (bin.loads.length > 0) {
    await trx
      .insertInto('binLoads')
      .values(
        bin.loads.map(({ daysAgo, type, bushels, moisture, protein }) => ({
          binId,
          type,
          moisture,
          protein,
          volume: bushels,
          at: new Date(now - daysAgo * DAY),
        })),
      )
      .execute();
  }
  return binId;
}

export function toCableRows(bin: DemoBin) {
  return bin.cables.map(({ name, cableId, subBin, flip, crop }, index) => ({
    cable: index + 1,
    name,
    cableId,
    subBin,
    flip,
    crop,
  }));
}

export function toBinRow(farmId: number, board: DemoBoard, bin: DemoBin) {
  const { fan } = bin;
  return {
    farmId,
    mainBoardId: board.mainBoardId,
    binNumber: bin.binNumber,
    name: bin.name,
    crop: bin.crop,
    size: bin.size,
    lat: bin.lat,
    lng: bin.lng,
    temperatureUnit: bin.temperatureUnit,
    showsHumidity: bin.showsHumidity,
    batteryAttached: bin.batteryAttached,
    loadMethod: bin.loadMethod,
    levelSensorEmptyMm: bin.levelSensorEmptyMm,
    deadZoneMm: bin.deadZoneMm,
    pressureY1: bin.pressureCables?.Y1 ?? null,
    pressureY2: bin.pressureCables?.Y2 ?? null,
    frequency: board.frequency,
    radioGroup: board.radioGroup,
    boardType: board.boardType,
    firmwareName: board.firmware,
    firmwareVersion: board.firmwareVersion,
    plenumSensorAttached: bin.plenumSensorAttached,
    fanAttached: fan !== null,
    fanMode: fan?.mode ?? 'manual',
    fanOnThreshold: fan?.onThreshold ?? null,
    fanOffThreshold: fan?.offThreshold ?? null,
    minAmbientTemperature: fan?.minAmbientTemperature ?? null,
    minAmbientMoisture: fan?.minAmbientMoisture ?? null,
    maxAmbientMoisture: fan?.maxAmbientMoisture ?? null,
    fanOnSpeed: fan?.onSpeed ?? null,
    fanOffSpeed: fan?.offSpeed ?? null,
    fanKw: fan?.powerKw ?? null,
  } satisfies NewBin;
}
