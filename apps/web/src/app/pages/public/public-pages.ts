/* oxlint-disable oxc/no-barrel-file -- Pages that are loaded together. */
export { ForgotPassword } from './forgot-password-page.tsx';
export { LogoutPage } from './logout-page.tsx';
export { ResetPassword } from './reset-password-page.tsx';
export { SetupPage } from './setup-page.tsx';
export { TemplatePage } from './template-page.tsx';
