import type { Actor } from '@granary/domain/access/access';
import type { Millis } from '@granary/domain/units';
import type { FastifyRequest } from 'fastify';
import type { Caller } from './guard.ts';

/** A signed-in user, with their session. */
export interface SignedInUser extends Actor {
  readonly sid: string;
  /** Whether the role requires a second factor that the account does not have yet. */
  readonly mustSetUpTwoFactor: boolean;
}

/** The caller of a route whose rule requires a session. */
export function requireSignedIn(caller: Caller): SignedInUser {
  if (!caller)
    throw new Error(
      'This route needs a signed-in caller, but its access rule lets anyone call it.',
    );
  return caller;
}

/** The author of a security event: the caller and their address. */
export function toEventActor(caller: Caller, { ip }: FastifyRequest) {
  return { actorId: requireSignedIn(caller).id, address: ip };
}

/** The author of a change: the caller, their address and the time. */
export function toChangedBy(caller: Caller, { ip }: FastifyRequest, at: Millis) {
  return { actor: requireSignedIn(caller), address: ip, at };
}
