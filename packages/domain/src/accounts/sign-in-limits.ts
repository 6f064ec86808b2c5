import { MINUTE, SECOND } from '../units.ts';

/** Failures are counted over this long, ms. */
export const SIGN_IN_WINDOW_MS = 15 * MINUTE;

const PER_ACCOUNT_AND_ADDRESS = 10;
const PER_ADDRESS = 50;
const PER_ACCOUNT = 100;

const FIRST_DELAY_MS = SECOND;
/** Short enough to sit through: whoever knows the password gets in. */
const LONGEST_DELAY_MS = 10 * SECOND;
const SLOW_MS = 2 * SECOND;

/** Failed sign-ins within `SIGN_IN_WINDOW_MS`. */
export interface SignInFailures {
  readonly failuresForAccountFromAddress: number;
  readonly failuresFromAddress: number;
  readonly failuresForAccount: number;
}

/** What a sign-in must bear before its password is looked at. */
export interface SignInDelay {
  /** First it waits so long, and holds up nobody but others for its account from its address, ms. */
  readonly aloneMs: number;
  /** Then so long, one at a time of all from its address that bear this, ms; 0 without. */
  readonly inTurnMs: number;
}

/**
 * Beyond its limits a sign-in is delayed and never refused, so that nobody can lock another out. For
 * one account from one address the delay grows from 1 s to 10 s; from an address that fails for many
 * accounts, one sign-in is looked at every 2 s; an account that fails from everywhere is slowed
 * for all.
 */
export function calculateSignInDelay(failures: SignInFailures): SignInDelay {
  const beyond = failures.failuresForAccountFromAddress - PER_ACCOUNT_AND_ADDRESS;
  const forAccount = failures.failuresForAccount >= PER_ACCOUNT ? SLOW_MS : 0;
  const own = beyond >= 0 ? Math.min(FIRST_DELAY_MS * 2 ** beyond, LONGEST_DELAY_MS) : 0;
  return {
    aloneMs: Math.max(own, forAccount),
    inTurnMs: failures.failuresFromAddress >= PER_ADDRESS ? SLOW_MS : 0,
  };
}

/**
 * What counts as one address: an IPv6 address stands for its network of 64 bits, because whoever
 * has one has them all (RFC 6177); one that carries an IPv4 address counts as that.
 */
export function toNetwork(address: string): string {
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
