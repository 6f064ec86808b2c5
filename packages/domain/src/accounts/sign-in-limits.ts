import { MINUTE, type Millis, millis, SECOND } from '../units.ts';

/** Failures are counted over this long, ms. */
export const SIGN_IN_WINDOW_MS = 15 * MINUTE;

const PER_ACCOUNT_AND_ADDRESS = 10;
const PER_ADDRESS = 50;
const PER_ACCOUNT = 100;

const FIRST_WAIT_MS = SECOND;
const LONGEST_WAIT_MS = MINUTE;
const SLOW_MS = 2 * SECOND;

/** Failed sign-ins within `SIGN_IN_WINDOW_MS`. */
export interface SignInFailures {
  readonly failuresForAccountFromAddress: number;
  readonly failuresFromAddress: number;
  readonly failuresForAccount: number;
  /** The last failure from this address; null without one. */
  readonly lastFailureAt: Millis | null;
  readonly now: Millis;
}

/** Go on, go on after a delay, or refuse until an instant. */
export type SignInDelay =
  | { readonly kind: 'go' }
  | { readonly kind: 'slow'; readonly delayMs: number }
  | { readonly kind: 'wait'; readonly untilMs: Millis };

/**
 * What a sign-in must bear. An address over its limits waits 1 s after its last failure, twice as
 * long after each further one, a minute at most. An account that fails from everywhere is only
 * slowed, so that nobody can lock its owner out.
 */
export function signInDelay(failures: SignInFailures): SignInDelay {
  const beyond = Math.max(
    failures.failuresForAccountFromAddress - PER_ACCOUNT_AND_ADDRESS,
    failures.failuresFromAddress - PER_ADDRESS,
  );
  if (beyond >= 0 && failures.lastFailureAt !== null) {
    const untilMs = millis(failures.lastFailureAt + waitAfter(beyond));
    if (untilMs > failures.now) return { kind: 'wait', untilMs };
  }
  if (failures.failuresForAccount >= PER_ACCOUNT) return { kind: 'slow', delayMs: SLOW_MS };
  return { kind: 'go' };
}

/**
 * What counts as one address: an IPv6 address stands for its network of 64 bits, because whoever
 * has one has them all (RFC 6177); one that carries an IPv4 address counts as that.
 */
export function networkOf(address: string): string {
  const [text = ''] = address.toLowerCase().split('%');
  const carried = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(text)?.[1];
  if (carried !== undefined) return carried;
  if (!text.includes(':')) return address;
  const [before = '', after] = text.split('::');
  const head = before === '' ? [] : before.split(':');
  const tail = after === undefined || after === '' ? [] : after.split(':');
  const zeros =
    after === undefined ? [] : Array<string>(Math.max(0, 8 - head.length - tail.length)).fill('0');
  const groups = [...head, ...zeros, ...tail].slice(0, 4);
  return `${groups.map((group) => group.replace(/^0+(?=.)/, '')).join(':')}::/64`;
}

function waitAfter(beyond: number): number {
  return Math.min(FIRST_WAIT_MS * 2 ** beyond, LONGEST_WAIT_MS);
}
