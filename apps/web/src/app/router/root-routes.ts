import {
  createRootRoute,
  createRoute,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router';
import { currentSession } from '../../lib/session.ts';
import { NotFoundPage } from '../pages/not-found.tsx';
import { guard, type Needs } from './guards.ts';

function pass(needs: Needs, href: string): void {
  const away = guard(currentSession(), needs, href);
  if (away === null) return;
  const search = away.returnTo === null ? {} : { to: away.returnTo };
  throw redirect({ to: away.to, search, state: { isForStaff: away.isForStaff } });
}

/** Sends away from a page whoever is neither distributor nor admin. */
export const staffOnly = ({ location }: { readonly location: { readonly href: string } }) =>
  pass('staff', location.href);

export const root = createRootRoute({ component: Outlet, notFoundComponent: NotFoundPage });

/** The frame of all pages for those who are signed in. */
export const shell = createRoute({
  getParentRoute: () => root,
  id: 'shell',
  beforeLoad: ({ location }) => pass('session', location.href),
  component: lazyRouteComponent(() => import('../shell/shell.tsx'), 'Shell'),
});
