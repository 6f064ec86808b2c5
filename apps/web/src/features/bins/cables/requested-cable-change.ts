import {
  CABLE_ADDRESS_RANGE,
  MAX_POSITION,
  type SensorCode,
} from '@granary/domain/cables/commands';
import type { RequestedCableChange } from './api/cable-configuration.ts';

/** An empty new ID or position means no change. */
export interface CableChangeValues {
  readonly oldId: string;
  readonly newId: string;
  readonly position: string;
  readonly sensorCode: SensorCode;
  /** The sensor to renumber; used only with code 75. */
  readonly sensor: string;
}

export const emptyCableChange: CableChangeValues = {
  oldId: '',
  newId: '',
  position: '',
  sensorCode: '76',
  sensor: '',
};

/**
 * The positions (from 1) of the sensors that the board last reported, keyed by their cable's `getStatusKey`.
 */
export type KnownPositions = ReadonlyMap<string, readonly number[]>;

export function findInvalidFields({ newId, position, sensorCode, sensor }: CableChangeValues) {
  const { min, max } = CABLE_ADDRESS_RANGE;
  return {
    newId: newId.trim() !== '' && !isIntegerBetween(newId, min, max),
    position:
      position.trim() === '' ? sensorCode === '75' : !isIntegerBetween(position, 1, MAX_POSITION),
    sensor: sensorCode === '75' && sensor === '',
  };
}

function isIntegerBetween(text: string, min: number, max: number): boolean {
  const value = Number(text);
  return /^\d+$/.test(text.trim()) && value >= min && value <= max;
}

/** Whether a cable is chosen and at least one change to it is entered. */
export function hasChange({ oldId, newId, position, sensorCode }: CableChangeValues): boolean {
  const hasNewId = newId.trim() !== '' && newId.trim() !== oldId;
  return oldId !== '' && (hasNewId || position.trim() !== '' || sensorCode !== '76');
}

/**
 * Whether the sensors of a cable would be renumbered although the board has reported none; the command must
 * list them.
 */
export function lacksSensors(
  { oldId, sensorCode }: CableChangeValues,
  knownPositions: KnownPositions,
): boolean {
  return oldId !== '' && sensorCode !== '76' && (knownPositions.get(oldId) ?? []).length === 0;
}

/** Builds the request: code 75 names one sensor, codes 73 and 74 name all sensors on the cable. */
export function toRequestedCableChange(
  values: CableChangeValues,
  binId: number,
  knownPositions: KnownPositions,
): RequestedCableChange {
  const { oldId, newId, position, sensorCode, sensor } = values;
  const newPosition = position.trim() === '' ? null : Number(position);
  const allPositions = knownPositions.get(oldId) ?? [];
  const positions = {
    '73': allPositions,
    '74': allPositions,
    '75': sensor === '' ? [] : [Number(sensor)],
    '76': [],
  };
  return {
    binId,
    oldId: Number(oldId),
    newId: newId.trim() === '' ? null : Number(newId),
    position: newPosition,
    sensorCode,
    positions: [...positions[sensorCode]],
  };
}
