/** The radio channels that a board can be set to: 30 to 70. */
export const frequencies: readonly number[] = range(30, 70);

/** The radio groups that a board can be set to: 1 to 10. */
export const radioGroups: readonly number[] = range(1, 10);

/** Which bin of its main board a bin may be: 1 to 32. */
export const MAX_STATION = 32;

/** The stations that forms offer; a board that serves more bins is set up over the API. */
export const offeredStations: readonly number[] = range(1, 10);

export const boardTypes = ['main', 'remote'] as const;

/** Wakes to report; always connected; carried around, and taken to sleep. */
export const firmwareNames = ['sleep', 'realtime', 'portable'] as const;
export type FirmwareName = (typeof firmwareNames)[number];

const common = ['2.03', '2.04', '2.05', '2.06', '2.07', '2.08', '2.09', '2.10'] as const;

/**
 * The versions that forms offer of each firmware, oldest first. Sleep counts on within 2.10, whose
 * third decimal tells its four later ones apart; realtime did so twice and then went on to 2.11.
 */
export const firmwareVersions: Readonly<Record<FirmwareName, readonly string[]>> = {
  sleep: [...common, '2.101', '2.102', '2.103', '2.104'],
  realtime: [...common, '2.101', '2.102', '2.11', '2.12'],
  portable: ['2.05'],
};

/** Whether forms offer a version of a firmware without any file of it. */
export function isKnownVersion(name: FirmwareName, version: string): boolean {
  return firmwareVersions[name].includes(version);
}

/** What a new bin is set to unless its form says else. */
export const newBinDefaults = {
  frequency: 30,
  radioGroup: 1,
  boardType: 'main',
  firmwareName: 'sleep',
  firmwareVersion: '2.03',
} as const;

function range(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}
