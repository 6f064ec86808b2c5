import {
  type Capability,
  canOwnFarms,
  hasCapability,
  type Role,
} from '@granary/domain/access/roles';
import { toSameOriginPath } from '../../lib/same-origin-path.ts';
import type { Session } from '../../lib/session.ts';

/** What a page requires of the user who opens it. */
export type Requirement = 'session' | Capability | ((role: Role) => boolean);

/** Where the guard sends a user who does not meet the requirement. */
export interface GuardRedirect {
  readonly to: '/login';
  readonly returnTo: string | null;
  /** The role of the signed-in user cannot open the page. */
  readonly isForbidden: boolean;
}

/**
 * Returns where to send a user who may not open the page; null if they may. A visitor returns to the page
 * after signing in; a user whose role cannot open it does not.
 */
export function checkAccess(
  session: Session | null,
  requirement: Requirement,
  href: string,
): GuardRedirect | null {
  if (session === null) return { to: '/login', returnTo: href, isForbidden: false };
  if (isMet(requirement, session.role)) return null;
  return { to: '/login', returnTo: null, isForbidden: true };
}

function isMet(requirement: Requirement, role: Role): boolean {
  if (requirement === 'session') return true;
  return typeof requirement === 'function' ? requirement(role) : hasCapability(role, requirement);
}

/** The first page after signing in: the user's own bins, or the customers. */
export function getHomePath({ role }: Pick<Session, 'role'>): '/dashboard' | '/allbins' {
  return canOwnFarms(role) ? '/allbins' : '/dashboard';
}

/**
 * The path to open after signing in; null if it is on another site or is the sign-in, sign-out or setup page.
 */
export function getSafeReturnPath(returnTo: string | undefined): string | null {
  const path = toSameOriginPath(returnTo);
  if (path === null) return null;
  return /^\/(login|logout|setup)\/?([?#]|$)/.test(path) ? null : path;
}
