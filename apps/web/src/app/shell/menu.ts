import { may } from '@granary/domain/access/access';
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
const changes: MenuEntry = { to: '/changes', label: 'changes' };

/** The entries of a role's side menu, in two parts: a user's bins stand between them. */
export function menuOf({ userId, role }: Pick<Session, 'userId' | 'role'>): {
  readonly first: readonly MenuEntry[];
  readonly last: readonly MenuEntry[];
} {
  const actor = { id: userId, role };
  if (!may(actor, 'customers.list', null)) {
    return {
      first: [
        { to: '/allbins', label: 'allBins' },
        { to: '/overview', label: 'overview' },
        dashboards,
      ],
      last: [{ to: '/contacts', label: 'contacts' }],
    };
  }
  if (!may(actor, 'distributors.list', null)) {
    return { first: [dashboards, addUser, changes], last: [] };
  }
  return {
    first: [
      dashboards,
      addUser,
      { to: '/rawData', label: 'rawData' },
      { to: '/distributors', label: 'distributors' },
      { to: '/search', label: 'search' },
      { to: '/cropsettings', label: 'cropSettings' },
      { to: '/firmware', label: 'firmware' },
      changes,
    ],
    last: [],
  };
}
