import { mayChangeBinField } from '@granary/domain/access/bin-fields';
import { useSession } from '../../../lib/use-session.ts';

/** Whether whoever is signed in may change a setting of a bin that they see. */
export function useMayChange(): (setting: string) => boolean {
  const session = useSession();
  return (setting) => {
    if (session === null) return false;
    const { userId, role } = session;
    // Whose the bin is, the server judged when it showed it.
    const owner = { userId, distributorId: userId };
    return mayChangeBinField({ id: userId, role }, setting, owner);
  };
}
