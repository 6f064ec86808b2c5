import { useQuery } from '@tanstack/react-query';
import { firmwaresQuery } from '../../../bin-data/firmwares.ts';
import { listFirmwareVersions } from './firmware-versions.ts';

/** The versions of each firmware that boards can be set to; files count once their list is there. */
export function useFirmwareVersions(mayChoose: boolean): (name: string) => string[] {
  const { data = [] } = useQuery({ ...firmwaresQuery, enabled: mayChoose });
  return (name) => listFirmwareVersions(name, data);
}
