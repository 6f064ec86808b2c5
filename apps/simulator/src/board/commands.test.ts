import { millis } from '@granary/domain/units';
import { describe, expect, it } from 'vitest';
import {
  type Command,
  type CommandState,
  NO_COMMANDS,
  parseCommand,
  receiveCommand,
  runCommands,
} from './commands.ts';

const NOW = millis(Date.UTC(2026, 9, 14, 12));
const RELAY = 300;

const fanOn: Command = {
  commandId: 'a1',
  seq: 5,
  kind: 'fan',
  binNumber: 3,
  isFanOn: true,
  runUntil: null,
  ttlMs: 300_000,
};

function carryOut(state: CommandState, command: Command, after = RELAY) {
  const received = receiveCommand(state, command, NOW);
  const run = runCommands(received.state, millis(NOW + after), RELAY);
  return { state: run.state, effects: [...received.effects, ...run.effects] };
}

const acknowledged = (command: Command) => ({ kind: 'acknowledge', command });

describe('a command', () => {
  it('takes effect after the radio delay and is acknowledged', () => {
    const received = receiveCommand(NO_COMMANDS, fanOn, NOW);
    expect(received.effects).toEqual([]);
    expect(runCommands(received.state, millis(NOW + 100), RELAY).effects).toEqual([]);
    expect(runCommands(received.state, millis(NOW + RELAY), RELAY).effects).toEqual([
      { kind: 'set-fan', binNumber: 3, isOn: true },
      acknowledged(fanOn),
    ]);
  });

  it('that is repeated has one effect and two acknowledgments', () => {
    const first = carryOut(NO_COMMANDS, fanOn);
    const second = carryOut(first.state, fanOn);
    expect(second.effects).toEqual([acknowledged(fanOn)]);
  });

  it('that is repeated before the radio is free has one effect', () => {
    const once = receiveCommand(NO_COMMANDS, fanOn, NOW);
    const twice = receiveCommand(once.state, fanOn, NOW);
    const { effects } = runCommands(twice.state, millis(NOW + RELAY), RELAY);
    expect([...twice.effects, ...effects]).toHaveLength(2);
  });

  it('with a lower seq than an earlier one is acknowledged without effect', () => {
    const first = carryOut(NO_COMMANDS, fanOn);
    const late = { ...fanOn, commandId: 'a0', seq: 4, isFanOn: false };
    expect(carryOut(first.state, late).effects).toEqual([acknowledged(late)]);
  });

  it('has a separate seq per bin and kind', () => {
    const first = carryOut(NO_COMMANDS, fanOn);
    const other = { ...fanOn, commandId: 'b1', seq: 1, binNumber: 2 };
    expect(carryOut(first.state, other).effects).toContainEqual({
      kind: 'set-fan',
      binNumber: 2,
      isOn: true,
    });
  });

  it('that expired since its receipt does nothing, also when repeated', () => {
    const expired = carryOut(NO_COMMANDS, { ...fanOn, ttlMs: 1_000 }, 1_001);
    expect(expired.effects).toEqual([]);
    expect(carryOut(expired.state, { ...fanOn, ttlMs: 1_000 }).effects).toEqual([]);
  });

  it('of kind request sends a reading; others are acknowledged', () => {
    const request: Command = { ...fanOn, kind: 'request', isFanOn: null };
    expect(carryOut(NO_COMMANDS, request).effects).toEqual([{ kind: 'report', binNumber: 3 }]);
    const config: Command = { ...fanOn, kind: 'config', isFanOn: null };
    expect(carryOut(NO_COMMANDS, config).effects).toEqual([acknowledged(config)]);
  });
});

describe('a fan with a limit', () => {
  const limited = { ...fanOn, runUntil: millis(NOW + 60_000) };

  it('stops automatically and reports the command that set the limit', () => {
    const { state } = carryOut(NO_COMMANDS, limited);
    expect(runCommands(state, millis(NOW + 59_999), RELAY).effects).toEqual([]);
    const over = runCommands(state, millis(NOW + 60_000), RELAY);
    expect(over.effects).toEqual([
      { kind: 'set-fan', binNumber: 3, isOn: false },
      { kind: 'acknowledge', command: { commandId: 'a1', kind: 'fan', binNumber: 3 } },
    ]);
    expect(runCommands(over.state, millis(NOW + 70_000), RELAY).effects).toEqual([]);
  });

  it('continues when it is renewed, and has no limit after a plain command', () => {
    const { state } = carryOut(NO_COMMANDS, limited);
    const renewed = { ...limited, commandId: 'a2', seq: 6, runUntil: millis(NOW + 120_000) };
    const later = carryOut(state, renewed).state;
    expect(runCommands(later, millis(NOW + 60_000), RELAY).effects).toEqual([]);
    const plain = carryOut(later, { ...fanOn, commandId: 'a3', seq: 7 }).state;
    expect(runCommands(plain, millis(NOW + 999_999), RELAY).effects).toEqual([]);
  });
});

it('forgets the oldest commands, but not their seq', () => {
  let state = carryOut(NO_COMMANDS, fanOn).state;
  for (let i = 0; i < 100; i++) {
    state = carryOut(state, { ...fanOn, commandId: `n${i}`, seq: 6 + i }).state;
  }
  expect(state.seen.length).toBeLessThan(100);
  expect(carryOut(state, fanOn).effects).toEqual([acknowledged(fanOn)]);
});

describe('parsing a down message', () => {
  const sent = {
    v: 1,
    command_id: 'a1',
    seq: 5,
    command: 'setF00000004',
    kind: 'fan',
    bin_number: 3,
    fan: 'on',
    run_until_s: 1_760_450_400,
    issued_at: '2026-10-14T12:00:00Z',
    ttl_s: 300,
  };

  it('returns the fields that the board uses', () => {
    expect(parseCommand(JSON.stringify(sent))).toEqual({
      ...fanOn,
      runUntil: millis(1_760_450_400_000),
    });
  });

  it.each([
    ['no JSON', '{'],
    ['an array', '[]'],
    ['null', 'null'],
    ['another version', JSON.stringify({ ...sent, v: 2 })],
    ['no id', JSON.stringify({ ...sent, command_id: '' })],
    ['an unknown kind', JSON.stringify({ ...sent, kind: 'dance' })],
    ['a fan neither on nor off', JSON.stringify({ ...sent, fan: 'maybe' })],
    ['a seq that is no number', JSON.stringify({ ...sent, seq: '5' })],
  ])('ignores %s', (_name, text) => {
    expect(parseCommand(text)).toBeNull();
  });
});
