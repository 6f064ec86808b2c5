import { cableAddresses, MAX_POSITION, type SensorCode } from '@granary/domain/cables/commands';
import type { RequestedCableChange } from './api/cable-configuration.ts';

/** What the form holds; a new id or position that is empty changes nothing. */
export interface CableChangeValues {
  readonly oldId: string;
  readonly newId: string;
  readonly position: string;
  readonly sensorCode: SensorCode;
}

export const emptyCableChange: CableChangeValues = {
  oldId: '',
  newId: '',
  position: '',
  sensorCode: '76',
};

/** The sensors that a board showed last, from 1, by the `statusKey` of their cable. */
export type KnownPositions = ReadonlyMap<string, readonly number[]>;

/** Which fields cannot be as they are. */
export function findInvalidFields({ newId, position, sensorCode }: CableChangeValues) {
  const { min, max } = cableAddresses;
  return {
    newId: newId.trim() !== '' && !isWhole(newId, min, max),
    position: position.trim() === '' ? sensorCode === '75' : !isWhole(position, 1, MAX_POSITION),
  };
}

function isWhole(text: string, min: number, max: number): boolean {
  const value = Number(text);
  return /^\d+$/.test(text.trim()) && value >= min && value <= max;
}

/** Whether sensors are to be numbered anew that nobody knows of: no command could name them. */
export function lacksSensors({ sensorCode, positions }: RequestedCableChange): boolean {
  return (sensorCode === '73' || sensorCode === '74') && positions.length === 0;
}

/** What is asked of the server: 75 names the one sensor, 73 and 74 all that the cable has. */
export function toRequestedCableChange(
  values: CableChangeValues,
  binId: number,
  known: KnownPositions,
): RequestedCableChange {
  const { oldId, newId, position, sensorCode } = values;
  const chosen = position.trim() === '' ? null : Number(position);
  const all = known.get(oldId) ?? [];
  const positions = { '73': all, '74': all, '75': chosen === null ? [] : [chosen], '76': [] };
  return {
    binId,
    oldId: Number(oldId),
    newId: newId.trim() === '' ? null : Number(newId),
    position: chosen,
    sensorCode,
    positions: [...positions[sensorCode]],
  };
}
