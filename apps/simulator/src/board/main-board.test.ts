import type { DownCommand } from '@granary/contract/commands/frame';
import { millis } from '@granary/domain/units';
import { describe, expect, it } from 'vitest';
import {
  type BoardEffect,
  type BoardInput,
  findNextStepTime,
  type MainBoardState,
  NEW_MAIN_BOARD,
  stepBoard,
} from './main-board.ts';

const NOW = millis(5_000_000);
const RADIO_DELAY_MS = 300;

const fanOn: DownCommand = {
  commandId: 'a1',
  seq: 5,
  binNumber: 3,
  instruction: { kind: 'fan', isOn: true, runForS: null },
  issuedAt: millis(0),
  ttlS: 300,
};
const fanOff: DownCommand = {
  ...fanOn,
  commandId: 'a2',
  seq: 6,
  instruction: { kind: 'fan', isOn: false, runForS: null },
};

/** Applies inputs to a board at the given times after `NOW`, ms. */
function run(initialState: MainBoardState, ...inputs: readonly (readonly [number, BoardInput])[]) {
  let state = initialState;
  const effects: BoardEffect[] = [];
  for (const [ms, input] of inputs) {
    const step = stepBoard(state, input, millis(NOW + ms), RADIO_DELAY_MS);
    state = step.state;
    effects.push(...step.effects);
  }
  return { state, effects };
}

const toInput = (command: DownCommand): BoardInput => ({ kind: 'command', command });
const TICK: BoardInput = { kind: 'time' };
const listFanChanges = (effects: readonly BoardEffect[]) =>
  effects.flatMap((effect) => (effect.kind === 'set-fan' ? effect.isOn : []));
const listFanReports = (effects: readonly BoardEffect[]) =>
  effects.flatMap((effect) => (effect.kind === 'fan-report' ? effect : []));

it('gives cables the addresses from its commands, even if several arrive in a row', () => {
  const cable = (seq: number, text: string): BoardInput =>
    toInput({
      ...fanOn,
      commandId: `cable-${seq}`,
      seq,
      instruction: { kind: 'cable', text },
    });
  const inputs = [cable(1, 'setF710B001A'), cable(2, 'setF711A041B'), cable(3, 'setF721B00')];
  let state = NEW_MAIN_BOARD;
  for (const [index, input] of inputs.entries()) {
    ({ state } = run(state, [index * 1000, input], [index * 1000 + RADIO_DELAY_MS, TICK]));
  }
  expect(state.addresses).toEqual({ '3/11': 27 });
});

describe('a command', () => {
  it('takes effect after the radio delay and is answered', () => {
    const { state, effects } = run(NEW_MAIN_BOARD, [0, toInput(fanOn)], [100, TICK]);
    expect(effects).toEqual([]);
    expect(findNextStepTime(state, RADIO_DELAY_MS)).toBe(NOW + RADIO_DELAY_MS);
    expect(run(state, [RADIO_DELAY_MS, TICK]).effects).toEqual([
      { kind: 'set-fan', binNumber: 3, isOn: true },
      {
        kind: 'fan-report',
        binNumber: 3,
        isOn: true,
        cause: 'command',
        commandId: 'a1',
        eventId: '1',
        isLocked: false,
      },
    ]);
  });

  it('that is repeated has one effect and two identical answers', () => {
    const { effects } = run(
      NEW_MAIN_BOARD,
      [0, toInput(fanOn)],
      [RADIO_DELAY_MS, TICK],
      [900, toInput(fanOn)],
    );
    expect(listFanChanges(effects)).toEqual([true]);
    expect(listFanReports(effects)).toHaveLength(2);
    expect(listFanReports(effects)[0]).toEqual(listFanReports(effects)[1]);
  });

  it('that is repeated during the radio delay has one effect and one answer', () => {
    const { effects } = run(
      NEW_MAIN_BOARD,
      [0, toInput(fanOn)],
      [10, toInput(fanOn)],
      [RADIO_DELAY_MS, TICK],
    );
    expect(effects).toHaveLength(2);
  });

  it('with a lower seq than an earlier one is answered with the current state and not executed', () => {
    const { state } = run(NEW_MAIN_BOARD, [0, toInput(fanOff)], [RADIO_DELAY_MS, TICK]);
    const { effects } = run(state, [900, toInput(fanOn)], [2_000, TICK]);
    expect(listFanChanges(effects)).toEqual([]);
    expect(listFanReports(effects)).toEqual([
      expect.objectContaining({ commandId: 'a1', isOn: false }),
    ]);
  });

  it('is numbered separately for each bin and kind', () => {
    const { state } = run(NEW_MAIN_BOARD, [0, toInput(fanOff)], [RADIO_DELAY_MS, TICK]);
    const otherBinCommand = { ...fanOn, commandId: 'b1', seq: 1, binNumber: 2 };
    const request = {
      ...fanOn,
      commandId: 'c1',
      seq: 1,
      instruction: { kind: 'request' as const },
    };
    const { effects } = run(
      state,
      [900, toInput(otherBinCommand)],
      [900, toInput(request)],
      [2_000, TICK],
    );
    expect(listFanChanges(effects)).toEqual([true]);
    expect(effects).toContainEqual({ kind: 'reading', binNumber: 3, commandId: 'c1' });
  });

  it('that expires after it is received does nothing', () => {
    const shortLivedCommand = { ...fanOn, ttlS: 1 };
    expect(run(NEW_MAIN_BOARD, [0, toInput(shortLivedCommand)], [1_001, TICK]).effects).toEqual([]);
  });

  it('of a kind other than fan is reported as completed', () => {
    const radio = {
      ...fanOn,
      instruction: { kind: 'radio', frequency: 40, radioGroup: 5 },
    } as const;
    expect(run(NEW_MAIN_BOARD, [0, toInput(radio)], [RADIO_DELAY_MS, TICK]).effects).toEqual([
      { kind: 'completed', command: radio },
    ]);
  });
});

describe('a run time', () => {
  const timedCommand: DownCommand = {
    ...fanOn,
    instruction: { kind: 'fan', isOn: true, runForS: 60 },
  };

  it("starts when the command is received, and the report that it ended has the command's ID", () => {
    const { state } = run(NEW_MAIN_BOARD, [0, toInput(timedCommand)], [RADIO_DELAY_MS, TICK]);
    expect(run(state, [59_999, TICK]).effects).toEqual([]);
    const { effects } = run(state, [60_000, TICK], [70_000, TICK]);
    expect(listFanChanges(effects)).toEqual([false]);
    expect(listFanReports(effects)).toEqual([
      expect.objectContaining({ isOn: false, cause: 'timer', commandId: 'a1' }),
    ]);
  });

  it('starts again with a new command, and does not apply after a command without a run time', () => {
    const secondCommand = { ...timedCommand, commandId: 'a2', seq: 6 };
    const { state } = run(
      NEW_MAIN_BOARD,
      [0, toInput(timedCommand)],
      [RADIO_DELAY_MS, TICK],
      [30_000, toInput(secondCommand)],
      [31_000, TICK],
    );
    expect(run(state, [89_000, TICK]).effects).toEqual([]);
    const unlimitedCommand = { ...fanOn, commandId: 'a3', seq: 7 };
    const laterState = run(state, [89_000, toInput(unlimitedCommand)], [89_500, TICK]).state;
    expect(run(laterState, [9_999_999, TICK]).effects).toEqual([]);
  });
});

describe('people at the bin', () => {
  it('turn the fan on without a command', () => {
    const input = { kind: 'switch', binNumber: 3, isOn: true } as const;
    expect(listFanReports(run(NEW_MAIN_BOARD, [0, input]).effects)).toEqual([
      expect.objectContaining({ isOn: true, cause: 'switch', commandId: null }),
    ]);
  });

  it('override the commands in transit to the bin, which are answered but not executed', () => {
    const switchOff = { kind: 'switch', binNumber: 3, isOn: false } as const;
    const otherBinCommand = { ...fanOn, commandId: 'b1', binNumber: 2 };
    const sentCommands = [
      [0, toInput(fanOn)],
      [0, toInput(otherBinCommand)],
    ] as const;
    const { state, effects } = run(
      NEW_MAIN_BOARD,
      ...sentCommands,
      [200, switchOff],
      [RADIO_DELAY_MS, TICK],
    );
    expect(effects).toMatchObject([
      { kind: 'set-fan', binNumber: 3, isOn: false },
      { kind: 'fan-report', binNumber: 3, isOn: false, cause: 'switch', commandId: null },
      { kind: 'fan-report', binNumber: 3, isOn: false, cause: 'switch', commandId: 'a1' },
      { kind: 'set-fan', binNumber: 2, isOn: true },
      { kind: 'fan-report', binNumber: 2, isOn: true, commandId: 'b1' },
    ]);
    expect(listFanChanges(run(state, [900, toInput(fanOn)], [2_000, TICK]).effects)).toEqual([]);
    const lock = { kind: 'lockout', binNumber: 3, isLocked: true } as const;
    const unlock = { ...lock, isLocked: false };
    const lockoutRun = run(
      NEW_MAIN_BOARD,
      [0, toInput(fanOn)],
      [100, lock],
      [200, unlock],
      [400, TICK],
    );
    expect(listFanChanges(lockoutRun.effects)).not.toContain(true);
    const switchOn = { ...switchOff, isOn: true };
    const switchOnRun = run(
      NEW_MAIN_BOARD,
      [0, toInput(fanOff)],
      [200, switchOn],
      [RADIO_DELAY_MS, TICK],
    );
    expect(listFanChanges(switchOnRun.effects)).toEqual([true]);
  });

  it('lock out a fan: it stops, and commands and the switch cannot start it until the lockout is removed', () => {
    const lock = { kind: 'lockout', binNumber: 3, isLocked: true } as const;
    const { state, effects } = run(
      NEW_MAIN_BOARD,
      [0, toInput(fanOn)],
      [RADIO_DELAY_MS, TICK],
      [900, lock],
      [1_000, toInput({ ...fanOn, commandId: 'a2', seq: 6 })],
      [2_000, TICK],
      [3_000, { kind: 'switch', binNumber: 3, isOn: true }],
    );
    expect(listFanChanges(effects)).toEqual([true, false]);
    expect(listFanReports(effects).slice(1)).toEqual([
      expect.objectContaining({ isOn: false, isLocked: true, commandId: null }),
      expect.objectContaining({ isOn: false, isLocked: true, commandId: 'a2' }),
    ]);
    const lockoutRemoval = run(state, [4_000, { ...lock, isLocked: false }]);
    expect(listFanReports(lockoutRemoval.effects)).toEqual([
      expect.objectContaining({ isOn: false, isLocked: false }),
    ]);
  });
});

describe('a power outage', () => {
  const limitedCommand: DownCommand = {
    ...fanOn,
    instruction: { kind: 'fan', isOn: true, runForS: 60 },
  };

  it('leaves fans off, which the board reports with the reason, and ends their run time', () => {
    const { state } = run(NEW_MAIN_BOARD, [0, toInput(limitedCommand)], [RADIO_DELAY_MS, TICK]);
    const { state: stateAfterOutage, effects } = run(state, [900, { kind: 'power-outage' }]);
    expect(listFanReports(effects)).toEqual([
      expect.objectContaining({ isOn: false, cause: 'restart' }),
    ]);
    expect(run(stateAfterOutage, [60_000, TICK]).effects).toEqual([]);
  });

  it('keeps the seen commands and the highest seq, but drops the commands in transit', () => {
    const { state } = run(
      NEW_MAIN_BOARD,
      [0, toInput(fanOn)],
      [RADIO_DELAY_MS, TICK],
      [900, toInput(fanOff)],
    );
    const stateAfterOutage = run(state, [950, { kind: 'power-outage' }]).state;
    const repeatedRun = run(stateAfterOutage, [2_000, toInput(fanOn)], [3_000, TICK]);
    expect(listFanChanges(repeatedRun.effects)).toEqual([]);
    const secondRun = run(repeatedRun.state, [4_000, toInput(fanOff)], [5_000, TICK]);
    expect(listFanChanges(secondRun.effects)).toEqual([false]);
  });
});

it('forgets the oldest commands, but not their seq', () => {
  let { state } = run(NEW_MAIN_BOARD, [0, toInput(fanOn)], [RADIO_DELAY_MS, TICK]);
  for (let i = 1; i <= 100; i++) {
    const next = { ...fanOff, commandId: `n${i}`, seq: 6 + i };
    state = run(state, [1_000 * i, toInput(next)], [1_000 * i + RADIO_DELAY_MS, TICK]).state;
  }
  expect(state.seen.length).toBeLessThan(100);
  expect(listFanChanges(run(state, [200_000, toInput(fanOn)], [201_000, TICK]).effects)).toEqual(
    [],
  );
});
