import { expect, inject, it } from 'vitest';
import { type AbuseFigures, measureAttacks } from '../test/support/abuse-proof.ts';
import { ATTACKS, type AttackName } from '../test/support/abuse-tasks.ts';
import { proveFairUse } from '../test/support/fair-use-proof.ts';
import { testedForm } from '../test/support/run-program.ts';
import { limits } from './config/limits.ts';

const MAX_SLOWDOWN = 3;
/**
 * Delays below this are noise while other tests run, ms. Without limits, other callers waited 4 to
 * 10 seconds.
 */
const NOISE_MS = 2_000;
/** Other tests slow down some measurements; a successful attack slows down all of them. */
const MEASUREMENTS = 3;

/**
 * The number of an attack's requests or connections that the server accepts; for attacks not listed, it
 * depends on their speed.
 */
const ACCEPTED: Partial<Record<AttackName, number>> = {
  'large bodies': 0,
  'unfinished bodies': 0,
  'sockets of one account': limits.socketsPerAccount.max,
  'anonymous tiles': 0,
};

/** Runs the attacks, and returns the figures of those that slowed down other callers. */
async function measureEffectiveAttacks(attacks: readonly AttackName[]): Promise<AbuseFigures[]> {
  const figures = await measureAttacks({
    form: testedForm,
    dataFolder: inject('dataFolder'),
    attacks,
    attackScale: 'short',
    baselineMs: 500,
    recoveryTimeoutMs: 0,
    print: () => undefined,
  });
  for (const { name, accepted, providerRequests } of figures) {
    const expected = { name, accepted: ACCEPTED[name] ?? accepted, providerRequests: 0 };
    expect({ name, accepted, providerRequests }).toEqual(expected);
  }
  return figures.filter(({ call, puback }) =>
    [call, puback].some(
      ({ baseline, underAttack }) => underAttack > Math.max(MAX_SLOWDOWN * baseline, NOISE_MS),
    ),
  );
}

// `npm run prove -- abuse` runs the same attacks in full.
it('serves others while one caller attacks', async () => {
  let effectiveAttacks = await measureEffectiveAttacks(ATTACKS);
  for (let count = 1; count < MEASUREMENTS && effectiveAttacks.length > 0; count++) {
    effectiveAttacks = await measureEffectiveAttacks(effectiveAttacks.map(({ name }) => name));
  }
  expect(effectiveAttacks).toEqual([]);
}, 240_000);

it('allows heavy legitimate use without hitting a limit', async () => {
  const figures = await proveFairUse({
    form: testedForm,
    dataFolder: inject('dataFolder'),
    scale: 0.02,
    print: () => undefined,
  });
  for (const { name, succeeded, expected, reachedLimits } of figures) {
    expect({ name, succeeded, reachedLimits }).toEqual({
      name,
      succeeded: expected,
      reachedLimits: [],
    });
  }
}, 240_000);
