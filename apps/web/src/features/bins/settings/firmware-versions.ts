import { FIRMWARE_VERSION } from '@granary/contract/bins/settings';
import type { Firmware } from '@granary/contract/firmware/http';
import { firmwareNames, firmwareVersions } from '@granary/domain/boards/options';
import { useQuery } from '@tanstack/react-query';
import { firmwaresQuery } from '../../../bin-data/firmwares.ts';

type Uploaded = Pick<Firmware, 'type' | 'version'>;

/** The versions offered for a firmware type: the known ones, then the uploaded ones, newest last. */
export function listFirmwareVersions(name: string, uploaded: readonly Uploaded[]): string[] {
  const known = firmwareNames.find((one) => one === name);
  const files = uploaded.filter(({ type }) => type === name).map(({ version }) => version);
  return [
    ...new Set([
      ...(known === undefined ? [] : firmwareVersions[known]),
      ...files.filter((version) => FIRMWARE_VERSION.test(version)).toReversed(),
    ]),
  ];
}

/** Offers the versions of each firmware type; uploaded files are included once their list is loaded. */
export function useFirmwareVersions(isEnabled: boolean): (name: string) => string[] {
  const { data = [] } = useQuery({ ...firmwaresQuery, enabled: isEnabled });
  return (name) => listFirmwareVersions(name, data);
}
