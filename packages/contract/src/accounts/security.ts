import * as z from 'zod/mini';
import { route } from '../route.ts';
import { id, instant, wireBody, wireObject } from '../wire.ts';
import { newPassword, password, role } from './http.ts';

/**
 * A random ID for the browser. It grants no access; it exempts its user from rate limits that others
 * triggered.
 */
export const BROWSER_HEADER = 'x-granary-browser';

/** One of the caller's sessions. */
export const session = wireObject({
  id: ['id', z.string()],
  startedAt: ['date_time', instant],
  expiresAt: ['expires_at', instant],
  address: ['address', z.string()],
  /** The browser's User-Agent string. */
  userAgent: ['user_agent', z.string()],
  isCurrent: ['is_current', z.boolean()],
});
export type UserSession = z.output<typeof session>;

export const getSessions = route('GET', 'user/sessions', {
  summary: "The caller's sessions, newest first",
  response: z.array(session),
});

export const endSession = route('POST', 'user/endSession', {
  summary: "End one of the caller's sessions",
  body: wireBody({ sessionId: ['session_id', z.string().check(z.maxLength(64))] }),
  response: z.string(),
});

export const signOutEverywhere = route('POST', 'user/signOutEverywhere', {
  summary: "End all of the caller's sessions, including this one",
  response: z.string(),
});

export const endSessions = route('POST', 'user/endSessions', {
  summary: 'End all sessions of an account; admins only',
  body: wireBody({ userId: ['user_id', id] }),
  response: z.string(),
});

const twoFactorStatus = wireObject({
  isEnabled: ['is_enabled', z.boolean()],
  /** Whether the caller's role requires a second factor. */
  isRequired: ['is_required', z.boolean()],
  recoveryCodesLeft: ['recovery_codes_left', z.int()],
});
export type TwoFactorStatus = z.output<typeof twoFactorStatus>;

const passwordConfirmation = wireBody({ password: ['password', password] });
const recoveryCodes = wireObject({ codes: ['recovery_codes', z.array(z.string())] });

export const getTwoFactorStatus = route('GET', 'user/twoFactor', {
  summary: 'Whether the caller signs in with a second factor',
  response: twoFactorStatus,
});

export const beginTwoFactor = route('POST', 'user/beginTwoFactor', {
  summary: 'Create the secret for an authenticator app (TOTP, RFC 6238); shown once',
  body: passwordConfirmation,
  response: wireObject({ secret: ['secret', z.string()], uri: ['uri', z.string()] }),
});

export const enableTwoFactor = route('POST', 'user/enableTwoFactor', {
  summary: 'Turn two-factor sign-in on with a code from the app; the recovery codes are shown once',
  body: wireBody({ code: ['code', z.string().check(z.trim(), z.maxLength(32))] }),
  response: recoveryCodes,
});

export const renewRecoveryCodes = route('POST', 'user/recoveryCodes', {
  summary: 'Replace the recovery codes; the new ones are shown once',
  body: passwordConfirmation,
  response: recoveryCodes,
});

export const disableTwoFactor = route('POST', 'user/disableTwoFactor', {
  summary: "Turn two-factor sign-in off, unless the caller's role requires it",
  body: passwordConfirmation,
  response: z.string(),
});

export const getTwoFactorRoles = route('GET', 'user/twoFactorRoles', {
  summary: 'The roles that must sign in with a second factor',
  response: z.array(role),
});

export const setTwoFactorRoles = route('POST', 'user/twoFactorRoles', {
  summary: 'Choose the roles that must sign in with a second factor',
  body: wireBody({ roles: ['roles', z.array(role)] }),
  response: z.array(role),
});

export const changePassword = route('POST', 'user/changePassword', {
  summary:
    "Change the caller's password, confirmed with the old one; ends the caller's other sessions",
  body: wireBody({
    oldPassword: ['old_password', password],
    password: ['password', newPassword],
  }),
  response: z.string(),
});
