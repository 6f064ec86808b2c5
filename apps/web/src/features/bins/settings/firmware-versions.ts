import { FIRMWARE_VERSION } from '@granary/contract/bins/settings';
import type { Firmware } from '@granary/contract/firmware/http';
import { firmwareNames, firmwareVersions } from '@granary/domain/boards/options';
import { useQuery } from '@tanstack/react-query';
import { firmwareFilesQuery } from '../../../bin-data/firmware-files.ts';

type UploadedFirmware = Pick<Firmware, 'type' | 'version'>;

/**
 * Lists the versions to offer for a firmware type: built-in versions first, then uploaded versions, newest
 * last.
 */
export function listFirmwareVersions(
  name: string,
  uploadedFirmwares: readonly UploadedFirmware[],
): string[] {
  const knownName = firmwareNames.find((firmwareName) => firmwareName === name);
  const uploadedVersions = uploadedFirmwares
    .filter(({ type }) => type === name)
    .map(({ version }) => version);
  return [
    ...new Set([
      ...(knownName === undefined ? [] : firmwareVersions[knownName]),
      ...uploadedVersions.filter((version) => FIRMWARE_VERSION.test(version)).toReversed(),
    ]),
  ];
}

/**
 * Returns a function that lists the versions to offer for a firmware type; uploaded versions are included
 * once their list has loaded.
 */
export function useFirmwareVersions(isEnabled: boolean): (name: string) => string[] {
  const { data = [] } = useQuery({ ...firmwareFilesQuery, enabled: isEnabled });
  return (name) => listFirmwareVersions(name, data);
}
