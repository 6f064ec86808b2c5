import { canChangeBinSettings, getBinFieldCapability } from '@granary/domain/access/bin-fields';
import { hasCapability } from '@granary/domain/access/roles';
import { useSession } from '../../../lib/use-session.ts';

/**
 * Returns a function that checks whether the signed-in user can change a given bin setting.
 */
export function useCanChange(): (setting: string) => boolean {
  const session = useSession();
  return (setting) =>
    session !== null && hasCapability(session.role, getBinFieldCapability(setting));
}

/** Returns whether the signed-in user can change any setting of the bins on the screen. */
export function useCanChangeSettings(): boolean {
  const session = useSession();
  return session !== null && canChangeBinSettings(session.role);
}
