import { useQuery } from '@tanstack/react-query';
import { firmwares } from '../../../bin-data/firmwares.ts';
import { versionsOf } from './firmware-versions.ts';

/** The versions of each firmware that boards can be set to; files count once their list is there. */
export function useVersions(mayChoose: boolean): (name: string) => string[] {
  const { data = [] } = useQuery({ ...firmwares, enabled: mayChoose });
  return (name) => versionsOf(name, data);
}
