import { type Capability, hasCapability } from '@granary/domain/access/roles';
import { useSession } from './use-session.ts';

/**
 * Whether the signed-in user's role has a capability. The server decides which farms and bins it applies to.
 */
export function useCan(capability: Capability): boolean {
  const session = useSession();
  return session !== null && hasCapability(session.role, capability);
}
