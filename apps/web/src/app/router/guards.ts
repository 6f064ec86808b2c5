import { can } from '@granary/domain/access/access';
import { ownPath } from '../../lib/same-origin-path.ts';
import type { Session } from '../../lib/session.ts';

/** What a page asks of whoever opens it. */
export type Needs = 'session' | 'staff';

/** Where the guard sends someone whom it does not let pass; `to` is where to return. */
export interface SentAway {
  readonly to: '/login';
  readonly returnTo: string | null;
  /** The page is for staff, and somebody is signed in who is none. */
  readonly isForStaff: boolean;
}

/** Staff have customers; what they may do to which of them, the server decides. */
export function isStaff(session: Pick<Session, 'userId' | 'role'>): boolean {
  return can({ id: session.userId, role: session.role }, 'customers.list', null);
}

/** Null lets pass. Nobody signed in comes back after signing in; a page for staff is not for users. */
export function guard(session: Session | null, needs: Needs, href: string): SentAway | null {
  if (session === null) return { to: '/login', returnTo: href, isForStaff: false };
  if (needs === 'staff' && !isStaff(session)) {
    return { to: '/login', returnTo: null, isForStaff: true };
  }
  return null;
}

/** The first page of whoever is signed in. */
export function homeOf(session: Pick<Session, 'userId' | 'role'>): '/dashboard' | '/allbins' {
  return isStaff(session) ? '/dashboard' : '/allbins';
}

/** Where to go after signing in: a path of this site, and none that leads to signing in again. */
export function safeReturn(returnTo: string | undefined): string | null {
  const path = ownPath(returnTo);
  if (path === null) return null;
  return /^\/(login|logout|setup)\/?([?#]|$)/.test(path) ? null : path;
}
