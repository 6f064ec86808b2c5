import { createRouter } from '@tanstack/react-router';
import { RouteError } from '../pages/route-error.tsx';
import { binRoutes } from './bin-routes.ts';
import { farmRoutes } from './farm-routes.ts';
import { publicRoutes } from './public-routes.ts';
import { root, shell } from './root-routes.ts';
import { staffRoutes } from './staff-routes.ts';

const tree = root.addChildren([
  ...publicRoutes,
  shell.addChildren([...farmRoutes, ...binRoutes, ...staffRoutes]),
]);

/** The routes of the application; pages and their frame load when they are first needed. */
export function createAppRouter() {
  return createRouter({
    routeTree: tree,
    defaultPreload: 'intent',
    // Data has its own cache: opening a link early must not be taken for showing it.
    defaultPreloadStaleTime: 0,
    scrollRestoration: true,
    defaultErrorComponent: RouteError,
  });
}

export type AppRouter = ReturnType<typeof createAppRouter>;

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Whose farm a list of bins is, for the way back to their farms. */
    userId?: number;
    /** The address that a reset code went to, and what the server said to it. */
    email?: string;
    codeMessage?: string;
    /** A new password was set. */
    isPasswordChanged?: boolean;
    /** The page that was asked for is for staff, and whoever is signed in is none. */
    isForStaff?: boolean;
    /** The name of the distributor whose users are shown. */
    name?: string;
  }
  interface Register {
    router: AppRouter;
  }
}
