import { resetPassword, sendResetCode } from '@granary/contract/accounts/http';
import type { FastifyInstance } from 'fastify';
import type { Caller } from '../access/guard.ts';
import { RefusalError, tooOften } from '../platform/http/refusal.ts';
import { languageOf, say } from '../platform/http/sentence.ts';
import { type Guard, serve } from '../platform/http/serve.ts';
import type { PasswordReset } from './password-reset.ts';
import { accountRefusal } from './routes.ts';

export interface ResetPorts {
  readonly guard: Guard<Caller>;
  readonly reset: PasswordReset;
  /** Whether codes reach mailboxes; else they stay with whoever runs the server. */
  readonly sendsMail: boolean;
  sessionEnded(sid: string): void;
}

/** A new password for whoever can read the account's mail. */
export function resetRoutes(app: FastifyInstance, ports: ResetPorts): void {
  const { guard, reset } = ports;

  serve(app, guard, sendResetCode, async ({ body, request }) => {
    const outcome = await reset.request({ email: body.email, address: request.ip });
    switch (outcome.kind) {
      case 'sent': {
        const sentence = ports.sendsMail ? 'codeSent' : 'codeKept';
        return say(languageOf(request.headers['accept-language']), sentence);
      }
      case 'unknown':
        throw new RefusalError('NOT_FOUND', 'userUnknown');
      case 'wait':
        throw tooOften(outcome.seconds);
    }
  });

  serve(app, guard, resetPassword, async ({ body, request }) => {
    const { email, code, password } = body;
    const outcome = await reset.redeem({ email, code, address: request.ip }, password);
    switch (outcome.kind) {
      case 'right':
        for (const sid of outcome.value) ports.sessionEnded(sid);
        return say(languageOf(request.headers['accept-language']), 'passwordChanged');
      case 'wrong':
        throw new RefusalError('INVALID_INPUT', 'invalidToken', {
          fields: [{ path: 'forget_password_code', sentence: 'invalidToken' }],
        });
      case 'refused':
        throw accountRefusal(outcome.problem);
      case 'wait':
        throw tooOften(outcome.seconds);
    }
  });
}

/** The mail that carries a code, in an account's language. */
export function resetMessage(language: string, code: string): { subject: string; text: string } {
  const spoken = languageOf(language);
  return {
    subject: say(spoken, 'resetMailSubject'),
    text: say(spoken, 'resetMailText', { code }),
  };
}
