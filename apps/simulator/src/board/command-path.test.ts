import type { ControlType } from '@granary/domain/commands/command';
import { MINUTE, SECOND } from '@granary/domain/units';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BINS, CommandSimulation } from '../../test/support/command-simulation.ts';
import { PEOPLE } from '../../test/support/people-inside.ts';

type Action = (simulation: CommandSimulation) => void;

const bin = fc.constantFrom(...BINS);
const person = fc.constantFrom(...PEOPLE);
const runForS = fc.constantFrom(null, 30, 120, 600);
const controlType = fc.constantFrom<ControlType>('manual', 'scheduled', 'automatic');

const request: fc.Arbitrary<Action> = fc.tuple(bin, fc.boolean(), runForS, controlType).map(
  ([b, isOn, limit, by]): Action =>
    (simulation) =>
      simulation.request(b, isOn, limit, by),
);

const disruption: fc.Arbitrary<Action> = fc.oneof(
  fc.constant<Action>((simulation) => simulation.stall()),
  fc.constant<Action>((simulation) => simulation.breakConnection()),
  fc.constant<Action>((simulation) => simulation.restart()),
  fc.constant<Action>((simulation) => simulation.takeBackup()),
  fc.constant<Action>((simulation) => simulation.restore()),
  fc.integer({ min: 1, max: 3 }).map(
    (n): Action =>
      (simulation) =>
        simulation.redeliver(n),
  ),
  fc.constant<Action>((simulation) => simulation.applyInput({ kind: 'power-outage' })),
  fc.boolean().map(
    (isUnresponsive): Action =>
      (simulation) =>
        simulation.setUnresponsive(isUnresponsive),
  ),
  fc.constantFrom(0, 40 * SECOND, -60 * MINUTE).map(
    (ms): Action =>
      (simulation) =>
        simulation.setProcessClockOffset(ms),
  ),
  fc.tuple(fc.constantFrom(0, -2 * SECOND, -40 * SECOND, -10 * MINUTE), fc.boolean()).map(
    ([ms, isSameMachine]): Action =>
      (simulation) => {
        simulation.setDatabaseClockOffset(ms);
        if (isSameMachine) simulation.setProcessClockOffset(ms);
      },
  ),
);

const personAction: fc.Arbitrary<Action> = fc.oneof(
  fc.tuple(bin, fc.boolean()).map(
    ([binNumber, isOn]): Action =>
      (simulation) =>
        simulation.applyInput({ kind: 'switch', binNumber, isOn }),
  ),
  fc.tuple(bin, fc.boolean()).map(
    ([binNumber, isLocked]): Action =>
      (simulation) =>
        simulation.applyInput({ kind: 'lockout', binNumber, isLocked }),
  ),
  fc.tuple(bin, person).map(
    ([b, who]): Action =>
      (simulation) =>
        simulation.openEntry(b, who),
  ),
  fc.tuple(bin, person).map(
    ([b, who]): Action =>
      (simulation) =>
        simulation.closeEntry(b, who),
  ),
  bin.map(
    (b): Action =>
      (simulation) =>
        simulation.resume(b),
  ),
);

const scenario = fc.array(
  fc.record({
    waitS: fc.constantFrom(0, 1, 2, 5, 9, 12, 31, 70),
    act: fc.oneof(
      { weight: 5, arbitrary: request },
      { weight: 3, arbitrary: disruption },
      { weight: 2, arbitrary: personAction },
    ),
  }),
  { maxLength: 30 },
);

function runSteps(
  simulation: CommandSimulation,
  steps: readonly { waitS: number; act: Action }[],
): void {
  for (const { waitS, act } of steps) {
    act(simulation);
    simulation.advance(waitS * SECOND);
  }
}

/** Removes everything that blocks commands. */
function unblockCommands(simulation: CommandSimulation): void {
  simulation.setUnresponsive(false);
  simulation.setDatabaseClockOffset(0);
  simulation.setProcessClockOffset(0);
  for (const binNumber of BINS) {
    for (const who of PEOPLE) simulation.closeEntry(binNumber, who);
    simulation.applyInput({ kind: 'lockout', binNumber, isLocked: false });
  }
  simulation.breakConnection();
  simulation.advance(3 * MINUTE);
  for (const binNumber of BINS) simulation.resume(binNumber);
}

describe.each(['realtime', 'sleep'] as const)('commands to a %s board', (mode) => {
  it('take effect at most once, before their deadline, in order and only when they are allowed', {
    timeout: 120_000,
  }, () => {
    fc.assert(
      fc.property(scenario, (steps) => {
        const simulation = new CommandSimulation(mode);
        runSteps(simulation, steps);
        simulation.advance(10 * MINUTE);
        expect(simulation.violations).toEqual([]);
      }),
      { numRuns: 2_000 },
    );
  });

  it('leave the fans of both bins in the last requested state', { timeout: 120_000 }, () => {
    fc.assert(
      fc.property(
        scenario,
        fc.boolean(),
        fc.boolean(),
        fc.boolean(),
        (steps, isFirstFanOn, isSecondFanOn, startsWithFirstBin) => {
          const simulation = new CommandSimulation(mode);
          runSteps(simulation, steps);
          unblockCommands(simulation);
          const lastRequests = [
            [1, isFirstFanOn],
            [2, isSecondFanOn],
          ] as const;
          for (const [b, isOn] of startsWithFirstBin ? lastRequests : [...lastRequests].reverse()) {
            simulation.request(b, isOn, null, 'manual');
          }
          simulation.advance(4 * MINUTE);
          expect(simulation.violations).toEqual([]);
          expect(BINS.map((b) => simulation.findNewestState(b))).toEqual([
            'confirmed',
            'confirmed',
          ]);
          expect(BINS.map((b) => simulation.isFanOn(b))).toEqual([isFirstFanOn, isSecondFanOn]);
        },
      ),
      { numRuns: 1_000 },
    );
  });
});

it('does not turn a fan on late, even if the database clock was set back by three minutes', () => {
  const simulation = new CommandSimulation('realtime');
  simulation.advance(5 * SECOND);
  simulation.setProcessClockOffset(-60 * MINUTE);
  simulation.request(1, true, null, 'manual');
  simulation.request(2, false, null, 'manual');
  simulation.advance(4 * MINUTE);
  simulation.setDatabaseClockOffset(-3 * MINUTE);
  simulation.advance(2 * MINUTE);
  simulation.setProcessClockOffset(-3 * MINUTE);
  simulation.advance(MINUTE);
  expect(simulation.violations).toEqual([]);
  expect(BINS.map((b) => simulation.findNewestState(b))).toEqual(['expired', 'confirmed']);
});

it('repeats an OFF command until an unresponsive board confirms it', () => {
  const simulation = new CommandSimulation('realtime');
  simulation.advance(5 * SECOND);
  simulation.request(1, true, null, 'manual');
  simulation.advance(5 * SECOND);
  expect(simulation.isFanOn(1)).toBe(true);
  simulation.setUnresponsive(true);
  simulation.request(1, false, null, 'manual');
  simulation.advance(4 * MINUTE);
  expect(simulation.findNewestState(1)).toBe('failed');
  simulation.setUnresponsive(false);
  simulation.breakConnection();
  simulation.advance(5 * SECOND);
  simulation.breakConnection();
  simulation.advance(2 * MINUTE);
  simulation.breakConnection();
  simulation.advance(MINUTE);
  expect(simulation.isFanOn(1)).toBe(false);
  expect(simulation.findNewestState(1)).toBe('confirmed');
});

it('does not repeat an OFF after someone used the switch', () => {
  const simulation = new CommandSimulation('realtime');
  simulation.advance(5 * SECOND);
  simulation.setUnresponsive(true);
  simulation.request(1, false, null, 'manual');
  simulation.advance(3 * MINUTE);
  simulation.applyInput({ kind: 'switch', binNumber: 1, isOn: true });
  simulation.setUnresponsive(false);
  simulation.breakConnection();
  simulation.advance(10 * MINUTE);
  expect(simulation.isFanOn(1)).toBe(true);
});
