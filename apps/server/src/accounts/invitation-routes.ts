import * as contract from '@granary/contract/accounts/http';
import type { FastifyInstance } from 'fastify';
import type { RoutePorts } from '../access/guard.ts';
import { toEventActor } from '../access/signed-in.ts';
import { findPreferredLanguage, formatMessage } from '../platform/http/error-message.ts';
import { ApiError } from '../platform/http/error-response.ts';
import { serve } from '../platform/http/serve.ts';
import type { Invitations } from './invitations.ts';
import { toAccountError, toSessionOrigin } from './routes.ts';
import type { Sessions } from './sessions.ts';

export interface InvitationRoutePorts extends RoutePorts {
  readonly invitations: Invitations;
  readonly sessions: Sessions;
}

/** Routes that invite a person and let them set their first password. */
export function invitationRoutes(app: FastifyInstance, ports: InvitationRoutePorts): void {
  const { guard, invitations, sessions } = ports;

  serve(app, guard, contract.invite, async ({ actor, body, request }) => {
    const invitation = await invitations.invite(body.userId, toEventActor(actor, request));
    if (!invitation) throw new ApiError('CONFLICT', 'hasPassword');
    return invitation;
  });

  serve(app, guard, contract.readInvitation, async ({ body }) => {
    const user = await invitations.find(body.token);
    if (!user) throw new ApiError('FORBIDDEN', 'invitationExpired');
    return user;
  });

  serve(app, guard, contract.acceptInvitation, async ({ body, request }) => {
    const { token, password } = body;
    const user = await invitations.accept(token, password, request.ip);
    if (!user) throw new ApiError('FORBIDDEN', 'invitationExpired');
    if ('problem' in user) throw toAccountError(user.problem);
    return sessions.begin(user, false, toSessionOrigin(request));
  });
}

/** The email with the invitation link, in the account's language. */
export function formatInvitationMail(
  language: string,
  link: string,
): { subject: string; text: string } {
  const supportedLanguage = findPreferredLanguage(language);
  return {
    subject: formatMessage(supportedLanguage, 'invitationMailSubject'),
    text: formatMessage(supportedLanguage, 'invitationMailText', { link }),
  };
}
