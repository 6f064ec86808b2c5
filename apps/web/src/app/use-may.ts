import { can, type GeneralCapability } from '@granary/domain/access/access';
import { useSession } from '../lib/use-session.ts';

/** Whether whoever is signed in may do what concerns no one owner. */
export function useMay(act: GeneralCapability): boolean {
  const session = useSession();
  return session !== null && can({ id: session.userId, role: session.role }, act, null);
}
