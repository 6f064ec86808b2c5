import { FIRMWARE_VERSION } from '@granary/contract/bins/settings';
import type { Firmware } from '@granary/contract/firmware/http';
import { firmwareNames, firmwareVersions } from '@granary/domain/boards/options';

type Uploaded = Pick<Firmware, 'type' | 'version'>;

/** The versions of a firmware that boards can be set to: known ones, then those uploaded for it. */
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
