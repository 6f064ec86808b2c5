/** The range of addresses that a cable can be given. */
export const CABLE_ADDRESS_RANGE = { min: 1, max: 254 } as const;

/** A cable has at most this many sensors. */
export const MAX_POSITION = 64;

/**
 * What to do with a cable's sensors: 73 numbers the listed ones from the given position on, 74 lets the
 * cable number them itself, 75 gives the listed sensor the given position, 76 changes none.
 */
export const sensorCodes = ['73', '74', '75', '76'] as const;
export type SensorCode = (typeof sensorCodes)[number];

/** A requested change to a cable; null leaves a value as it is. */
export interface CableChange {
  readonly oldId: number;
  readonly newId: number | null;
  /** A sensor on the cable, from 1. */
  readonly position: number | null;
  readonly sensorCode: SensorCode;
  /** The sensors that the code applies to, from 1; none for 76. */
  readonly positions: readonly number[];
}

/**
 * The commands for the board, in the order they are sent: the address (71 with a new one, 72
 * without), then the sensors of the cable at its new address. All numbers are two upper-case hex
 * digits; 00 means no position.
 */
export function buildCableCommands(change: CableChange): [address: string, sensors: string] {
  const { oldId, newId, position, sensorCode, positions } = change;
  const address =
    newId === null
      ? ['72', toHex(oldId), toHex(position ?? 0)]
      : ['71', toHex(oldId), toHex(position ?? 0), toHex(newId)];
  const listedPositions = sensorCode === '76' ? [] : [...new Set(positions)].sort((a, b) => a - b);
  const sensors = [sensorCode, toHex(newId ?? oldId), ...listedPositions.map(toHex)];
  return [`setF${address.join('')}`, `setF${sensors.join('')}`];
}

/**
 * The new positions of a cable's sensors after a change, by their old ones: 73 numbers them from the given
 * position on, 74 from 1, 75 gives the listed sensor the given position. Other sensors keep their positions.
 */
export function renumberSensors({
  sensorCode,
  position,
  positions,
}: Pick<CableChange, 'sensorCode' | 'position' | 'positions'>): ReadonlyMap<number, number> {
  if (sensorCode === '76' || (sensorCode === '75' && position === null)) return new Map();
  const firstPosition = sensorCode === '74' ? 1 : (position ?? 1);
  const sortedPositions = [...new Set(positions)].sort((a, b) => a - b);
  return new Map(sortedPositions.map((oldPosition, index) => [oldPosition, firstPosition + index]));
}

function toHex(byte: number): string {
  return byte.toString(16).toUpperCase().padStart(2, '0');
}
