import type { Millis } from '@granary/domain/units';
import type { FastifyRequest } from 'fastify';
import type { SignedIn } from '../accounts/sessions.ts';
import type { Caller } from './guard.ts';

/** The caller of a route whose rule asks for a session. */
export function signedIn(caller: Caller): SignedIn {
  if (!caller) throw new Error('This route is open to anyone, yet needs to know who asks.');
  return caller;
}

/** Who makes a change by a route, from which address, and when. */
export function changedBy(caller: Caller, { ip }: FastifyRequest, at: Millis) {
  return { actor: signedIn(caller), address: ip, at };
}
