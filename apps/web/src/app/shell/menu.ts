import { can } from '@granary/domain/access/access';
import type { Session } from '../../lib/session.ts';

export interface MenuEntry {
  readonly to:
    | '/allbins'
    | '/overview'
    | '/dashboard'
    | '/addUser'
    | '/distributors'
    | '/search'
    | '/contacts'
    | '/changes'
    | '/rawData'
    | '/cropsettings'
    | '/firmware';
  readonly label:
    | 'allBins'
    | 'overview'
    | 'dashboards'
    | 'addUser'
    | 'distributors'
    | 'search'
    | 'contacts'
    | 'changes'
    | 'rawData'
    | 'cropSettings'
    | 'firmware';
}

const dashboards: MenuEntry = { to: '/dashboard', label: 'dashboards' };
const addUser: MenuEntry = { to: '/addUser', label: 'addUser' };
const search: MenuEntry = { to: '/search', label: 'search' };
const rawData: MenuEntry = { to: '/rawData', label: 'rawData' };
const cropSettings: MenuEntry = { to: '/cropsettings', label: 'cropSettings' };
const firmware: MenuEntry = { to: '/firmware', label: 'firmware' };
const changes: MenuEntry = { to: '/changes', label: 'changes' };

/** The entries of a role's side menu, in two parts: a user's bins stand between them. */
export function menuOf({ userId, role }: Pick<Session, 'userId' | 'role'>): {
  readonly first: readonly MenuEntry[];
  readonly last: readonly MenuEntry[];
} {
  const actor = { id: userId, role };
  if (!can(actor, 'customers.list', null)) {
    return {
      first: [
        { to: '/allbins', label: 'allBins' },
        { to: '/overview', label: 'overview' },
        dashboards,
      ],
      last: [{ to: '/contacts', label: 'contacts' }],
    };
  }
  if (!can(actor, 'distributors.list', null)) {
    const first = [dashboards, addUser, search, rawData, cropSettings, firmware, changes];
    return { first, last: [] };
  }
  return {
    first: [
      dashboards,
      addUser,
      rawData,
      { to: '/distributors', label: 'distributors' },
      search,
      cropSettings,
      firmware,
      changes,
    ],
    last: [],
  };
}
