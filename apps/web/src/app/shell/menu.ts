import type { Role } from '../../lib/session.ts';

export interface MenuEntry {
  readonly to: '/allbins' | '/overview' | '/dashboard';
  readonly label: 'allBins' | 'overview' | 'dashboards';
}

const dashboards: MenuEntry = { to: '/dashboard', label: 'dashboards' };

/** The entries of a role's side menu; only a user has bins of their own below them. */
export function menuOf(role: Role): readonly MenuEntry[] {
  if (role !== 'user') return [dashboards];
  return [{ to: '/allbins', label: 'allBins' }, { to: '/overview', label: 'overview' }, dashboards];
}
