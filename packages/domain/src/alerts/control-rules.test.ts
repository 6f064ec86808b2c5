import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { testAlertSettings } from '../../test/support/alerts.ts';
import { testReading } from '../../test/support/readings.ts';
import { DAY, HOUR, MINUTE, type Millis, millis } from '../units.ts';
import type { BinControl, LastCommand, ReportedFan } from './control-rules.ts';
import { foldControl, foldReading } from './fold.ts';
import { type AlertMemory, keepNewestAlerts, NO_ALERT_MEMORY } from './memory.ts';

const START = millis(1_700_000_000_000);
const at = (minutes: number): Millis => millis(START + minutes * MINUTE);

const QUIET: BinControl = {
  now: START,
  commands: [],
  fan: null,
  switchedAt: null,
  usualIntervalMs: 5 * MINUTE,
  installationModeSince: null,
  entrySince: null,
};

function command(parts: Partial<LastCommand> & { readonly isOn?: boolean }): LastCommand {
  const { isOn = false, ...given } = parts;
  return {
    instruction: { kind: 'fan', isOn, runForS: null },
    state: 'released',
    failure: null,
    queuedAt: START,
    confirmedAt: null,
    endedAt: null,
    ...given,
  };
}

/** A fan whose board reported it `minutes` after the start, by a clock that is `ahead` minutes ahead. */
function report(isOn: boolean, minutes: number, ahead = 0): ReportedFan {
  return { isOn, since: at(minutes + ahead), reportedAt: at(minutes) };
}

/** Minutes by which the clock of a board is ahead, or behind. */
const clockErrors = fc.integer({ min: -3 * 24 * 60, max: 10 });

/** The rules and starts of the alerts that are open. */
function list({ open }: AlertMemory) {
  return open.map(({ rule, severity, since }) => `${severity} ${rule} ${(since - START) / MINUTE}`);
}

function fold(control: Partial<BinControl>, from: AlertMemory = NO_ALERT_MEMORY): AlertMemory {
  return foldControl(from, { ...QUIET, ...control });
}

const failed = { state: 'failed', failure: 'no-answer', endedAt: at(2) } as const;

describe('a failed OFF', () => {
  const raised = fold({ commands: [command(failed)] });

  test('is critical, even if it was never sent, until the board answers an OFF', () => {
    expect(list(raised)).toEqual(['critical fan-off-failed 2']);
    expect(list(fold({ commands: [command({ state: 'expired', endedAt: at(5) })] }))).toEqual([
      'critical fan-off-failed 5',
    ]);
    const second = command({ state: 'queued', queuedAt: at(7) });
    expect(list(fold({ commands: [second], now: at(3000) }, raised))).toEqual(list(raised));
    expect(list(fold({ commands: [second] }))).toEqual([]);
    const answered = { ...second, state: 'confirmed', confirmedAt: at(8) } as const;
    expect(list(fold({ commands: [answered] }, raised))).toEqual([]);
    // An answer that came too late for its state.
    expect(list(fold({ commands: [command({ ...failed, confirmedAt: at(9) })] }, raised))).toEqual(
      [],
    );
  });

  test('ends when someone uses the switch, or the fan stops for another reason', () => {
    const commands = [command(failed)];
    expect(list(fold({ commands, switchedAt: at(4) }, raised))).toEqual([]);
    expect(list(fold({ commands, fan: report(false, 4) }, raised))).toEqual([]);
    const before = { commands, switchedAt: at(-4), fan: report(false, -4) };
    expect(list(fold(before, raised))).toEqual(list(raised));
  });

  test("ends with a stop that arrives after it was requested, whatever the board's clock shows", () => {
    const isOpen = (minutes: number, ahead: number) =>
      list(fold({ commands: [command(failed)], fan: report(false, minutes, ahead) })).length > 0;
    fc.assert(
      fc.property(clockErrors, fc.integer({ min: 1, max: 600 }), (ahead, minutes) => {
        expect([isOpen(-minutes, ahead), isOpen(minutes, ahead)]).toEqual([true, false]);
      }),
    );
  });

  test('is not an alert if someone at the bin prevented it', () => {
    const commands = [command({ ...failed, failure: 'overridden' })];
    expect(list(fold({ commands }, raised))).toEqual([]);
  });

  test('is not ended by late readings', () => {
    expect(list(keepNewestAlerts(NO_ALERT_MEMORY, raised))).toEqual(list(raised));
  });
});

describe('another command that failed', () => {
  const cable = { kind: 'cable', text: 'setF7101FF02' } as const;

  test.each([
    ['an ON', command({ ...failed, isOn: true })],
    ['a change to a cable', command({ ...failed, failure: 'refused', instruction: cable })],
  ])('is a warning for a day: %s', (_name, last) => {
    const raised = fold({ commands: [last] });
    expect(list(raised)).toEqual(['warning command-failed 2']);
    expect(list(fold({ commands: [last], now: at(24 * 60 + 1) }, raised))).toHaveLength(1);
    expect(list(fold({ commands: [last], now: at(24 * 60 + 2) }, raised))).toEqual([]);
  });

  test('stays while it is tried again, and ends when it is confirmed', () => {
    const raised = fold({ commands: [command({ ...failed, isOn: true })] });
    const second = command({ isOn: true, queuedAt: at(7) });
    expect(list(fold({ commands: [second] }, raised))).toEqual(list(raised));
    const confirmed = { ...second, state: 'confirmed', confirmedAt: at(8) } as const;
    expect(list(fold({ commands: [confirmed] }, raised))).toEqual([]);
  });

  test('is not an alert for a request, or if the fan is locked out', () => {
    const request = command({ ...failed, instruction: { kind: 'request' } });
    const locked = command({ ...failed, isOn: true, failure: 'lockout' });
    expect(list(fold({ commands: [request, locked] }))).toEqual([]);
  });
});

describe('airflow', () => {
  const plenum = { plenumSensorAttached: true, fanOnSpeed: 3, fanOffSpeed: 1 };

  /** The memory after readings with these speeds, every five minutes. */
  function foldSpeeds(...speeds: readonly (number | null)[]): AlertMemory {
    return foldSpeedsAhead(0, ...speeds);
  }

  /** The same by a clock that is `ahead` minutes ahead. */
  function foldSpeedsAhead(ahead: number, ...speeds: readonly (number | null)[]): AlertMemory {
    return speeds.reduce<AlertMemory>((memory, windSpeed, index) => {
      const reading = testReading([], { at: at(index * 5 + ahead), scalars: { windSpeed } });
      return foldReading(memory, { reading, fillPercent: null }, testAlertSettings({ plenum }));
    }, NO_ALERT_MEMORY);
  }

  test('that does not follow a fan within 15 minutes is a warning', () => {
    const fan = report(true, 0);
    expect(list(fold({ fan }, foldSpeeds(0, 0, 0)))).toEqual([]);
    expect(list(fold({ fan }, foldSpeeds(0, 0, 0, 0)))).toEqual(['warning no-air 0']);
    expect(list(fold({ fan }, foldSpeeds(0, 4, 4, 4)))).toEqual([]);
    expect(list(fold({ fan: report(true, 5) }, foldSpeeds(0, 0, 0, 0)))).toEqual([]);
    expect(list(fold({ fan, usualIntervalMs: 10 * MINUTE }, foldSpeeds(0, 0, 0, 0)))).toEqual([]);
  });

  test('that stops while the fan is on is a warning too, which ends when it returns', () => {
    const fan = report(true, -600);
    const stopped = fold({ fan }, foldSpeeds(4, 0, 0, 0, 0));
    expect(list(stopped)).toEqual(['warning no-air 5']);
    expect(list(fold({ fan }, foldSpeeds(4, 0, 0, 0, 0, 4)))).toEqual([]);
  });

  test('that moves while the fan is off is critical', () => {
    const fan = report(false, 0);
    expect(list(fold({ fan }, foldSpeeds(4, 4, 4, 4)))).toEqual(['critical air-without-command 0']);
    expect(list(fold({ fan }, foldSpeeds(4, 4, 0, 4)))).toEqual([]);
  });

  test("is compared with the fan by the board's timestamps, whatever its clock shows", () => {
    const isFound = (fan: ReportedFan, memory: AlertMemory) =>
      list(fold({ fan }, memory)).length > 0;
    fc.assert(
      fc.property(clockErrors, (ahead) => {
        const fan = report(false, 0, ahead);
        expect(isFound(fan, foldSpeedsAhead(ahead, 4, 4, 4))).toBe(false);
        expect(isFound(fan, foldSpeedsAhead(ahead, 4, 4, 4, 4))).toBe(true);
      }),
    );
  });

  test('is unchanged if its speed is unknown or between both limits', () => {
    const fan = report(false, 0);
    expect(list(fold({ fan }, foldSpeeds(4, 2, null, 4)))).toEqual([
      'critical air-without-command 0',
    ]);
    expect(list(fold({ fan }, foldSpeeds(2, 2, 2, 2)))).toEqual([]);
  });

  test('raises no alert before the board reports its fan, or without a sensor', () => {
    expect(list(fold({ fan: null }, foldSpeeds(4, 4, 4, 4)))).toEqual([]);
    expect(list(fold({ fan: report(false, 0) }))).toEqual([]);
  });
});

describe('installation mode', () => {
  test('that is left on for a day is a warning', () => {
    const control = { installationModeSince: START };
    expect(list(fold({ ...control, now: millis(START + DAY - HOUR) }))).toEqual([]);
    expect(list(fold({ ...control, now: millis(START + DAY) }))).toEqual([
      'warning installation-mode 0',
    ]);
  });
});

describe('an entry', () => {
  test('that is open for 45 minutes is critical until it is closed', () => {
    const control = { entrySince: START };
    expect(list(fold({ ...control, now: at(44) }))).toEqual([]);
    const overdue = fold({ ...control, now: at(45) });
    expect(list(overdue)).toEqual(['critical entry-overdue 0']);
    expect(list(fold({ now: at(46) }, overdue))).toEqual([]);
  });
});
