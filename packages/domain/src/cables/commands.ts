/** The least and the greatest address that a cable can be given. */
export const cableAddresses = { min: 1, max: 254 } as const;

/** How many sensors a cable has at most. */
export const MAX_POSITION = 64;

/**
 * What is to become of a cable's sensors: 73 renumbers all of them from the smallest, 74 lets the
 * cable number them itself, 75 changes only the sensors that are named, 76 changes none.
 */
export const sensorCodes = ['73', '74', '75', '76'] as const;
export type SensorCode = (typeof sensorCodes)[number];

/** What is to change on a cable; null where that stays as it is. */
export interface CableChange {
  readonly oldId: number;
  readonly newId: number | null;
  /** A sensor on the cable, from 1. */
  readonly position: number | null;
  readonly sensorCode: SensorCode;
  /** The sensors that the code is about, from 1; 76 is about none. */
  readonly positions: readonly number[];
}

/**
 * The texts for the board, in the order they are sent: first the address, with 71 where there is a
 * new one and 72 where not, then the sensors of the cable under the address it has by then. All
 * numbers are two upper-case hex digits; no position is 00.
 */
export function buildCableCommands(change: CableChange): [address: string, sensors: string] {
  const { oldId, newId, position, sensorCode, positions } = change;
  const address =
    newId === null
      ? ['72', hex(oldId), hex(position ?? 0)]
      : ['71', hex(oldId), hex(position ?? 0), hex(newId)];
  const named = sensorCode === '76' ? [] : [...new Set(positions)].sort((a, b) => a - b);
  const sensors = [sensorCode, hex(newId ?? oldId), ...named.map(hex)];
  return [`setF${address.join('')}`, `setF${sensors.join('')}`];
}

function hex(byte: number): string {
  return byte.toString(16).toUpperCase().padStart(2, '0');
}
