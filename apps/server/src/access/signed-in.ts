import type { SignedIn } from '../accounts/sessions.ts';
import type { Caller } from './guard.ts';

/** The caller of a route whose rule asks for a session. */
export function signedIn(caller: Caller): SignedIn {
  if (!caller) throw new Error('This route is open to anyone, yet needs to know who asks.');
  return caller;
}
