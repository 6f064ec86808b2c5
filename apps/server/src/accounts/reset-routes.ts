import { resetPassword, sendResetCode } from '@granary/contract/accounts/http';
import type { FastifyInstance } from 'fastify';
import type { Caller } from '../access/guard.ts';
import {
  findPreferredLanguage,
  formatMessage,
  formatReply,
} from '../platform/http/error-message.ts';
import { ApiError, fieldError, tooManyRequestsError } from '../platform/http/error-response.ts';
import { type Guard, serve } from '../platform/http/serve.ts';
import type { PasswordReset } from './password-reset.ts';
import { hashBrowserHeader, toAccountError } from './routes.ts';

export interface ResetPorts {
  readonly guard: Guard<Caller>;
  readonly reset: PasswordReset;
  readonly accountKey: Buffer;
  /** Whether codes are sent by email; otherwise they are stored on the server. */
  readonly sendsMail: boolean;
  sessionEnded(sid: string): void;
}

/** Calls that reset a password with an emailed code. */
export function resetRoutes(app: FastifyInstance, ports: ResetPorts): void {
  const { guard, reset, accountKey } = ports;

  serve(app, guard, sendResetCode, async ({ body, request }) => {
    const outcome = await reset.request({
      email: body.email,
      address: request.ip,
      browser: hashBrowserHeader(accountKey, request),
    });
    switch (outcome.kind) {
      case 'sent': {
        const messageKey = ports.sendsMail ? 'codeSent' : 'codeNotSent';
        return formatReply(request, messageKey);
      }
      case 'unknown':
        throw new ApiError('NOT_FOUND', 'userUnknown');
      case 'wait':
        throw tooManyRequestsError(outcome.seconds);
    }
  });

  serve(app, guard, resetPassword, async ({ body, request }) => {
    const { email, code, password } = body;
    const outcome = await reset.redeem(
      { email, code, address: request.ip, browser: hashBrowserHeader(accountKey, request) },
      password,
    );
    switch (outcome.kind) {
      case 'correct':
        for (const sid of outcome.value.endedSessions) ports.sessionEnded(sid);
        return formatReply(request, 'passwordChanged');
      case 'incorrect':
        throw fieldError('INVALID_INPUT', 'forget_password_code', 'invalidToken');
      case 'refused':
        throw toAccountError(outcome.problem);
      case 'wait':
        throw tooManyRequestsError(outcome.seconds);
    }
  });
}

/** The email with a code, in the account's language. */
export function formatResetMail(language: string, code: string): { subject: string; text: string } {
  const supportedLanguage = findPreferredLanguage(language);
  return {
    subject: formatMessage(supportedLanguage, 'resetMailSubject'),
    text: formatMessage(supportedLanguage, 'resetMailText', { code }),
  };
}
