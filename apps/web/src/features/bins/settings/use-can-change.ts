import { binFieldCapability, canChangeBinSettings } from '@granary/domain/access/bin-fields';
import { hasCapability } from '@granary/domain/access/roles';
import { useSession } from '../../../lib/use-session.ts';

/** Whether the signed-in user can change a setting of a bin that the screen shows. */
export function useCanChange(): (setting: string) => boolean {
  const session = useSession();
  return (setting) => session !== null && hasCapability(session.role, binFieldCapability(setting));
}

/** Whether the signed-in user can change a setting of the bins that the screen shows. */
export function useCanChangeSettings(): boolean {
  const session = useSession();
  return session !== null && canChangeBinSettings(session.role);
}
