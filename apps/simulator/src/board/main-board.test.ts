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
const RELAY = 300;

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
function run(from: MainBoardState, ...inputs: readonly (readonly [number, BoardInput])[]) {
  let state = from;
  const effects: BoardEffect[] = [];
  for (const [ms, input] of inputs) {
    const step = stepBoard(state, input, millis(NOW + ms), RELAY);
    state = step.state;
    effects.push(...step.effects);
  }
  return { state, effects };
}

const receive = (command: DownCommand): BoardInput => ({ kind: 'command', command });
const TIME: BoardInput = { kind: 'time' };
const turned = (effects: readonly BoardEffect[]) =>
  effects.flatMap((effect) => (effect.kind === 'set-fan' ? effect.isOn : []));
const reports = (effects: readonly BoardEffect[]) =>
  effects.flatMap((effect) => (effect.kind === 'fan-report' ? effect : []));

it('gives cables the addresses in its commands, even for several in a row', () => {
  const cable = (seq: number, text: string): BoardInput =>
    receive({
      ...fanOn,
      commandId: `cable-${seq}`,
      seq,
      instruction: { kind: 'cable', text },
    });
  const inputs = [cable(1, 'setF710B001A'), cable(2, 'setF711A041B'), cable(3, 'setF721B00')];
  let state = NEW_MAIN_BOARD;
  for (const [index, input] of inputs.entries()) {
    ({ state } = run(state, [index * 1000, input], [index * 1000 + RELAY, TIME]));
  }
  expect(state.addresses).toEqual({ '3/11': 27 });
});

describe('a command', () => {
  it('takes effect after the radio delay and is answered', () => {
    const { state, effects } = run(NEW_MAIN_BOARD, [0, receive(fanOn)], [100, TIME]);
    expect(effects).toEqual([]);
    expect(findNextStepTime(state, RELAY)).toBe(NOW + RELAY);
    expect(run(state, [RELAY, TIME]).effects).toEqual([
      { kind: 'set-fan', binNumber: 3, isOn: true },
      {
        kind: 'fan-report',
        binNumber: 3,
        isOn: true,
        by: 'command',
        commandId: 'a1',
        eventId: '1',
        isLocked: false,
      },
    ]);
  });

  it('that is repeated has one effect and two equal answers', () => {
    const { effects } = run(
      NEW_MAIN_BOARD,
      [0, receive(fanOn)],
      [RELAY, TIME],
      [900, receive(fanOn)],
    );
    expect(turned(effects)).toEqual([true]);
    expect(reports(effects)).toHaveLength(2);
    expect(reports(effects)[0]).toEqual(reports(effects)[1]);
  });

  it('that is repeated on its way over the radio has one effect and one answer', () => {
    const { effects } = run(
      NEW_MAIN_BOARD,
      [0, receive(fanOn)],
      [10, receive(fanOn)],
      [RELAY, TIME],
    );
    expect(effects).toHaveLength(2);
  });

  it('with a lower seq than an earlier one is answered with the current state and not executed', () => {
    const { state } = run(NEW_MAIN_BOARD, [0, receive(fanOff)], [RELAY, TIME]);
    const { effects } = run(state, [900, receive(fanOn)], [2_000, TIME]);
    expect(turned(effects)).toEqual([]);
    expect(reports(effects)).toEqual([expect.objectContaining({ commandId: 'a1', isOn: false })]);
  });

  it('has a separate seq for each bin and kind', () => {
    const { state } = run(NEW_MAIN_BOARD, [0, receive(fanOff)], [RELAY, TIME]);
    const other = { ...fanOn, commandId: 'b1', seq: 1, binNumber: 2 };
    const request = {
      ...fanOn,
      commandId: 'c1',
      seq: 1,
      instruction: { kind: 'request' as const },
    };
    const { effects } = run(state, [900, receive(other)], [900, receive(request)], [2_000, TIME]);
    expect(turned(effects)).toEqual([true]);
    expect(effects).toContainEqual({ kind: 'reading', binNumber: 3, commandId: 'c1' });
  });

  it('that expires after it was received does nothing', () => {
    const late = { ...fanOn, ttlS: 1 };
    expect(run(NEW_MAIN_BOARD, [0, receive(late)], [1_001, TIME]).effects).toEqual([]);
  });

  it('of another kind is completed', () => {
    const radio = {
      ...fanOn,
      instruction: { kind: 'radio', frequency: 40, radioGroup: 5 },
    } as const;
    expect(run(NEW_MAIN_BOARD, [0, receive(radio)], [RELAY, TIME]).effects).toEqual([
      { kind: 'completed', command: radio },
    ]);
  });
});

describe('a run time', () => {
  const limited: DownCommand = {
    ...fanOn,
    instruction: { kind: 'fan', isOn: true, runForS: 60 },
  };

  it('counts from receipt, and the report names the command', () => {
    const { state } = run(NEW_MAIN_BOARD, [0, receive(limited)], [RELAY, TIME]);
    expect(run(state, [59_999, TIME]).effects).toEqual([]);
    const { effects } = run(state, [60_000, TIME], [70_000, TIME]);
    expect(turned(effects)).toEqual([false]);
    expect(reports(effects)).toEqual([
      expect.objectContaining({ isOn: false, by: 'timer', commandId: 'a1' }),
    ]);
  });

  it('starts again with a new command, and does not apply after a command without one', () => {
    const renewed = { ...limited, commandId: 'a2', seq: 6 };
    const { state } = run(
      NEW_MAIN_BOARD,
      [0, receive(limited)],
      [RELAY, TIME],
      [30_000, receive(renewed)],
      [31_000, TIME],
    );
    expect(run(state, [89_000, TIME]).effects).toEqual([]);
    const open = { ...fanOn, commandId: 'a3', seq: 7 };
    const later = run(state, [89_000, receive(open)], [89_500, TIME]).state;
    expect(run(later, [9_999_999, TIME]).effects).toEqual([]);
  });
});

describe('people at the bin', () => {
  it('turn the fan on without a command', () => {
    const input = { kind: 'switch', binNumber: 3, isOn: true } as const;
    expect(reports(run(NEW_MAIN_BOARD, [0, input]).effects)).toEqual([
      expect.objectContaining({ isOn: true, by: 'switch', commandId: null }),
    ]);
  });

  it('override the commands on their way to the bin, which are answered and not executed', () => {
    const off = { kind: 'switch', binNumber: 3, isOn: false } as const;
    const other = { ...fanOn, commandId: 'b1', binNumber: 2 };
    const sent = [
      [0, receive(fanOn)],
      [0, receive(other)],
    ] as const;
    const { state, effects } = run(NEW_MAIN_BOARD, ...sent, [200, off], [RELAY, TIME]);
    expect(effects).toMatchObject([
      { kind: 'set-fan', binNumber: 3, isOn: false },
      { kind: 'fan-report', binNumber: 3, isOn: false, by: 'switch', commandId: null },
      { kind: 'fan-report', binNumber: 3, isOn: false, by: 'switch', commandId: 'a1' },
      { kind: 'set-fan', binNumber: 2, isOn: true },
      { kind: 'fan-report', binNumber: 2, isOn: true, commandId: 'b1' },
    ]);
    expect(turned(run(state, [900, receive(fanOn)], [2_000, TIME]).effects)).toEqual([]);
    const lock = { kind: 'lockout', binNumber: 3, isLocked: true } as const;
    const unlock = { ...lock, isLocked: false };
    const locked = run(
      NEW_MAIN_BOARD,
      [0, receive(fanOn)],
      [100, lock],
      [200, unlock],
      [400, TIME],
    );
    expect(turned(locked.effects)).not.toContain(true);
    const on = { ...off, isOn: true };
    const late = run(NEW_MAIN_BOARD, [0, receive(fanOff)], [200, on], [RELAY, TIME]);
    expect(turned(late.effects)).toEqual([true]);
  });

  it('lock out a fan: it stops, and commands and the switch cannot start it until the lockout is removed', () => {
    const lock = { kind: 'lockout', binNumber: 3, isLocked: true } as const;
    const { state, effects } = run(
      NEW_MAIN_BOARD,
      [0, receive(fanOn)],
      [RELAY, TIME],
      [900, lock],
      [1_000, receive({ ...fanOn, commandId: 'a2', seq: 6 })],
      [2_000, TIME],
      [3_000, { kind: 'switch', binNumber: 3, isOn: true }],
    );
    expect(turned(effects)).toEqual([true, false]);
    expect(reports(effects).slice(1)).toEqual([
      expect.objectContaining({ isOn: false, isLocked: true, commandId: null }),
      expect.objectContaining({ isOn: false, isLocked: true, commandId: 'a2' }),
    ]);
    const removed = run(state, [4_000, { ...lock, isLocked: false }]);
    expect(reports(removed.effects)).toEqual([
      expect.objectContaining({ isOn: false, isLocked: false }),
    ]);
  });
});

describe('a power outage', () => {
  const limited: DownCommand = {
    ...fanOn,
    instruction: { kind: 'fan', isOn: true, runForS: 60 },
  };

  it('leaves fans off, reports why, and ends their run time', () => {
    const { state } = run(NEW_MAIN_BOARD, [0, receive(limited)], [RELAY, TIME]);
    const { state: after, effects } = run(state, [900, { kind: 'power-outage' }]);
    expect(reports(effects)).toEqual([expect.objectContaining({ isOn: false, by: 'restart' })]);
    expect(run(after, [60_000, TIME]).effects).toEqual([]);
  });

  it('keeps seen commands and the highest seq, but not commands on their way', () => {
    const { state } = run(
      NEW_MAIN_BOARD,
      [0, receive(fanOn)],
      [RELAY, TIME],
      [900, receive(fanOff)],
    );
    const cut = run(state, [950, { kind: 'power-outage' }]).state;
    const repeated = run(cut, [2_000, receive(fanOn)], [3_000, TIME]);
    expect(turned(repeated.effects)).toEqual([]);
    const second = run(repeated.state, [4_000, receive(fanOff)], [5_000, TIME]);
    expect(turned(second.effects)).toEqual([false]);
  });
});

it('forgets the oldest commands, but not their seq', () => {
  let { state } = run(NEW_MAIN_BOARD, [0, receive(fanOn)], [RELAY, TIME]);
  for (let i = 1; i <= 100; i++) {
    const next = { ...fanOff, commandId: `n${i}`, seq: 6 + i };
    state = run(state, [1_000 * i, receive(next)], [1_000 * i + RELAY, TIME]).state;
  }
  expect(state.seen.length).toBeLessThan(100);
  expect(turned(run(state, [200_000, receive(fanOn)], [201_000, TIME]).effects)).toEqual([]);
});
