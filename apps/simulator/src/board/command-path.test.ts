import type { ControlType } from '@granary/domain/commands/command';
import { MINUTE, SECOND } from '@granary/domain/units';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BINS, CommandWorld } from '../../test/support/command-world.ts';

type Action = (world: CommandWorld) => void;

const bin = fc.constantFrom(...BINS);
const runForS = fc.constantFrom(null, 30, 120, 600);
const controlType = fc.constantFrom<ControlType>('manual', 'scheduled', 'automatic');

const request: fc.Arbitrary<Action> = fc.tuple(bin, fc.boolean(), runForS, controlType).map(
  ([b, isOn, limit, by]): Action =>
    (world) =>
      world.request(b, isOn, limit, by),
);

const trouble: fc.Arbitrary<Action> = fc.oneof(
  fc.constant<Action>((world) => world.stall()),
  fc.constant<Action>((world) => world.breakConnection()),
  fc.constant<Action>((world) => world.restart()),
  fc.constant<Action>((world) => world.takeBackup()),
  fc.constant<Action>((world) => world.restore()),
  fc.integer({ min: 1, max: 3 }).map(
    (n): Action =>
      (world) =>
        world.deliverAgain(n),
  ),
  fc.constant<Action>((world) => world.atBin({ kind: 'power-cut' })),
  fc.boolean().map(
    (isDeaf): Action =>
      (world) =>
        world.setDeaf(isDeaf),
  ),
  fc.constantFrom(0, 40 * SECOND, -60 * MINUTE).map(
    (ms): Action =>
      (world) =>
        world.jumpClock(ms),
  ),
);

const people: fc.Arbitrary<Action> = fc.oneof(
  fc.tuple(bin, fc.boolean()).map(
    ([binNumber, isOn]): Action =>
      (world) =>
        world.atBin({ kind: 'switch', binNumber, isOn }),
  ),
  fc.tuple(bin, fc.boolean()).map(
    ([binNumber, isLocked]): Action =>
      (world) =>
        world.atBin({ kind: 'lockout', binNumber, isLocked }),
  ),
  bin.map(
    (b): Action =>
      (world) =>
        world.openEntry(b),
  ),
  bin.map(
    (b): Action =>
      (world) =>
        world.closeEntry(b),
  ),
  bin.map(
    (b): Action =>
      (world) =>
        world.resume(b),
  ),
);

const story = fc.array(
  fc.record({
    waitS: fc.constantFrom(0, 1, 2, 5, 9, 12, 31, 70),
    act: fc.oneof(
      { weight: 5, arbitrary: request },
      { weight: 3, arbitrary: trouble },
      { weight: 2, arbitrary: people },
    ),
  }),
  { maxLength: 30 },
);

function tell(world: CommandWorld, steps: readonly { waitS: number; act: Action }[]): void {
  for (const { waitS, act } of steps) {
    act(world);
    world.advance(waitS * SECOND);
  }
}

/** Removes everything that stops a command. */
function calm(world: CommandWorld): void {
  world.setDeaf(false);
  world.jumpClock(0);
  for (const binNumber of BINS) {
    world.closeEntry(binNumber);
    world.atBin({ kind: 'lockout', binNumber, isLocked: false });
  }
  world.breakConnection();
  world.advance(3 * MINUTE);
  for (const binNumber of BINS) world.resume(binNumber);
}

describe.each(['realtime', 'sleep'] as const)('commands to a %s board', (mode) => {
  it('take effect once, in time, in order and only where they may', { timeout: 120_000 }, () => {
    fc.assert(
      fc.property(story, (steps) => {
        const world = new CommandWorld(mode);
        tell(world, steps);
        world.advance(10 * MINUTE);
        expect(world.violations).toEqual([]);
      }),
      { numRuns: 2_000 },
    );
  });

  it('end with what was last asked for, for both bins', { timeout: 120_000 }, () => {
    fc.assert(
      fc.property(story, fc.boolean(), fc.boolean(), fc.boolean(), (steps, one, two, isFirst) => {
        const world = new CommandWorld(mode);
        tell(world, steps);
        calm(world);
        const last = [
          [1, one],
          [2, two],
        ] as const;
        for (const [b, isOn] of isFirst ? last : [...last].reverse()) {
          world.request(b, isOn, null, 'manual');
        }
        world.advance(4 * MINUTE);
        expect(world.violations).toEqual([]);
        expect(BINS.map((b) => world.newestState(b))).toEqual(['confirmed', 'confirmed']);
        expect(BINS.map((b) => world.isFanOn(b))).toEqual([one, two]);
      }),
      { numRuns: 1_000 },
    );
  });
});

it('repeats an OFF until a board that did not listen confirms it', () => {
  const world = new CommandWorld('realtime');
  world.advance(5 * SECOND);
  world.request(1, true, null, 'manual');
  world.advance(5 * SECOND);
  expect(world.isFanOn(1)).toBe(true);
  world.setDeaf(true);
  world.request(1, false, null, 'manual');
  world.advance(4 * MINUTE);
  expect(world.newestState(1)).toBe('failed');
  world.setDeaf(false);
  world.breakConnection();
  world.advance(5 * SECOND);
  world.breakConnection();
  world.advance(2 * MINUTE);
  world.breakConnection();
  world.advance(MINUTE);
  expect(world.isFanOn(1)).toBe(false);
  expect(world.newestState(1)).toBe('confirmed');
});

it('does not repeat an OFF after someone used the switch', () => {
  const world = new CommandWorld('realtime');
  world.advance(5 * SECOND);
  world.setDeaf(true);
  world.request(1, false, null, 'manual');
  world.advance(3 * MINUTE);
  world.atBin({ kind: 'switch', binNumber: 1, isOn: true });
  world.setDeaf(false);
  world.breakConnection();
  world.advance(10 * MINUTE);
  expect(world.isFanOn(1)).toBe(true);
});
