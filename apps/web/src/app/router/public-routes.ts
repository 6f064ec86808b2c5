import { createRoute, lazyRouteComponent, notFound } from '@tanstack/react-router';
import { isTemplatePage } from '../pages/public/template-pages.ts';
import { root } from './root-routes.ts';
import { makeSearchParser } from './search-params.ts';

const publicPages = () => import('../pages/public/public-pages.tsx');

const login = createRoute({
  getParentRoute: () => root,
  path: '/login',
  validateSearch: makeSearchParser((search): { to?: string } =>
    typeof search['to'] === 'string' ? { to: search['to'] } : {},
  ),
  component: lazyRouteComponent(() => import('../pages/public/login-page.tsx'), 'LoginPage'),
});

const logout = createRoute({
  getParentRoute: () => root,
  path: '/logout',
  component: lazyRouteComponent(publicPages, 'LogoutPage'),
});

const setup = createRoute({
  getParentRoute: () => root,
  path: '/setup',
  component: lazyRouteComponent(publicPages, 'SetupPage'),
});

const invitation = createRoute({
  getParentRoute: () => root,
  path: '/invitation',
  component: lazyRouteComponent(publicPages, 'InvitationPage'),
});

const stopAlerts = createRoute({
  getParentRoute: () => root,
  path: '/stop-alerts',
  component: lazyRouteComponent(publicPages, 'StopAlertsPage'),
});

const forgotPassword = createRoute({
  getParentRoute: () => root,
  path: '/forgot-password',
  component: lazyRouteComponent(publicPages, 'ForgotPasswordPage'),
});

const forgotPwd = createRoute({
  getParentRoute: () => root,
  path: '/pages-forgot-pwd',
  component: lazyRouteComponent(publicPages, 'ForgotPasswordPage'),
});

const resetPassword = createRoute({
  getParentRoute: () => root,
  path: '/forgot-pwd-token',
  component: lazyRouteComponent(publicPages, 'ResetPasswordPage'),
});

/** Static pages at old addresses, and every address that no other page has. */
const templatePage = createRoute({
  getParentRoute: () => root,
  path: '/$page',
  beforeLoad: ({ params }) => {
    if (!isTemplatePage(params.page)) notFound({ throw: true });
  },
  component: lazyRouteComponent(publicPages, 'TemplatePage'),
});

/** Pages for visitors who are not signed in, and static pages. */
export const publicRoutes = [
  login,
  logout,
  setup,
  invitation,
  stopAlerts,
  forgotPassword,
  forgotPwd,
  resetPassword,
  templatePage,
] as const;
