import { createRouter } from '@tanstack/react-router';
import { RouteError } from '../pages/error-pages.tsx';
import { binRoutes } from './bin-routes.ts';
import { farmRoutes } from './farm-routes.ts';
import { publicRoutes } from './public-routes.ts';
import { root, shell } from './root-routes.ts';
import { staffRoutes } from './staff-routes.ts';

const tree = root.addChildren([
  ...publicRoutes,
  shell.addChildren([...farmRoutes, ...binRoutes, ...staffRoutes]),
]);

/** Creates the application's router; pages and the shell load when they are first needed. */
export function createAppRouter() {
  return createRouter({
    routeTree: tree,
    defaultPreload: 'intent',
    // Loaders skip their queries while preloading, so they must run again when the page opens.
    defaultPreloadStaleTime: 0,
    scrollRestoration: true,
    defaultErrorComponent: RouteError,
  });
}

export type AppRouter = ReturnType<typeof createAppRouter>;

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The owner of the farm whose bins are listed, for the link back to the farms. */
    userId?: number;
    /** The email address to which a reset code was sent, and the server's message. */
    email?: string;
    codeMessage?: string;
    /** A new password was set. */
    isPasswordChanged?: boolean;
    /** The role of the signed-in user cannot open the requested page. */
    isForbidden?: boolean;
    /** The name of the distributor whose users are shown. */
    name?: string;
  }
  interface Register {
    router: AppRouter;
  }
}
