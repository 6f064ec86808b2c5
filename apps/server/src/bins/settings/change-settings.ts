import {
  alertNumbers,
  alertSwitches,
  areLevelsCrossed,
  type BinSettingsEdit,
  type CableSettings,
  levelSettings,
  type SettingName,
  type SettingWireName,
  settingNames,
  wireNameOf,
} from '@granary/contract/bins/settings';
import { cable as cableOnWire } from '@granary/contract/readings/wire';
import type { Actor } from '@granary/domain/access/access';
import { canChangeBinField } from '@granary/domain/access/bin-fields';
import type { Kysely, Transaction } from 'kysely';
import * as z from 'zod/mini';
import {
  type ChangedBy,
  changedSince,
  changesBetween,
  recordChange,
} from '../../audit/record-change.ts';
import { findUnknownCrops, lockCrops, openCropPeriods } from '../../crops/crop-periods-store.ts';
import type { BinRow, Tables } from '../../platform/postgres/tables.ts';
import type { BinContext } from '../../readings/bin-context.ts';
import type { RewriteDays } from '../cables/sensor-statuses.ts';
import { lockReadings, notifyBinsChanged, revokeUnusedKeys } from '../deletion/store.ts';
import { type IsUploaded, isFirmware } from '../firmware-choice.ts';
import { isStationTaken, type Station, takeBoard } from '../station-store.ts';
import { loadBin } from '../store.ts';
import { lockVersion, replaceCables, writeSettings } from './store.ts';

export interface SettingsPorts {
  readonly db: Kysely<Tables>;
  /** Ends what waits to be sent to these bins. */
  cancelCommands(trx: Transaction<Tables>, binIds: readonly number[]): Promise<void>;
  readonly rewriteDays: RewriteDays;
  readonly isUploaded: IsUploaded;
}

/** All settings of a bin, and what waits for its board to confirm. */
export type Settings = Required<Omit<BinSettingsEdit, 'version'>> & {
  readonly wantedFrequency: number | null;
  readonly wantedRadioGroup: number | null;
};

/** Why settings are not as somebody wants them; paths are names on the wire. */
export type SettingsRefusal =
  | { readonly kind: 'gone' }
  /** Somebody else changed these fields since the version was read. */
  | { readonly kind: 'stale'; readonly fields: readonly string[] }
  /** Changing these takes more rights. */
  | { readonly kind: 'forbidden'; readonly fields: readonly string[] }
  | { readonly kind: 'invalid'; readonly field: string }
  /** These alerts are on and have no number. */
  | { readonly kind: 'alert-without-number'; readonly fields: readonly string[] }
  /** A level that is both too low and too high would always be told of. */
  | { readonly kind: 'levels-crossed'; readonly field: string }
  | { readonly kind: 'board-elsewhere' | 'station-taken' }
  /** Another cable of the bin has this address. */
  | { readonly kind: 'address-taken'; readonly field: string };

/** Changes settings of a bin; what the edit leaves out stays. */
export async function changeSettings(
  ports: SettingsPorts,
  id: number,
  edit: BinSettingsEdit,
  { actor, by }: { readonly actor: Actor; readonly by: ChangedBy },
): Promise<{ readonly kind: 'saved' } | SettingsRefusal> {
  return ports.db.transaction().execute(async (trx) => {
    const context = await loadBin(trx, id);
    if (!context) return { kind: 'gone' };
    const { bin } = context;
    if (edit.version !== undefined && edit.version !== bin.version) {
      return { kind: 'stale', fields: await changedSince(trx, 'bin', id, edit.version) };
    }
    const before = toSettings(context);
    const after = applyEdit(before, edit, canChangeBinField(actor, 'frequency', context.owner));
    const changed = findChangedSettings(before, after);
    if (changed.length === 0) return { kind: 'saved' };
    const refusal =
      checkRights(changed, actor, context) ??
      checkAlerts(changed, after) ??
      checkLevels(changed, after) ??
      checkCables(before, edit.cables) ??
      (await checkFirmware(ports, trx, changed, after)) ??
      (await checkCrops(trx, before, after, edit.cables));
    if (refusal) return refusal;
    await lockReadings(trx, [id]);
    const moved = await moveToStation(ports, trx, context, after, new Date(by.at));
    if (moved) return moved;
    if ((await lockVersion(trx, id)) !== bin.version) {
      return { kind: 'stale', fields: await changedSince(trx, 'bin', id, bin.version) };
    }
    await writeChanges(trx, context, before, after, by);
    // Only what cables that are in measured is in the days' extremes.
    if (listCableNumbers(before) !== listCableNumbers(after)) {
      const written = await loadBin(trx, id);
      if (written) await ports.rewriteDays(trx, written);
    }
    return { kind: 'saved' };
  });
}

function listCableNumbers({ cables }: Settings): string {
  return cables.map(({ cable }) => cable).join();
}

/** The settings of a bin as they stand. */
export function toSettings({ bin, cables }: BinContext): Settings {
  const columns = Object.fromEntries(columnSettings.map((name) => [name, bin[name]]));
  return {
    // The names are forgotten on the way through the entries.
    ...(columns as Pick<BinRow, ColumnSetting>),
    wantedFrequency: bin.wantedFrequency,
    wantedRadioGroup: bin.wantedRadioGroup,
    pressureCables: { Y1: bin.pressureY1, Y2: bin.pressureY2 },
    cables: cables.map(({ cable, name, cableId, subBin, flip, crop }) => ({
      ...{ cable, name, cableId, subBin, flip, crop },
    })),
  };
}

type ColumnSetting = Exclude<SettingName, 'cables' | 'pressureCables'>;

const columnSettings = settingNames.filter(
  (name): name is ColumnSetting => name !== 'cables' && name !== 'pressureCables',
);

/**
 * The settings with an edit put on them. Radio settings stay until the board confirms the new ones:
 * only the wish is noted, and ends where the bin leaves its board. Whoever may not change them says
 * nothing by repeating what they read.
 */
function applyEdit(before: Settings, edit: BinSettingsEdit, mayTune: boolean): Settings {
  const { version: _, frequency, radioGroup, pressureCables, cables, ...rest } = edit;
  const { mainBoardId = before.mainBoardId, binNumber = before.binNumber } = edit;
  const stays = mainBoardId === before.mainBoardId && binNumber === before.binNumber;
  const waiting = (wish: number | null) => (stays ? wish : null);
  return {
    ...before,
    ...rest,
    wantedFrequency: toRequestedSetting(
      before.frequency,
      waiting(before.wantedFrequency),
      frequency,
      mayTune,
    ),
    wantedRadioGroup: toRequestedSetting(
      before.radioGroup,
      waiting(before.wantedRadioGroup),
      radioGroup,
      mayTune,
    ),
    pressureCables: { ...before.pressureCables, ...pressureCables },
    cables: cables ? [...cables].sort((a, b) => a.cable - b.cable) : before.cables,
  };
}

function toRequestedSetting(
  now: number,
  waiting: number | null,
  asked: number | undefined,
  mayTune: boolean,
): number | null {
  if (asked === undefined || (!mayTune && asked === now)) return waiting;
  return asked === now ? null : asked;
}

function findChangedSettings(before: Settings, after: Settings): (keyof Settings)[] {
  return (Object.keys(before) as (keyof Settings)[]).filter(
    (name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  );
}

function toWireName(name: keyof Settings): string {
  if (name === 'wantedFrequency') return wireNameOf('frequency');
  return wireNameOf(name === 'wantedRadioGroup' ? 'radioGroup' : name);
}

function checkRights(
  changed: readonly (keyof Settings)[],
  actor: Actor,
  { owner }: BinContext,
): SettingsRefusal | null {
  const fields = changed.filter((name) => !canChangeBinField(actor, name, owner)).map(toWireName);
  return fields.length === 0 ? null : { kind: 'forbidden', fields };
}

/** An alert that is on and has no number would stay silent for ever. */
function checkAlerts(
  changed: readonly (keyof Settings)[],
  after: Settings,
): SettingsRefusal | null {
  const empty = alertNumbers.filter((name) => {
    const isTouched = changed.includes(name) || changed.includes(alertSwitches[name]);
    return isTouched && after[alertSwitches[name]] && after[name] === null;
  });
  return empty.length === 0
    ? null
    : { kind: 'alert-without-number', fields: empty.map(wireNameOf) };
}

/** Whatever the level is, one of two crossed alerts is on. */
function checkLevels(
  changed: readonly (keyof Settings)[],
  after: Settings,
): SettingsRefusal | null {
  const isTouched = levelSettings.some((name) => changed.includes(name));
  return isTouched && areLevelsCrossed(after)
    ? { kind: 'levels-crossed', field: wireNameOf('minLevelAlert') }
    : null;
}

/** An address leads to one cable of a bin; that it could not be read is the board's word alone. */
function checkCables(
  before: Settings,
  cables: readonly CableSettings[] = [],
): SettingsRefusal | null {
  for (const [index, { cable, cableId }] of cables.entries()) {
    const field = `cable_names.${index}.cable_id`;
    const was = before.cables.find((one) => one.cable === cable);
    if (cableId === -1 && was?.cableId !== -1) return { kind: 'invalid', field };
    const isTaken = cables.slice(0, index).some((other) => other.cableId === cableId);
    if (cableId !== -1 && isTaken) return { kind: 'address-taken', field };
  }
  return null;
}

/** A board runs what is known or was uploaded; what stands already may stay. */
async function checkFirmware(
  { isUploaded }: Pick<SettingsPorts, 'isUploaded'>,
  trx: Transaction<Tables>,
  changed: readonly (keyof Settings)[],
  { firmwareName, firmwareVersion }: Settings,
): Promise<SettingsRefusal | null> {
  if (!changed.includes('firmwareName') && !changed.includes('firmwareVersion')) return null;
  const isThere = await isFirmware(trx, isUploaded, firmwareName, firmwareVersion);
  return isThere ? null : { kind: 'invalid', field: wireNameOf('firmwareVersion') };
}

/** A crop that is not known has no moisture; one that a bin holds already may stay. */
async function checkCrops(
  trx: Transaction<Tables>,
  before: Settings,
  after: Settings,
  cables: readonly CableSettings[] = [],
): Promise<SettingsRefusal | null> {
  const crops = findNewCrops(before, after);
  if (crops.length === 0) return null;
  await lockCrops(trx, 'to-read');
  const unknown = await findUnknownCrops(
    trx,
    crops.map(({ crop }) => crop),
  );
  const found = crops.find(({ crop }) => crop !== null && unknown.includes(crop));
  if (!found) return null;
  const index = cables.findIndex(({ cable }) => cable === found.cable);
  const field = found.cable === 0 ? wireNameOf('crop') : `cable_names.${index}.crop_name`;
  return { kind: 'invalid', field };
}

/** Makes room for the bin at another station; what waits for the board it leaves is cancelled. */
async function moveToStation(
  { cancelCommands }: Pick<SettingsPorts, 'cancelCommands'>,
  trx: Transaction<Tables>,
  { bin }: BinContext,
  to: Station,
  at: Date,
): Promise<SettingsRefusal | null> {
  const { mainBoardId, binNumber, farmId, id } = bin;
  if (to.mainBoardId === mainBoardId && to.binNumber === binNumber) return null;
  const board = { mainBoardId: to.mainBoardId, farmId, at, beside: [mainBoardId] };
  if ((await takeBoard(trx, board)) === 'elsewhere') return { kind: 'board-elsewhere' };
  if (await isStationTaken(trx, to, id)) return { kind: 'station-taken' };
  await cancelCommands(trx, [id]);
  return null;
}

async function writeChanges(
  trx: Transaction<Tables>,
  { bin }: BinContext,
  before: Settings,
  after: Settings,
  by: ChangedBy,
): Promise<void> {
  const { id } = bin;
  const { pressureCables, cables, ...columns } = after;
  const version = bin.version + 1;
  await writeSettings(trx, id, {
    ...columns,
    ...{ pressureY1: pressureCables.Y1 ?? null, pressureY2: pressureCables.Y2 ?? null, version },
  });
  if (JSON.stringify(cables) !== JSON.stringify(before.cables)) {
    await replaceCables(trx, id, cables);
  }
  await openCropPeriods(trx, id, findNewCrops(before, after), new Date(by.at));
  await recordChange(trx, {
    ...{ ...by, act: 'changed', subject: 'bin', subjectId: id, subjectName: after.name },
    ...{ version, changes: changesBetween(encodeSettings(before), encodeSettings(after)) },
  });
  const boards = [...new Set([before.mainBoardId, after.mainBoardId])];
  await revokeUnusedKeys(trx, boards);
  await notifyBinsChanged(trx, boards);
}

/** What the bin (0) and its cables hold now that they did not. */
function findNewCrops(before: Settings, after: Settings) {
  const crops = (settings: Settings) =>
    new Map([
      [0, settings.crop],
      ...settings.cables.map(({ cable, crop }) => [cable, crop] as const),
    ]);
  const [was, is] = [crops(before), crops(after)];
  return [...new Set([...was.keys(), ...is.keys()])]
    .map((cable) => ({ cable, crop: is.get(cable) ?? null }))
    .filter(({ cable, crop }) => crop !== (was.get(cable) ?? null));
}

function encodeSettings({ wantedFrequency, wantedRadioGroup, ...rest }: Settings) {
  const cables = rest.cables.map((cable) => z.encode(cableOnWire, cable));
  const values: Readonly<Record<SettingName, unknown>> = { ...rest, cables };
  const settings = Object.fromEntries(settingNames.map((name) => [wireNameOf(name), values[name]]));
  return {
    // The names are forgotten on the way through the entries.
    ...(settings as Record<SettingWireName, unknown>),
    ...{ freq_wanted: wantedFrequency, bin_in_wanted: wantedRadioGroup },
  };
}
