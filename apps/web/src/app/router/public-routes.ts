import { createRoute, lazyRouteComponent, notFound } from '@tanstack/react-router';
import { isTemplatePage } from '../pages/public/template-pages.ts';
import { root } from './root-routes.ts';
import { makeSearchParser } from './search-params.ts';

const importPublicPages = () => import('../pages/public/public-pages.tsx');

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
  component: lazyRouteComponent(importPublicPages, 'LogoutPage'),
});

const setup = createRoute({
  getParentRoute: () => root,
  path: '/setup',
  component: lazyRouteComponent(importPublicPages, 'SetupPage'),
});

const invitation = createRoute({
  getParentRoute: () => root,
  path: '/invitation',
  component: lazyRouteComponent(importPublicPages, 'InvitationPage'),
});

const stopAlerts = createRoute({
  getParentRoute: () => root,
  path: '/stop-alerts',
  component: lazyRouteComponent(importPublicPages, 'StopAlertsPage'),
});

const forgotPassword = createRoute({
  getParentRoute: () => root,
  path: '/forgot-password',
  component: lazyRouteComponent(importPublicPages, 'ForgotPasswordPage'),
});

const oldForgotPassword = createRoute({
  getParentRoute: () => root,
  path: '/pages-forgot-pwd',
  component: lazyRouteComponent(importPublicPages, 'ForgotPasswordPage'),
});

const resetPassword = createRoute({
  getParentRoute: () => root,
  path: '/forgot-pwd-token',
  component: lazyRouteComponent(importPublicPages, 'ResetPasswordPage'),
});

/**
 * Static pages at old addresses. Also matches every other path of one segment, which is then reported as not
 * found.
 */
const templatePage = createRoute({
  getParentRoute: () => root,
  path: '/$page',
  beforeLoad: ({ params }) => {
    if (!isTemplatePage(params.page)) notFound({ throw: true });
  },
  component: lazyRouteComponent(importPublicPages, 'TemplatePage'),
});

/** Pages for visitors who are not signed in, and static pages. */
export const publicRoutes = [
  login,
  logout,
  setup,
  invitation,
  stopAlerts,
  forgotPassword,
  oldForgotPassword,
  resetPassword,
  templatePage,
] as const;
