import { HOUR, MINUTE, SECOND } from '../units.ts';

/** Failures are counted over this period, ms. */
export const SIGN_IN_WINDOW_MS = 15 * MINUTE;

/** How many wrong authenticator codes are allowed within `SECOND_FACTOR_WINDOW_MS`. */
export const SECOND_FACTOR_TRIES = 10;
/** Three in a million codes are valid at any time, so 240 tries a day take about four years to hit one. */
export const SECOND_FACTOR_WINDOW_MS = HOUR;

const PER_ACCOUNT_AND_ADDRESS = 10;
const PER_ADDRESS = 50;
const PER_ACCOUNT = 100;

const FIRST_DELAY_MS = SECOND;
/** Short enough that an owner who knows the password can still sign in. */
const LONGEST_DELAY_MS = 10 * SECOND;
const SLOW_MS = 2 * SECOND;

/** Failed sign-ins within `SIGN_IN_WINDOW_MS`. */
export interface SignInFailures {
  readonly failuresForAccountFromAddress: number;
  readonly failuresFromAddress: number;
  readonly failuresForAccount: number;
}

/** How long a sign-in waits before its password is checked. */
export interface SignInDelay {
  /**
   * The first wait, ms. It delays only attempts for the same account from the same address, or from all
   * unknown browsers if `isAccountUnderAttack`.
   */
  readonly accountDelayMs: number;
  /** The second wait, ms, for one attempt at a time per address; 0 if there is none. */
  readonly addressDelayMs: number;
  /** Whether attempts from all unknown browsers for the account are checked one at a time. */
  readonly isAccountUnderAttack: boolean;
}

/**
 * Above the limits a sign-in is delayed; failures alone never cause a refusal, so that nobody can lock
 * another user out. For one account from one address the delay grows from 1 s to 10 s. For an address with
 * many failures, only one sign-in is checked every 2 s. For an account with many failures, sign-ins from all
 * unknown browsers are delayed.
 */
export function calculateSignInDelay(failures: SignInFailures): SignInDelay {
  const excessFailures = failures.failuresForAccountFromAddress - PER_ACCOUNT_AND_ADDRESS;
  const slowdownMs = failures.failuresForAccount >= PER_ACCOUNT ? SLOW_MS : 0;
  const backoffMs =
    excessFailures >= 0 ? Math.min(FIRST_DELAY_MS * 2 ** excessFailures, LONGEST_DELAY_MS) : 0;
  return {
    accountDelayMs: Math.max(backoffMs, slowdownMs),
    addressDelayMs: failures.failuresFromAddress >= PER_ADDRESS ? SLOW_MS : 0,
    isAccountUnderAttack: slowdownMs > 0,
  };
}

/**
 * The network that an address is counted under: the first 64 bits of an IPv6 address, because an internet
 * provider gives each subscriber at least one network of this size (RFC 6177). An IPv4-mapped address is
 * treated as its IPv4 address.
 */
export function toNetwork(address: string): string {
  const [text = ''] = address.toLowerCase().split('%');
  const mappedIpv4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(text)?.[1];
  if (mappedIpv4 !== undefined) return mappedIpv4;
  if (!text.includes(':')) return address;
  const [before = '', after] = text.split('::');
  const head = before === '' ? [] : before.split(':');
  const tail = after === undefined || after === '' ? [] : after.split(':');
  const zeros =
    after === undefined ? [] : Array<string>(Math.max(0, 8 - head.length - tail.length)).fill('0');
  const groups = [...head, ...zeros, ...tail].slice(0, 4);
  return `${groups.map((group) => group.replace(/^0+(?=.)/, '')).join(':')}::/64`;
}
