import * as contract from '@granary/contract/accounts/http';
import {
  BROWSER_HEADER,
  changePassword as changePasswordCall,
} from '@granary/contract/accounts/security';
import { FIRST_ACCOUNT_ROLE } from '@granary/domain/access/roles';
import type { SecurityEvent } from '@granary/domain/security-events/security-event';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { RoutePorts } from '../access/guard.ts';
import { requireSignedIn, toChangedBy } from '../access/signed-in.ts';
import type { MessageKey } from '../locales/messages.ts';
import { findPreferredLanguage, formatReply } from '../platform/http/error-message.ts';
import { ApiError, fieldError, tooManyRequestsError } from '../platform/http/error-response.ts';
import { serve } from '../platform/http/serve.ts';
import { type ChangePasswordPorts, changePassword } from './change-password.ts';
import type { SessionOrigin, Sessions } from './sessions.ts';
import { type AccountProblem, setUpAdmin } from './setup.ts';
import type { SignIn } from './sign-in.ts';
import { hashBrowser } from './sign-in-rate-limit.ts';

export interface AccountPorts extends RoutePorts {
  readonly sessions: Sessions;
  readonly signIn: SignIn;
  /** The key for the hashes of browser IDs. */
  readonly accountKey: Buffer;
  readonly passwords: ChangePasswordPorts;
  /** Deletes the session's devices, so that they get no more push messages. */
  forgetDevices(sid: string): Promise<void>;
  record(event: SecurityEvent): void;
  /** Called when a session ends, so that its socket is closed at once. */
  sessionEnded(sid: string): void;
}

/** Calls to sign in and out, to verify or change the password, and to create the first admin. */
export function accountRoutes(app: FastifyInstance, ports: AccountPorts): void {
  signInRoutes(app, ports);
  verifyPasswordRoute(app, ports);
  changePasswordRoute(app, ports);
  setUpAdminRoute(app, ports);
}

function signInRoutes(app: FastifyInstance, ports: AccountPorts): void {
  const { guard } = ports;

  serve(app, guard, contract.signIn, async ({ body, request }) => {
    const { email, password, remember, code } = body;
    const isRemembered = remember ?? false;
    const outcome = await ports.signIn.attempt({
      email,
      password,
      isRemembered,
      code,
      browser: hashBrowserHeader(ports.accountKey, request),
      ...toSessionOrigin(request),
    });
    switch (outcome.kind) {
      case 'correct':
        return outcome.value;
      case 'incorrect':
        throw new ApiError('BAD_CREDENTIALS', 'badCredentials');
      case 'code-missing':
        throw new ApiError('TWO_FACTOR_REQUIRED', 'codeMissing');
      case 'code-incorrect':
        throw fieldError('INVALID_INPUT', 'code', 'codeIncorrect');
      case 'wait':
        throw tooManyRequestsError(outcome.seconds);
    }
  });

  serve(app, guard, contract.signOut, async ({ actor, request }) => {
    const { id, sid } = requireSignedIn(actor);
    await ports.forgetDevices(sid);
    await ports.sessions.revoke(sid);
    ports.sessionEnded(sid);
    ports.record({ kind: 'sign-out', address: request.ip, userId: id });
    return formatReply(request, 'signedOut');
  });
}

/**
 * The hash of the random ID that a browser sends when it signs in or resets a password; null without a valid
 * ID.
 */
export function hashBrowserHeader(key: Buffer, { headers }: FastifyRequest): Buffer | null {
  return hashBrowser(key, [headers[BROWSER_HEADER]].flat()[0]);
}

/** The address and browser of a request. */
export function toSessionOrigin({ ip, headers }: FastifyRequest): SessionOrigin {
  return { address: ip, userAgent: headers['user-agent'] ?? '' };
}

function verifyPasswordRoute(app: FastifyInstance, ports: AccountPorts): void {
  serve(app, ports.guard, contract.verifyPassword, async ({ actor, body, request }) => {
    const outcome = await ports.signIn.verify(requireSignedIn(actor), body.password, request.ip);
    switch (outcome.kind) {
      case 'correct':
        return formatReply(request, 'passwordVerified');
      case 'incorrect':
        throw fieldError('INVALID_INPUT', 'password', 'passwordIncorrect');
      case 'wait':
        throw tooManyRequestsError(outcome.seconds);
    }
  });
}

function changePasswordRoute(app: FastifyInstance, ports: AccountPorts): void {
  const { guard, now, passwords, sessionEnded } = ports;
  serve(app, guard, changePasswordCall, async ({ actor, body, request }) => {
    const outcome = await changePassword(passwords, toChangedBy(actor, request, now()), body);
    switch (outcome.kind) {
      case 'correct':
        for (const sid of outcome.value) sessionEnded(sid);
        return formatReply(request, 'ownPasswordChanged');
      case 'incorrect':
        throw fieldError('INVALID_INPUT', 'old_password', 'passwordIncorrect');
      case 'refused':
        throw toAccountError(outcome.problem);
      case 'wait':
        throw tooManyRequestsError(outcome.seconds);
    }
  });
}

function setUpAdminRoute(app: FastifyInstance, ports: AccountPorts): void {
  serve(app, ports.guard, contract.setUpAdmin, async ({ body, request }) => {
    const { setupToken, ...person } = body;
    const admin = {
      ...person,
      language: findPreferredLanguage(request.headers['accept-language']),
    };
    const account = await setUpAdmin(ports.db, setupToken, admin, ports.now(), request.ip);
    if ('problem' in account) {
      throw account.problem === 'expired-link'
        ? new ApiError('FORBIDDEN', 'linkExpired')
        : toAccountError(account.problem);
    }
    ports.record({ kind: 'account-added', address: request.ip, userId: account.id });
    return ports.sessions.begin(
      { id: account.id, role: FIRST_ACCOUNT_ROLE, email: admin.email },
      false,
      toSessionOrigin(request),
    );
  });
}

const problemMessages: Record<AccountProblem, MessageKey> = {
  'too-short': 'passwordTooShort',
  'too-long': 'passwordTooLong',
  common: 'passwordCommon',
  'own-address': 'passwordOwnAddress',
  'email-taken': 'emailTaken',
};

/** The error response for a password or an email address that an account cannot have. */
export function toAccountError(problem: AccountProblem): ApiError {
  const messageKey = problemMessages[problem];
  const path = problem === 'email-taken' ? 'email' : 'password';
  return new ApiError(problem === 'email-taken' ? 'CONFLICT' : 'INVALID_INPUT', messageKey, {
    fields: [{ path, messageKey }],
  });
}
