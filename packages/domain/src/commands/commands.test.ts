import { describe, expect, it, test } from 'vitest';
import { HOUR, MINUTE, millis, SECOND } from '../units.ts';
import { applyAnswer, findOverride, mustRepeatOff } from './answer.ts';
import { type Command, calculateNextSeq } from './command.ts';
import { calculateExpiry, toBoardMode } from './expiry.ts';
import {
  capRunTime,
  findNextReleaseTime,
  findStartBlock,
  isClockInSync,
  isClockSetBack,
  planClockSetBack,
  planRelease,
  type ReleaseContext,
} from './release.ts';

const NOW = millis(1_760_451_600_000);
const ago = (ms: number) => millis(NOW - ms);

const onCommand: Command = {
  id: 'c1',
  binId: 7,
  binNumber: 3,
  instruction: { kind: 'fan', isOn: true, runForS: null },
  controlType: 'manual',
  seq: 1,
  state: 'released',
  queuedAt: ago(MINUTE),
  expiresAt: millis(NOW + 4 * MINUTE),
  attempts: 1,
  sentAt: ago(MINUTE),
  confirmedAt: null,
  failure: null,
};
const queuedOn = { ...onCommand, state: 'queued', attempts: 0, sentAt: null } as const;
const offCommand: Command = {
  ...onCommand,
  instruction: { kind: 'fan', isOn: false, runForS: null },
};

it('derives seq from the time, so that after a restore it is still higher than any seq that boards have received', () => {
  expect(calculateNextSeq(null, NOW)).toBe(NOW / 1000);
  expect(calculateNextSeq(NOW / 1000 + 5, NOW)).toBe(NOW / 1000 + 6);
  expect(calculateNextSeq(3, NOW)).toBe(NOW / 1000);
});

test.each([
  ['realtime', 'realtime', 'realtime'],
  ['realtime', null, 'realtime'],
  [null, 'realtime', 'realtime'],
  ['sleep', 'realtime', 'sleep'],
  ['realtime', 'sleep', 'sleep'],
  ['portable', 'portable', 'sleep'],
  [null, null, 'sleep'],
] as const)('a board that reports %s with the setting %s is %s', (reported, setting, mode) => {
  expect(toBoardMode(reported, setting)).toBe(mode);
});

describe('a command expires', () => {
  const reports = { lastReadAt: ago(20 * MINUTE), usualIntervalMs: HOUR };

  test('after five minutes for a realtime board', () => {
    expect(calculateExpiry(NOW, 'realtime', reports)).toBe(NOW + 5 * MINUTE);
  });

  test.each([
    ['an interval after the next report from a sleeping board', reports, 100 * MINUTE],
    [
      'an interval from now if the board is overdue',
      { ...reports, lastReadAt: ago(9 * HOUR) },
      HOUR,
    ],
    [
      'two intervals from now if the board never reported',
      { ...reports, lastReadAt: null },
      2 * HOUR,
    ],
    ['after a day at most', { ...reports, usualIntervalMs: 30 * HOUR }, 24 * HOUR],
  ])('%s', (_name, times, ms) => {
    expect(calculateExpiry(NOW, 'sleep', times)).toBe(NOW + ms);
  });
});

describe('an answer', () => {
  const fan = { kind: 'fan', isOn: true, cause: 'command', isLocked: false } as const;

  test.each([
    ['the state that the command asks for', onCommand, fan, { kind: 'confirm' }],
    [
      'the end of its run time',
      onCommand,
      { ...fan, isOn: false, cause: 'timer' },
      { kind: 'confirm' },
    ],
    [
      'a lockout',
      onCommand,
      { ...fan, isOn: false, isLocked: true },
      { kind: 'fail', failure: 'lockout' },
    ],
    [
      'use of the switch at the bin',
      onCommand,
      { ...fan, isOn: false, cause: 'switch' },
      { kind: 'fail', failure: 'overridden' },
    ],
    [
      'use of the switch at the bin after OFF',
      offCommand,
      { ...fan, cause: 'switch' },
      { kind: 'fail', failure: 'overridden' },
    ],
    [
      'a power outage',
      onCommand,
      { ...fan, isOn: false, cause: 'restart' },
      { kind: 'fail', failure: 'power-cut' },
    ],
    ['a fan that the board cannot stop', offCommand, fan, { kind: 'fail', failure: 'refused' }],
    [
      'a fan that the board cannot start',
      onCommand,
      { ...fan, isOn: false },
      { kind: 'fail', failure: 'refused' },
    ],
    ['a late success', { ...onCommand, state: 'failed' as const }, fan, { kind: 'confirm-late' }],
    [
      'a success for a command that is queued',
      { ...onCommand, state: 'queued' as const },
      fan,
      { kind: 'confirm-late' },
    ],
    [
      'a late failure',
      { ...onCommand, state: 'superseded' as const },
      { ...fan, isOn: false },
      null,
    ],
    [
      'a success for a command that is already confirmed',
      { ...onCommand, state: 'confirmed' as const, confirmedAt: NOW },
      fan,
      null,
    ],
    ['a result in progress', onCommand, { kind: 'result', status: 'in_progress' }, null],
    [
      'a failed result',
      onCommand,
      { kind: 'result', status: 'failed' },
      { kind: 'fail', failure: 'refused' },
    ],
    ['a completed result', onCommand, { kind: 'result', status: 'completed' }, { kind: 'confirm' }],
    ['a reading', onCommand, { kind: 'reading' }, { kind: 'confirm' }],
  ] as const)('that reports %s', (_name, command, answer, effect) => {
    expect(applyAnswer(command, answer)).toEqual(effect);
  });
});

describe('an open ON', () => {
  const report = { isOn: false, isBySwitch: true, isLocked: null };
  const waitingCommand = { ...onCommand, state: 'queued' } as const;

  test.each([
    [
      'is canceled if someone turned the fan off before it was sent',
      waitingCommand,
      report,
      ['cancelled', 'overridden'],
    ],
    [
      'fails if someone turned the fan off after it was sent',
      onCommand,
      report,
      ['failed', 'overridden'],
    ],
    [
      'is canceled by a lockout',
      waitingCommand,
      { ...report, isLocked: true },
      ['cancelled', 'lockout'],
    ],
    ['stays open if someone turned the fan on', onCommand, { ...report, isOn: true }, null],
    [
      'stays open if the board itself turned the fan off',
      onCommand,
      { ...report, isBySwitch: false },
      null,
    ],
    [
      'does not change after it has ended',
      { ...onCommand, state: 'expired' as const },
      report,
      null,
    ],
  ] as const)('%s', (_name, command, fanReport, end) => {
    const override = findOverride(command, fanReport);
    expect(override && [override.state, override.failure]).toEqual(end);
  });

  test('can be canceled, unlike an OFF, which must reach the board', () => {
    expect(findOverride(offCommand, { ...report, isLocked: true })).toBeNull();
  });
});

describe('the last OFF', () => {
  const lost = {
    ...offCommand,
    state: 'failed',
    failure: 'no-answer',
    queuedAt: ago(6 * MINUTE),
  } as const;

  test.each([
    ['is repeated when the board did not answer', lost, null, true],
    ['is repeated when it expired', { ...lost, state: 'expired' as const }, null, true],
    ['is not repeated within five minutes', { ...lost, queuedAt: ago(MINUTE) }, null, false],
    ['is not repeated after a late answer', { ...lost, confirmedAt: NOW }, null, false],
    ['is not repeated after a switch event', lost, ago(SECOND), false],
    ['is repeated when the switch was used before it', lost, ago(HOUR), true],
    [
      'is not repeated when a person overrode it',
      { ...lost, failure: 'overridden' as const },
      null,
      false,
    ],
    [
      'is not repeated when it was superseded',
      { ...lost, state: 'superseded' as const },
      null,
      false,
    ],
    [
      'is not repeated when the last command was an ON',
      { ...lost, instruction: onCommand.instruction },
      null,
      false,
    ],
  ])('%s', (_name, command, switchedAt, expected) => {
    expect(mustRepeatOff(command, NOW, switchedAt)).toBe(expected);
  });
});

test('a hold blocks the schedule; a lockout or an open entry blocks every start', () => {
  const noBlocks = { isHeld: false, isLocked: false, hasEntrySession: false };
  expect(findStartBlock(noBlocks, 'scheduled')).toBeNull();
  expect(findStartBlock({ ...noBlocks, isHeld: true }, 'scheduled')).toBe('hold');
  expect(findStartBlock({ ...noBlocks, isHeld: true }, 'manual')).toBeNull();
  expect(findStartBlock({ ...noBlocks, isLocked: true }, 'manual')).toBe('lockout');
  expect(findStartBlock({ ...noBlocks, isLocked: true, hasEntrySession: true }, 'manual')).toBe(
    'entry',
  );
});

test('a scheduled run that is sent late ends with its slot; other runs last their full time', () => {
  const scheduled = { ...onCommand, controlType: 'scheduled' } as const;
  const run = { kind: 'fan', isOn: true, runForS: 7200 } as const;
  expect(capRunTime({ ...scheduled, instruction: run }, 600)).toEqual({ ...run, runForS: 600 });
  expect(capRunTime({ ...scheduled, instruction: run }, 9000)).toEqual(run);
  expect(capRunTime({ ...onCommand, instruction: run }, 600)).toEqual(run);
  expect(capRunTime({ ...scheduled, instruction: offCommand.instruction }, 600)).toEqual(
    offCommand.instruction,
  );
});

test('a clock is in sync if it is less than 30 seconds off', () => {
  expect(isClockInSync(ago(29 * SECOND), NOW)).toBe(true);
  expect(isClockInSync(ago(30 * SECOND), NOW)).toBe(false);
  expect(isClockInSync(millis(NOW + 30 * SECOND), NOW)).toBe(false);
});

test('a clock corrected by two seconds does not count as set back', () => {
  expect(isClockSetBack(millis(NOW + 2 * SECOND), NOW)).toBe(false);
  expect(isClockSetBack(millis(NOW + 2 * SECOND + 1), NOW)).toBe(true);
});

test('a board is checked again when a command expires, a start or an answer is due, or a board that just connected has had time to report', () => {
  const times = { now: NOW, subscribedAt: null };
  expect(findNextReleaseTime([], times)).toBeNull();
  expect(findNextReleaseTime([{ ...onCommand, sentAt: NOW }], times)).toBe(NOW + 30 * SECOND);
  expect(findNextReleaseTime([queuedOn], times)).toBe(NOW + 10 * SECOND);
  expect(findNextReleaseTime([{ ...queuedOn, expiresAt: NOW }], times)).toBe(NOW + SECOND);
  expect(findNextReleaseTime([queuedOn], { ...times, subscribedAt: NOW })).toBe(NOW + 3 * SECOND);
});

describe('a board', () => {
  const noBlocks = { isHeld: false, isLocked: false, hasEntrySession: false };
  const context: ReleaseContext = {
    now: NOW,
    mode: 'realtime',
    canSend: true,
    subscribedAt: ago(MINUTE),
    lastReportAt: new Map(),
    getBlocks: () => noBlocks,
    getLastOtherStartAt: () => null,
  };
  const queuedOff = { ...queuedOn, instruction: offCommand.instruction };

  it('that just connected is sent an OFF right away, but an ON only after it has had time to report that the switch was used', () => {
    expect(planRelease([queuedOn], { ...context, subscribedAt: ago(2_999) })).toBeNull();
    expect(planRelease([queuedOff], { ...context, subscribedAt: NOW })).toMatchObject({
      kind: 'send',
    });
    expect(planRelease([queuedOn], { ...context, subscribedAt: ago(3_000) })).toMatchObject({
      kind: 'send',
    });
  });

  it('is sent its OFF again after the clock was set back, but not an earlier ON', () => {
    const later = { queuedAt: millis(NOW + HOUR), expiresAt: millis(NOW + 2 * HOUR) };
    const failure = 'clock-set-back';
    expect(planClockSetBack(queuedOn)).toEqual({ kind: 'expire', command: queuedOn, failure });
    expect(planClockSetBack(onCommand)).toEqual({ kind: 'fail', command: onCommand, failure });
    for (const command of [queuedOff, offCommand]) expect(planClockSetBack(command)).toBeNull();
    expect(planRelease([{ ...queuedOff, ...later }], context)).toMatchObject({ kind: 'send' });
    const sent = { ...offCommand, ...later, sentAt: millis(NOW + HOUR) };
    expect(planRelease([sent], context)).toMatchObject({ kind: 'send' });
    const listening = { ...context, mode: 'sleep', lastReportAt: new Map([[3, NOW]]) } as const;
    expect(planRelease([sent], listening)).toMatchObject({ kind: 'send' });
    const before = { ...listening, lastReportAt: new Map([[3, millis(NOW + HOUR)]]) };
    expect(planRelease([sent], before)).toBeNull();
    const lost = { ...sent, state: 'failed', failure: 'no-answer' } as const;
    expect(mustRepeatOff(lost, NOW, null)).toBe(true);
  });
});
