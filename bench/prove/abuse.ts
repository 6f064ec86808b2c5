import {
  type AbuseFigures,
  MEMORY_RATIO,
  measureAttacks,
} from '../../apps/server/test/support/abuse-proof.ts';
import type { AttackName } from '../../apps/server/test/support/abuse-tasks.ts';
import { proveAccountDeletion } from '../../apps/server/test/support/account-deletion-proof.ts';
import {
  type FairUseFigures,
  proveFairUse,
} from '../../apps/server/test/support/fair-use-proof.ts';
import { proveSignInLimits } from '../../apps/server/test/support/sign-in-limit-proof.ts';
import { exactFigure, type Figure, formatAmount, infoFigure } from '../src/report.ts';

/** Other clients wait at most this many times as long as without the attack. */
const MAX_LATENCY_RATIO = 3;
/** Medians below this are machine noise, ms. */
const NOISE_MS = 10;
const DISCONNECT_MS = 1_000;
/** A browser that has signed in before is not delayed: checking its password takes at most this long. */
const KNOWN_BROWSER_MS = 900;
const OK = 200;

/** The effect of each attack before the server had limits. */
const effectsWithoutLimits: Record<AttackName, string> = {
  'large bodies': 'others waited 4 to 10 s for 8 bodies',
  'unfinished bodies': 'memory rose from 453 to 1,830 MB and was not released',
  'watch events': 'PUBACK 8 to 11 s, calls 11 to 14 s',
  'sockets of one account': 'all 900 accepted',
  exports: 'median of calls 3 ms to 3 s',
  'unread exports': 'calls 10 s',
  handshakes: 'all 15,000 accepted',
  'sessions of one board': 'all 5,000 open',
  'junk frames': '12,600 a second, all stored',
  'hello frames': 'PUBACK of others 7 to 291 ms',
  'anonymous tiles': '3,001 requests to the provider',
};

const print = (line: string) => console.log(`${new Date().toISOString().slice(11, 19)}  ${line}`);

const parts = {
  plain: () => attack('plain'),
  tls: () => attack('tls'),
  proxy: () => attack('proxy'),
  rights: proveDisconnect,
  guesses: measureGuessing,
  'fair-use': measureFairUse,
} as const;

export const ABUSE_USAGE = `[${Object.keys(parts).join(' | ')}]`;

/**
 * Runs all parts of the proof or the named one: attacks that once stalled the server, revoked rights,
 * password guessing, and heavy legitimate use. Returns null for an unknown part or more than one.
 */
export function runAbuseProof(names: readonly string[]): Promise<Figure[]> | null {
  const isPart = (name: string): name is keyof typeof parts => Object.hasOwn(parts, name);
  if (names.length > 1 || !names.every(isPart)) return null;
  return runParts(names.length > 0 ? names : Object.keys(parts).filter(isPart));
}

async function runParts(names: readonly (keyof typeof parts)[]): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const name of names) {
    print(`${name}:`);
    figures.push(...(await parts[name]()));
  }
  return figures;
}

async function attack(route: 'plain' | 'tls' | 'proxy'): Promise<Figure[]> {
  const figures = await measureAttacks({
    form: 'built',
    attackScale: 'full',
    baselineMs: 3_000,
    recoveryTimeoutMs: 60_000,
    route,
    print,
  });
  const prefix = route === 'plain' ? '' : `${route}: `;
  return figures
    .flatMap(describeAttack)
    .map((figure) => ({ ...figure, name: prefix + figure.name }));
}

function describeAttack(figures: AbuseFigures): Figure[] {
  const { name, sent, accepted, call, puback, memory, providerRequests } = figures;
  const steps = [memory.before, memory.peak, memory.after];
  return [
    infoFigure(
      `${name}: accepted of sent (without limits: ${effectsWithoutLimits[name]})`,
      `${formatAmount(accepted)} of ${formatAmount(sent)}`,
    ),
    ...(name === 'anonymous tiles'
      ? [exactFigure(`${name}: requests to the provider`, providerRequests, 0)]
      : []),
    compareLatency(`${name}: median time of others' calls, baseline / under attack`, call),
    compareLatency(`${name}: median time of others' PUBACKs, baseline / under attack`, puback),
    {
      name: `${name}: memory before / peak / after at most a minute`,
      value: `${steps.map((value) => formatAmount(value)).join(' / ')} MB`,
      budget: `at most ${MEMORY_RATIO} x before`,
      pass: memory.after <= memory.before * MEMORY_RATIO,
    },
  ];
}

function compareLatency(name: string, { baseline, underAttack }: AbuseFigures['call']): Figure {
  return {
    name,
    value: `${formatAmount(baseline, 1)} / ${formatAmount(underAttack, 1)} ms`,
    budget: `at most ${MAX_LATENCY_RATIO} x baseline`,
    pass: underAttack <= Math.max(baseline * MAX_LATENCY_RATIO, NOISE_MS),
  };
}

async function proveDisconnect(): Promise<Figure[]> {
  const deletion = await proveAccountDeletion({
    form: 'built',
    accounts: 50,
    socketsPerAccount: 20,
  });
  return [
    {
      name: `deleting half of the accounts disconnects their sockets, half of ${formatAmount(deletion.connected)} (previously: still open after 30 s)`,
      value: `${formatAmount(deletion.disconnectMs)} ms`,
      budget: `${formatAmount(DISCONNECT_MS)} ms`,
      pass: deletion.disconnectMs <= DISCONNECT_MS,
    },
    exactFigure('other sockets that it disconnects', deletion.otherDisconnects, 0),
  ];
}

async function measureGuessing(): Promise<Figure[]> {
  const figures = await proveSignInLimits({ form: 'built' });
  return [
    {
      name: 'correct password from a known browser after 14 failures in another (previously: refused)',
      value: `${formatAmount(figures.knownBrowserMs)} ms`,
      budget: `${formatAmount(KNOWN_BROWSER_MS)} ms`,
      pass: figures.knownBrowserMs <= KNOWN_BROWSER_MS,
    },
    infoFigure('the same from a new browser', `${formatAmount(figures.newBrowserMs)} ms`),
    exactFigure(
      'HTTP status for the correct reset code after 40 wrong guesses from another address (previously: refused)',
      figures.resetStatus,
      OK,
    ),
    atLeastOne('log lines about 300 failed sign-ins (previously: none)', figures.failedSignInLines),
    atLeastOne('log lines about 311 refused boards (previously: none)', figures.refusedBoardLines),
  ];
}

function atLeastOne(name: string, count: number): Figure {
  return { name, value: formatAmount(count), budget: 'at least 1', pass: count > 0 };
}

async function measureFairUse(): Promise<Figure[]> {
  return (await proveFairUse({ form: 'built', scale: 1, print })).flatMap(describeUse);
}

function describeUse({
  name,
  succeeded,
  expected,
  seconds,
  reachedLimits,
}: FairUseFigures): Figure[] {
  return [
    {
      name: `${name}: served in ${formatAmount(seconds)} s`,
      value: formatAmount(succeeded),
      budget: formatAmount(expected),
      pass: succeeded === expected,
    },
    exactFigure(`${name}: limits reached ${reachedLimits.join()}`.trim(), reachedLimits.length, 0),
  ];
}
