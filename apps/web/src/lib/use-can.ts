import { type Capability, hasCapability } from '@granary/domain/access/roles';
import { useSession } from './use-session.ts';

/**
 * Whether the signed-in user has the capability for what the screen shows. The server decides whose
 * farms and bins it shows.
 */
export function useCan(capability: Capability): boolean {
  const session = useSession();
  return session !== null && hasCapability(session.role, capability);
}
