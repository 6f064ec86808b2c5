import { type GeneralAct, may } from '@granary/domain/access/access';
import { useSession } from '../lib/use-session.ts';

/** Whether whoever is signed in may do what concerns no one owner. */
export function useMay(act: GeneralAct): boolean {
  const session = useSession();
  return session !== null && may({ id: session.userId, role: session.role }, act, null);
}
