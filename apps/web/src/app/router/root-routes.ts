import {
  createRootRoute,
  createRoute,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router';
import { loadWithTexts } from '../../lib/i18n.ts';
import { getCurrentSession } from '../../lib/session.ts';
import { NotFoundPage } from '../pages/error-pages.tsx';
import { DESKTOP } from '../shell/desktop.ts';
import { checkAccess, type Requirement } from './guards.ts';

function requireAccess(requirement: Requirement, href: string): void {
  const guardRedirect = checkAccess(getCurrentSession(), requirement, href);
  if (guardRedirect === null) return;
  const search = guardRedirect.returnTo === null ? {} : { to: guardRedirect.returnTo };
  throw redirect({
    to: guardRedirect.to,
    search,
    state: { isForbidden: guardRedirect.isForbidden },
  });
}

/** Opens a page only for users who have the capability or whose role passes the check. */
export const requireCapability =
  (requirement: Exclude<Requirement, 'session'>) =>
  ({ location }: { readonly location: { readonly href: string } }) =>
    requireAccess(requirement, location.href);

export const root = createRootRoute({ component: Outlet, notFoundComponent: NotFoundPage });

/** Imports the layout of all pages and, on a desktop, its menu; a phone loads the menu later. */
async function importShell() {
  const isDesktop = window.matchMedia(DESKTOP).matches;
  const [shell] = await Promise.all([
    import('../shell/shell.tsx'),
    isDesktop && import('../shell/side-menu.tsx'),
  ]);
  return shell;
}

/** The layout of all pages for signed-in users. */
export const shell = createRoute({
  getParentRoute: () => root,
  id: 'shell',
  beforeLoad: ({ location }) => requireAccess('session', location.href),
  component: lazyRouteComponent(loadWithTexts('bins', importShell), 'Shell'),
});
