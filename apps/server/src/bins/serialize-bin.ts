import type { Bin, HotSince, ListedBin } from '@granary/contract/bins/http';
import type { FanState } from '@granary/contract/fans/state';
import { getStatusKey, type SensorsInformation } from '@granary/contract/readings/reading-response';
import type { AlertSummary } from '@granary/domain/alerts/alert';
import { NO_CONDITIONS } from '@granary/domain/bins/conditions';
import type { BoardProblems, Refusal } from '@granary/domain/boards/board-problems';
import { calculateIntervalFromTimes } from '@granary/domain/boards/report-interval';
import type { SettingsKind } from '@granary/domain/commands/settings-commands';
import { toCurrentFan } from '@granary/domain/fans/current-fan';
import { formatLocalTime } from '@granary/domain/farms/local-time';
import { calculateQuantity } from '@granary/domain/inventory/fill-level';
import type { LedgerTotals } from '@granary/domain/inventory/ledger';
import type { Reading } from '@granary/domain/readings/reading';
import { type Millis, SECOND } from '@granary/domain/units';
import { type LastFanEvent, toFanState } from '../fans/fan-state.ts';
import type { BinRow } from '../platform/postgres/tables.ts';
import type { BinContext } from '../readings/bin-context.ts';
import type { LatestReading } from '../readings/readings-store.ts';
import { fromReadingRow } from '../readings/row.ts';
import { calculateFill, serializeCable, serializeReading } from '../readings/serialize-reading.ts';

/** The data that a bin is serialized from. */
export interface BinDetails {
  readonly context: BinContext;
  readonly now: Millis;
  readonly latest: LatestReading | null;
  readonly ledger: LedgerTotals;
  readonly fanEvent: LastFanEvent | null;
  /** The newest reading of the bin that carries the farm's outdoor sensor. */
  readonly ambientReading: LatestReading | null;
  readonly hotSince: HotSince;
  readonly boardProblems: BoardProblems | null;
  readonly refusals: readonly Refusal[];
  readonly alerts: readonly AlertSummary[];
  /** The names of the people in or near the bin; null for a deleted account. */
  readonly peopleInside: readonly (string | null)[];
  /** The settings commands that wait for the board or its answer. */
  readonly openCommands: readonly SettingsKind[];
  readonly trend: readonly { readonly day: string; readonly max: number }[];
}

/** Serializes a bin for lists in the API. */
export function serializeListedBin(details: BinDetails): ListedBin {
  const { context, ledger } = details;
  const { bin } = context;
  const reading = getNewestReading(details);
  return {
    ...serializeCommonFields(details, reading),
    isFanAutomatic: bin.fanAttached && bin.fanMode === 'automatic',
    farm: { name: context.farmName },
    latest:
      reading &&
      serializeReading(context, reading, {
        pageNo: 0,
        ledger,
        conditions: details.latest?.conditions ?? NO_CONDITIONS,
      }),
    sensorsInformation: serializeSensorStatuses(context),
    plenumSensorAttached: bin.plenumSensorAttached,
    fan: serializeFan(details, reading),
    fanMode: bin.fanMode,
    usualIntervalS: calculateUsualIntervalS(details.latest),
    trend: [...details.trend],
  };
}

/** Serializes a bin with all its settings. */
export function serializeBin(details: BinDetails): Bin {
  const { context } = details;
  const { bin } = context;
  const reading = getNewestReading(details);
  return {
    ...serializeCommonFields(details, reading),
    binSensorId: bin.id,
    label: bin.label,
    reportedCableIds: [...(reading?.cableIds ?? [])],
    farm: {
      name: context.farmName,
      timezone: context.timeZone,
      localTime: formatLocalTime(details.now, context.timeZone),
    },
    plenumSensorAttached: bin.plenumSensorAttached,
    frequency: bin.frequency,
    radioGroup: bin.radioGroup,
    wantedFrequency: bin.wantedFrequency,
    wantedRadioGroup: bin.wantedRadioGroup,
    boardType: bin.boardType,
    firmwareName: bin.firmwareName,
    firmwareVersion: bin.firmwareVersion,
    firmwareMode: bin.firmwareMode,
    installationMode: bin.installationMode,
    wantedInstallationMode: bin.wantedInstallationMode,
    radarHeightWanted: bin.radarHeightWanted,
    deadZoneMm: bin.deadZoneMm,
    pressureCables: { Y1: bin.pressureY1, Y2: bin.pressureY2 },
    sensorsInformation: serializeSensorStatuses(context),
    fanAttached: bin.fanAttached,
    fanMode: bin.fanMode,
    fanOnThreshold: bin.fanOnThreshold,
    fanOffThreshold: bin.fanOffThreshold,
    minAmbientTemperature: bin.minAmbientTemperature,
    minAmbientMoisture: bin.minAmbientMoisture,
    maxAmbientMoisture: bin.maxAmbientMoisture,
    fanOnSpeed: bin.fanOnSpeed,
    fanOffSpeed: bin.fanOffSpeed,
    fanKw: bin.fanKw,
    ...pickAlertSettings(bin),
    fan: serializeFan(details, reading),
    usualIntervalS: calculateUsualIntervalS(details.latest),
    refusedSignIns: details.refusals,
    openCommands: [...details.openCommands],
  };
}

function pickAlertSettings(bin: BinRow) {
  return {
    temperatureAlertEnabled: bin.temperatureAlertEnabled,
    temperatureAlertC: bin.temperatureAlertC,
    co2AlertEnabled: bin.co2AlertEnabled,
    co2Alert: bin.co2Alert,
    differenceAlertEnabled: bin.differenceAlertEnabled,
    silenceAlertEnabled: bin.silenceAlertEnabled,
    silenceAlertHours: bin.silenceAlertHours,
    minLevelAlertEnabled: bin.minLevelAlertEnabled,
    minLevelAlert: bin.minLevelAlert,
    maxLevelAlertEnabled: bin.maxLevelAlertEnabled,
    maxLevelAlert: bin.maxLevelAlert,
    humidityRiskEnabled: bin.humidityRiskEnabled,
    co2RiskEnabled: bin.co2RiskEnabled,
    storageTimeEnabled: bin.storageTimeEnabled,
    warmingRiskEnabled: bin.warmingRiskEnabled,
  };
}

function serializeFan(details: BinDetails, reading: Reading | null): FanState {
  const fan = toFanState(details.context.bin, reading, details.fanEvent);
  const usualIntervalMs = calculateUsualIntervalS(details.latest) * SECOND;
  return toCurrentFan(fan, { readAt: reading?.at ?? null, usualIntervalMs }, details.now);
}

function serializeCommonFields(details: BinDetails, reading: Reading | null) {
  const { context, ledger, ambientReading } = details;
  const { bin } = context;
  return {
    id: bin.id,
    documentId: bin.id,
    name: bin.name,
    crop: bin.crop,
    cropUnit: bin.cropUnit,
    size: bin.size,
    volume: calculateQuantity(bin.size, calculateFill(bin, reading, ledger)),
    lat: bin.lat,
    lng: bin.lng,
    mainBoardId: bin.mainBoardId,
    binNumber: bin.binNumber,
    temperatureUnit: bin.temperatureUnit,
    showsHumidity: bin.showsHumidity,
    batteryAttached: bin.batteryAttached,
    levelSensorEmptyMm: bin.levelSensorEmptyMm,
    loadMethod: bin.loadMethod,
    differenceAlertC: bin.differenceAlertC,
    cables: context.cables.map(serializeCable),
    farmId: bin.farmId,
    ownerId: context.owner.userId,
    ambient: serializeAmbient(ambientReading),
    hotSince: details.hotSince,
    boardProblems: details.boardProblems,
    alerts: details.alerts,
    hasOpenEntry: details.peopleInside.length > 0,
    peopleInside: details.peopleInside,
    version: bin.version,
  };
}

function serializeAmbient(latest: LatestReading | null) {
  if (!latest?.row) return null;
  const reading = fromReadingRow(latest.row);
  const { ambientTemperature, ambientHumidity } = reading.scalars;
  if (ambientTemperature === null && ambientHumidity === null) return null;
  return { at: reading.at, temperature: ambientTemperature, humidity: ambientHumidity };
}

function getNewestReading({ latest }: BinDetails): Reading | null {
  return latest?.row ? fromReadingRow(latest.row) : null;
}

/** Serializes the muted and disabled sensors, grouped by cable. */
function serializeSensorStatuses(context: BinContext): SensorsInformation {
  const information: SensorsInformation = {};
  for (const [key, sensorStatus] of context.statuses) {
    const [cable, position = ''] = key.split(':');
    const cableRow = context.cables.find((candidate) => candidate.cable === Number(cable));
    if (!cableRow) continue;
    const cableKey = getStatusKey(cableRow);
    information[cableKey] ??= {};
    const sensors = information[cableKey];
    if (sensors) sensors[position] = { sensorStatus };
  }
  return information;
}

/** Calculates the usual interval between readings of a bin, s. */
export function calculateUsualIntervalS(latest: LatestReading | null): number {
  return calculateIntervalFromTimes(latest?.recent ?? []) / 1000;
}
