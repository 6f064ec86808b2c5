import {
  alertLimitNames,
  alertSwitches,
  areLevelsCrossed,
  type BinSettingsEdit,
  type CableSettings,
  levelSettings,
  type SettingName,
  type SettingWireName,
  settingNames,
  toSettingWireName,
} from '@granary/contract/bins/settings';
import { cable as cableOnWire } from '@granary/contract/readings/reading-response';
import type { Actor } from '@granary/domain/access/access';
import { canChangeBinField } from '@granary/domain/access/bin-fields';
import {
  commandedSettings,
  commandKinds,
  type SettingsKind,
} from '@granary/domain/commands/settings-commands';
import type { Millis } from '@granary/domain/units';
import * as z from 'zod/mini';
import {
  type ChangedBy,
  compareFields,
  findChangedFields,
  recordBinChange,
} from '../../audit/record-change.ts';
import { lockBoards, revokeUnusedKeys } from '../../boards/assignment-store.ts';
import { findUnknownCrops, lockCrops, openCropPeriods } from '../../crops/crop-periods-store.ts';
import type { BinAtStation, BinRow, Db, Trx } from '../../platform/postgres/tables.ts';
import type { BinContext } from '../../readings/bin-context.ts';
import { lockReadings } from '../../readings/readings-store.ts';
import type { IsFirmwareAvailable } from '../add-bins.ts';
import type { RewriteDays } from '../cables/sensor-statuses.ts';
import { loadBin, lockBin, notifyBinsChanged } from '../store.ts';
import { applyEdit } from './apply-edit.ts';
import {
  changeFanConnection,
  type FanConnectionPorts,
  type FanConnectionProblem,
} from './change-fan-connection.ts';
import {
  planSettings,
  recordRefusedCommands,
  type SendSettingsPorts,
  sendSettings,
} from './send-settings.ts';
import { replaceCables, writeSettings } from './store.ts';

export interface SettingsPorts extends SendSettingsPorts, FanConnectionPorts {
  readonly db: Db;
  /** Finds the addresses of a cable change that waits for its board; null if there is no such change. */
  findOpenAddressChange(
    trx: Trx,
    binId: number,
  ): Promise<{ readonly oldId: number; readonly newId: number } | null>;
  /** When the board at a bin's station confirmed installation mode; null if it is not in that mode. */
  findInstallationModeSince(trx: Trx, bin: BinAtStation): Promise<Millis | null>;
  readonly rewriteDays: RewriteDays;
  readonly isFirmwareAvailable: IsFirmwareAvailable;
}

/** All settings of a bin, and the requested values that its board has not confirmed yet. */
export type Settings = Required<
  Omit<BinSettingsEdit, 'version' | 'isChannelSet' | 'withdrawsRequests'>
> & {
  readonly wantedFrequency: number | null;
  readonly wantedRadioGroup: number | null;
  readonly wantedInstallationMode: boolean | null;
};

/** The reason that settings were not saved; fields are named as on the wire. */
export type SettingsProblem =
  | { readonly kind: 'gone' }
  /** Another user has changed these fields since the version was read. */
  | { readonly kind: 'stale'; readonly fields: readonly string[] }
  /** The caller may not change these fields. */
  | { readonly kind: 'forbidden'; readonly fields: readonly string[] }
  | { readonly kind: 'invalid'; readonly field: string }
  /** These alerts are on but have no limit. */
  | { readonly kind: 'alert-without-number'; readonly fields: readonly string[] }
  /** The low-level limit is above the high-level limit. */
  | { readonly kind: 'levels-crossed'; readonly field: string }
  | FanConnectionProblem
  /** Another cable of the bin has this address. */
  | { readonly kind: 'address-taken'; readonly field: string }
  /** A cable change that waits for its board takes this address, or changes it. */
  | { readonly kind: 'address-pending'; readonly field: string };

/** Changes settings of a bin; settings that the edit omits keep their values. */
export async function changeSettings(
  ports: SettingsPorts,
  id: number,
  edit: BinSettingsEdit,
  { actor, changedBy }: { readonly actor: Actor; readonly changedBy: ChangedBy },
): Promise<{ readonly kind: 'saved' } | SettingsProblem> {
  return ports.db.transaction().execute(async (trx) => {
    const context = await loadBin(trx, id);
    if (!context) return { kind: 'gone' };
    const { bin } = context;
    if (edit.version !== undefined && edit.version !== bin.version) {
      return { kind: 'stale', fields: await findStaleFields(trx, id, edit.version) };
    }
    const before = toSettings(context);
    const mayChange = (name: SettingName) => canChangeBinField(actor, name, context.owner);
    const after = applyEdit(before, edit);
    const changedSettings = findChangedSettings(before, after);
    const requestedKinds = findRequestedKinds(edit, after, mayChange);
    const plan = await planSettings(ports, trx, id, { before, after, requestedKinds });
    if (changedSettings.length === 0 && plan.send.length === 0) return { kind: 'saved' };
    const problem =
      checkPermissions(changedSettings, actor, context) ??
      checkAlerts(changedSettings, after) ??
      checkLevels(changedSettings, after) ??
      checkCables(before, edit.cables) ??
      (await checkFirmware(ports, trx, changedSettings, after)) ??
      (await checkCrops(trx, before, after, edit.cables));
    if (problem?.kind === 'forbidden') {
      await recordRefusedCommands(trx, id, edit, problem.fields, changedBy);
    }
    if (problem) return problem;
    await lockReadings(trx, [id]);
    await lockBoards(trx, [bin.mainBoardId, after.mainBoardId]);
    if ((await lockBin(trx, id))?.version !== bin.version) {
      return { kind: 'stale', fields: await findStaleFields(trx, id, bin.version) };
    }
    const lateProblem =
      (await checkOpenAddresses(ports, trx, id, before, edit.cables)) ??
      (await changeFanConnection(ports, trx, bin, after, changedBy));
    if (lateProblem) return lateProblem;
    if (changedSettings.length > 0) {
      const storedSettings = await applyStationInstallationMode(ports, trx, id, before, after);
      await writeChanges(trx, context, before, storedSettings, changedBy);
    }
    await sendSettings(ports, trx, id, plan, changedBy);
    // The daily extremes include only cables that are in the bin.
    if (listCableNumbers(before) !== listCableNumbers(after)) {
      const updatedContext = await loadBin(trx, id);
      if (updatedContext) await ports.rewriteDays(trx, updatedContext);
    }
    return { kind: 'saved' };
  });
}

/** Finds the kinds of commands that the caller requests. Repeating the board's value requests nothing. */
function findRequestedKinds(
  edit: BinSettingsEdit,
  after: Settings,
  mayChange: (name: SettingName) => boolean,
): SettingsKind[] {
  const requestedValues = {
    frequency: after.wantedFrequency,
    radioGroup: after.wantedRadioGroup,
    // Forms hide this switch for bins without a radar.
    radarHeightWanted: after.loadMethod.startsWith('siloscan') && after.radarHeightWanted,
    installationMode: after.wantedInstallationMode,
  };
  const names = commandedSettings.filter(
    (name) => edit[name] !== undefined && edit[name] === requestedValues[name] && mayChange(name),
  );
  return [...new Set(names.map((name) => commandKinds[name]))];
}

/** Finds the fields changed after the given version; a requested value changes its field too. */
async function findStaleFields(trx: Trx, binId: number, version: number): Promise<string[]> {
  const fields = await findChangedFields(trx, 'bin', binId, version);
  return [...new Set(fields.map((field) => field.replace(/_wanted$/, '')))];
}

function listCableNumbers({ cables }: Settings): string {
  return cables.map(({ cable }) => cable).join();
}

/** Collects the current settings of a bin. */
export function toSettings({ bin, cables }: BinContext): Settings {
  const columns = Object.fromEntries(columnSettings.map((name) => [name, bin[name]]));
  return {
    // Object.fromEntries loses the types of the keys.
    ...(columns as Pick<BinRow, ColumnSetting>),
    wantedFrequency: bin.wantedFrequency,
    wantedRadioGroup: bin.wantedRadioGroup,
    wantedInstallationMode: bin.wantedInstallationMode,
    pressureCables: { Y1: bin.pressureY1, Y2: bin.pressureY2 },
    cables: cables.map(({ cable, name, cableId, subBin, flip, crop }) => ({
      cable,
      name,
      cableId,
      subBin,
      flip,
      crop,
    })),
  };
}

type ColumnSetting = Exclude<SettingName, 'cables' | 'pressureCables'>;

const columnSettings = settingNames.filter(
  (name): name is ColumnSetting => name !== 'cables' && name !== 'pressureCables',
);

function findChangedSettings(before: Settings, after: Settings): (keyof Settings)[] {
  return (Object.keys(before) as (keyof Settings)[]).filter(
    (name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  );
}

function toWireName(name: keyof Settings): string {
  switch (name) {
    case 'wantedFrequency':
      return toSettingWireName('frequency');
    case 'wantedRadioGroup':
      return toSettingWireName('radioGroup');
    case 'wantedInstallationMode':
      return toSettingWireName('installationMode');
    default:
      return toSettingWireName(name);
  }
}

function checkPermissions(
  changed: readonly (keyof Settings)[],
  actor: Actor,
  { owner }: BinContext,
): SettingsProblem | null {
  const fields = changed.filter((name) => !canChangeBinField(actor, name, owner)).map(toWireName);
  return fields.length === 0 ? null : { kind: 'forbidden', fields };
}

/** Refuses alerts that are on but have no limit: they would never be raised. */
function checkAlerts(
  changed: readonly (keyof Settings)[],
  after: Settings,
): SettingsProblem | null {
  const missingLimits = alertLimitNames.filter((name) => {
    const isChanged = changed.includes(name) || changed.includes(alertSwitches[name]);
    return isChanged && after[alertSwitches[name]] && after[name] === null;
  });
  return missingLimits.length === 0
    ? null
    : { kind: 'alert-without-number', fields: missingLimits.map(toSettingWireName) };
}

/** Refuses a low-level limit above the high-level limit: one of the two alerts would always be raised. */
function checkLevels(
  changed: readonly (keyof Settings)[],
  after: Settings,
): SettingsProblem | null {
  const isChanged = levelSettings.some((name) => changed.includes(name));
  return isChanged && areLevelsCrossed(after)
    ? { kind: 'levels-crossed', field: toSettingWireName('minLevelAlert') }
    : null;
}

/** Addresses must be unique within a bin; only a board may report an address as unreadable (-1). */
function checkCables(
  before: Settings,
  cables: readonly CableSettings[] = [],
): SettingsProblem | null {
  for (const [index, { cable, cableId }] of cables.entries()) {
    const field = `cable_names.${index}.cable_id`;
    const current = before.cables.find((stored) => stored.cable === cable);
    if (cableId === -1 && current?.cableId !== -1) return { kind: 'invalid', field };
    const isTaken = cables.slice(0, index).some((other) => other.cableId === cableId);
    if (cableId !== -1 && isTaken) return { kind: 'address-taken', field };
  }
  return null;
}

/**
 * Two cables could get the same address if a user edited an address while a command that changes it waits for
 * its board.
 */
async function checkOpenAddresses(
  { findOpenAddressChange }: Pick<SettingsPorts, 'findOpenAddressChange'>,
  trx: Trx,
  binId: number,
  before: Settings,
  cables: readonly CableSettings[] = [],
): Promise<SettingsProblem | null> {
  const openChange = await findOpenAddressChange(trx, binId);
  if (openChange === null) return null;
  const index = cables.findIndex(({ cable, cableId }) => {
    const current = before.cables.find((stored) => stored.cable === cable)?.cableId;
    return cableId !== current && (cableId === openChange.newId || current === openChange.oldId);
  });
  return index === -1 ? null : { kind: 'address-pending', field: `cable_names.${index}.cable_id` };
}

/** New firmware must be available to boards; the current firmware may remain. */
async function checkFirmware(
  { isFirmwareAvailable }: Pick<SettingsPorts, 'isFirmwareAvailable'>,
  trx: Trx,
  changed: readonly (keyof Settings)[],
  { firmwareName, firmwareVersion }: Settings,
): Promise<SettingsProblem | null> {
  if (!changed.includes('firmwareName') && !changed.includes('firmwareVersion')) return null;
  const isAvailable = await isFirmwareAvailable(trx, firmwareName, firmwareVersion);
  return isAvailable ? null : { kind: 'invalid', field: toSettingWireName('firmwareVersion') };
}

/** New crops must exist, so that moisture can be calculated; current crops may remain. */
async function checkCrops(
  trx: Trx,
  before: Settings,
  after: Settings,
  cables: readonly CableSettings[] = [],
): Promise<SettingsProblem | null> {
  const crops = findNewCrops(before, after);
  if (crops.length === 0) return null;
  await lockCrops(trx, 'shared');
  const unknownCrops = await findUnknownCrops(
    trx,
    crops.map(({ crop }) => crop),
  );
  const unknownCrop = crops.find(({ crop }) => crop !== null && unknownCrops.includes(crop));
  if (!unknownCrop) return null;
  const index = cables.findIndex(({ cable }) => cable === unknownCrop.cable);
  const field =
    unknownCrop.cable === 0 ? toSettingWireName('crop') : `cable_names.${index}.crop_name`;
  return { kind: 'invalid', field };
}

/**
 * Sets the installation mode to the mode confirmed at the new bin station; the previous board's confirmation
 * does not apply there.
 */
async function applyStationInstallationMode(
  { findInstallationModeSince }: Pick<SettingsPorts, 'findInstallationModeSince'>,
  trx: Trx,
  id: number,
  before: Settings,
  after: Settings,
): Promise<Settings> {
  const { mainBoardId, binNumber } = after;
  if (mainBoardId === before.mainBoardId && binNumber === before.binNumber) return after;
  const since = await findInstallationModeSince(trx, { id, mainBoardId, binNumber });
  return { ...after, installationMode: since !== null };
}

async function writeChanges(
  trx: Trx,
  { bin }: BinContext,
  before: Settings,
  after: Settings,
  changedBy: ChangedBy,
): Promise<void> {
  const { id } = bin;
  const { pressureCables, cables, ...columns } = after;
  const version = bin.version + 1;
  await writeSettings(trx, id, {
    ...columns,
    pressureY1: pressureCables.Y1 ?? null,
    pressureY2: pressureCables.Y2 ?? null,
    version,
  });
  if (JSON.stringify(cables) !== JSON.stringify(before.cables)) {
    await replaceCables(trx, id, cables);
  }
  await openCropPeriods(trx, id, findNewCrops(before, after), new Date(changedBy.at));
  await recordBinChange(trx, id, {
    ...changedBy,
    act: 'changed',
    version,
    changes: compareFields(encodeSettings(before), encodeSettings(after)),
  });
  const boards = [...new Set([before.mainBoardId, after.mainBoardId])];
  await revokeUnusedKeys(trx, boards);
  await notifyBinsChanged(trx, boards);
}

/** Finds the crops that the edit changes: of the bin (cable 0) and of its cables. */
function findNewCrops(before: Settings, after: Settings) {
  const mapCrops = (settings: Settings) =>
    new Map([
      [0, settings.crop],
      ...settings.cables.map(({ cable, crop }) => [cable, crop] as const),
    ]);
  const [oldCrops, newCrops] = [mapCrops(before), mapCrops(after)];
  return [...new Set([...oldCrops.keys(), ...newCrops.keys()])]
    .map((cable) => ({ cable, crop: newCrops.get(cable) ?? null }))
    .filter(({ cable, crop }) => crop !== (oldCrops.get(cable) ?? null));
}

function encodeSettings(settings: Settings) {
  const { wantedFrequency, wantedRadioGroup, wantedInstallationMode, ...rest } = settings;
  const cables = rest.cables.map((cable) => z.encode(cableOnWire, cable));
  const values: Readonly<Record<SettingName, unknown>> = { ...rest, cables };
  const encodedSettings = Object.fromEntries(
    settingNames.map((name) => [toSettingWireName(name), values[name]]),
  );
  return {
    // Object.fromEntries loses the types of the keys.
    ...(encodedSettings as Record<SettingWireName, unknown>),
    freq_wanted: wantedFrequency,
    bin_in_wanted: wantedRadioGroup,
    bin_installation_mode_wanted: wantedInstallationMode,
  };
}
