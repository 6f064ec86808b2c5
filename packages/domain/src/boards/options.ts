/** The radio channels that a board can be set to: 30 to 70. */
export const frequencies: readonly number[] = range(30, 70);

/** The radio groups that a board can be set to: 1 to 10. */
export const radioGroups: readonly number[] = range(1, 10);

/** The bin stations of a main board are numbered 1 to 32. */
export const MAX_BIN_NUMBER = 32;

/** The bin stations that forms offer; a board with more bins is set up through the API. */
export const offeredBinNumbers: readonly number[] = range(1, 10);

export const boardTypes = ['main', 'remote'] as const;

/** `sleep` wakes to report, `realtime` is always connected, `portable` is a handheld that sleeps. */
export const firmwareNames = ['sleep', 'realtime', 'portable'] as const;
export type FirmwareName = (typeof firmwareNames)[number];

const commonVersions = ['2.03', '2.04', '2.05', '2.06', '2.07', '2.08', '2.09', '2.10'] as const;

/**
 * The versions that forms offer for each firmware, oldest first. After 2.10, sleep continues with
 * 2.101 to 2.104, and realtime with 2.101, 2.102 and then 2.11.
 */
export const firmwareVersions: Readonly<Record<FirmwareName, readonly string[]>> = {
  sleep: [...commonVersions, '2.101', '2.102', '2.103', '2.104'],
  realtime: [...commonVersions, '2.101', '2.102', '2.11', '2.12'],
  portable: ['2.05'],
};

/** Whether forms offer a firmware version even if no file was added for it. */
export function isOfferedVersion(name: FirmwareName, version: string): boolean {
  return firmwareVersions[name].includes(version);
}

/** The defaults for a new bin's settings that its form does not include. */
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
