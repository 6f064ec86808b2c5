import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createTestAlertSettings } from '../../test/support/alerts.ts';
import { testReading } from '../../test/support/readings.ts';
import { DAY, HOUR, MINUTE, type Millis, millis } from '../units.ts';
import type { BinControl, LastCommand, ReportedFan } from './control-rules.ts';
import { foldControl, foldReading } from './fold.ts';
import { type AlertMemory, keepNewestAlerts, NO_ALERT_MEMORY } from './memory.ts';

const START = millis(1_700_000_000_000);
const timeAt = (minutes: number): Millis => millis(START + minutes * MINUTE);

const IDLE_CONTROL: BinControl = {
  now: START,
  commands: [],
  fan: null,
  switchedAt: null,
  usualIntervalMs: 5 * MINUTE,
  installationModeSince: null,
  entrySince: null,
};

function createCommand(overrides: Partial<LastCommand> & { readonly isOn?: boolean }): LastCommand {
  const { isOn = false, ...fields } = overrides;
  return {
    instruction: { kind: 'fan', isOn, runForS: null },
    state: 'released',
    failure: null,
    queuedAt: START,
    confirmedAt: null,
    endedAt: null,
    ...fields,
  };
}

/** A fan report `minutes` after the start, from a board whose clock is `ahead` minutes ahead. */
function createFanReport(isOn: boolean, minutes: number, ahead = 0): ReportedFan {
  return { isOn, since: timeAt(minutes + ahead), reportedAt: timeAt(minutes) };
}

/** Minutes that a board's clock is ahead; negative if it is behind. */
const clockErrors = fc.integer({ min: -3 * 24 * 60, max: 10 });

/** Formats the open alerts as severity, rule and start, in minutes. */
function formatAlerts({ open }: AlertMemory) {
  return open.map(({ rule, severity, since }) => `${severity} ${rule} ${(since - START) / MINUTE}`);
}

function fold(control: Partial<BinControl>, from: AlertMemory = NO_ALERT_MEMORY): AlertMemory {
  return foldControl(from, { ...IDLE_CONTROL, ...control });
}

const failedState = { state: 'failed', failure: 'no-answer', endedAt: timeAt(2) } as const;

describe('the alert about a failed OFF', () => {
  const raised = fold({ commands: [createCommand(failedState)] });

  test('is critical, even if it was never sent, until the board answers an OFF', () => {
    expect(formatAlerts(raised)).toEqual(['critical fan-off-failed 2']);
    expect(
      formatAlerts(fold({ commands: [createCommand({ state: 'expired', endedAt: timeAt(5) })] })),
    ).toEqual(['critical fan-off-failed 5']);
    const second = createCommand({ state: 'queued', queuedAt: timeAt(7) });
    expect(formatAlerts(fold({ commands: [second], now: timeAt(3000) }, raised))).toEqual(
      formatAlerts(raised),
    );
    expect(formatAlerts(fold({ commands: [second] }))).toEqual([]);
    const answeredCommand = { ...second, state: 'confirmed', confirmedAt: timeAt(8) } as const;
    expect(formatAlerts(fold({ commands: [answeredCommand] }, raised))).toEqual([]);
    // An answer that came after the command had failed.
    expect(
      formatAlerts(
        fold({ commands: [createCommand({ ...failedState, confirmedAt: timeAt(9) })] }, raised),
      ),
    ).toEqual([]);
  });

  test('ends when someone uses the switch, or the fan stops for another reason', () => {
    const commands = [createCommand(failedState)];
    expect(formatAlerts(fold({ commands, switchedAt: timeAt(4) }, raised))).toEqual([]);
    expect(formatAlerts(fold({ commands, fan: createFanReport(false, 4) }, raised))).toEqual([]);
    const earlierReports = { commands, switchedAt: timeAt(-4), fan: createFanReport(false, -4) };
    expect(formatAlerts(fold(earlierReports, raised))).toEqual(formatAlerts(raised));
  });

  test("ends with a stop reported after the OFF was requested, regardless of the board's clock", () => {
    const isOpen = (minutes: number, ahead: number) =>
      formatAlerts(
        fold({
          commands: [createCommand(failedState)],
          fan: createFanReport(false, minutes, ahead),
        }),
      ).length > 0;
    fc.assert(
      fc.property(clockErrors, fc.integer({ min: 1, max: 600 }), (ahead, minutes) => {
        expect([isOpen(-minutes, ahead), isOpen(minutes, ahead)]).toEqual([true, false]);
      }),
    );
  });

  test('is not raised if someone at the bin prevented the OFF', () => {
    const commands = [createCommand({ ...failedState, failure: 'overridden' })];
    expect(formatAlerts(fold({ commands }, raised))).toEqual([]);
  });

  test('is not ended by late readings', () => {
    expect(formatAlerts(keepNewestAlerts(NO_ALERT_MEMORY, raised))).toEqual(formatAlerts(raised));
  });
});

describe('the alert about another failed command', () => {
  const cable = { kind: 'cable', text: 'setF7101FF02' } as const;

  test.each([
    ['an ON', createCommand({ ...failedState, isOn: true })],
    [
      'a change to a cable',
      createCommand({ ...failedState, failure: 'refused', instruction: cable }),
    ],
  ])('is a warning for a day: %s', (_name, last) => {
    const raised = fold({ commands: [last] });
    expect(formatAlerts(raised)).toEqual(['warning command-failed 2']);
    expect(formatAlerts(fold({ commands: [last], now: timeAt(24 * 60 + 1) }, raised))).toHaveLength(
      1,
    );
    expect(formatAlerts(fold({ commands: [last], now: timeAt(24 * 60 + 2) }, raised))).toEqual([]);
  });

  test('stays open while the command is retried, and ends when the command is confirmed', () => {
    const raised = fold({ commands: [createCommand({ ...failedState, isOn: true })] });
    const second = createCommand({ isOn: true, queuedAt: timeAt(7) });
    expect(formatAlerts(fold({ commands: [second] }, raised))).toEqual(formatAlerts(raised));
    const confirmedCommand = { ...second, state: 'confirmed', confirmedAt: timeAt(8) } as const;
    expect(formatAlerts(fold({ commands: [confirmedCommand] }, raised))).toEqual([]);
  });

  test('is not raised for a request for a reading, or if the fan is locked out', () => {
    const request = createCommand({ ...failedState, instruction: { kind: 'request' } });
    const lockedOutCommand = createCommand({ ...failedState, isOn: true, failure: 'lockout' });
    expect(formatAlerts(fold({ commands: [request, lockedOutCommand] }))).toEqual([]);
  });
});

describe('airflow', () => {
  const plenum = { plenumSensorAttached: true, fanOnSpeed: 3, fanOffSpeed: 1 };

  /** The memory after readings with these speeds, every five minutes. */
  function foldSpeeds(...speeds: readonly (number | null)[]): AlertMemory {
    return foldSpeedsAhead(0, ...speeds);
  }

  /**
   * The memory after readings with these speeds, every five minutes, from a board whose clock is `ahead`
   * minutes ahead.
   */
  function foldSpeedsAhead(ahead: number, ...speeds: readonly (number | null)[]): AlertMemory {
    return speeds.reduce<AlertMemory>((memory, windSpeed, index) => {
      const reading = testReading([], { at: timeAt(index * 5 + ahead), scalars: { windSpeed } });
      return foldReading(
        memory,
        { reading, fillPercent: null },
        createTestAlertSettings({ plenum }),
      );
    }, NO_ALERT_MEMORY);
  }

  test('that does not start within 15 minutes of the fan turning on is a warning', () => {
    const fan = createFanReport(true, 0);
    expect(formatAlerts(fold({ fan }, foldSpeeds(0, 0, 0)))).toEqual([]);
    expect(formatAlerts(fold({ fan }, foldSpeeds(0, 0, 0, 0)))).toEqual(['warning no-air 0']);
    expect(formatAlerts(fold({ fan }, foldSpeeds(0, 4, 4, 4)))).toEqual([]);
    expect(formatAlerts(fold({ fan: createFanReport(true, 5) }, foldSpeeds(0, 0, 0, 0)))).toEqual(
      [],
    );
    expect(
      formatAlerts(fold({ fan, usualIntervalMs: 10 * MINUTE }, foldSpeeds(0, 0, 0, 0))),
    ).toEqual([]);
  });

  test('that stops while the fan is on is also a warning, until it returns', () => {
    const fan = createFanReport(true, -600);
    const stopped = fold({ fan }, foldSpeeds(4, 0, 0, 0, 0));
    expect(formatAlerts(stopped)).toEqual(['warning no-air 5']);
    expect(formatAlerts(fold({ fan }, foldSpeeds(4, 0, 0, 0, 0, 4)))).toEqual([]);
  });

  test('that is measured while the fan is off is critical', () => {
    const fan = createFanReport(false, 0);
    expect(formatAlerts(fold({ fan }, foldSpeeds(4, 4, 4, 4)))).toEqual([
      'critical air-without-command 0',
    ]);
    expect(formatAlerts(fold({ fan }, foldSpeeds(4, 4, 0, 4)))).toEqual([]);
  });

  test("is compared with the fan state using the board's timestamps, even if its clock is wrong", () => {
    const isRaised = (fan: ReportedFan, memory: AlertMemory) =>
      formatAlerts(fold({ fan }, memory)).length > 0;
    fc.assert(
      fc.property(clockErrors, (ahead) => {
        const fan = createFanReport(false, 0, ahead);
        expect(isRaised(fan, foldSpeedsAhead(ahead, 4, 4, 4))).toBe(false);
        expect(isRaised(fan, foldSpeedsAhead(ahead, 4, 4, 4, 4))).toBe(true);
      }),
    );
  });

  test('does not change an alert if its speed is unknown or between the limits', () => {
    const fan = createFanReport(false, 0);
    expect(formatAlerts(fold({ fan }, foldSpeeds(4, 2, null, 4)))).toEqual([
      'critical air-without-command 0',
    ]);
    expect(formatAlerts(fold({ fan }, foldSpeeds(2, 2, 2, 2)))).toEqual([]);
  });

  test('raises no alert before the board reports its fan, or without a sensor', () => {
    expect(formatAlerts(fold({ fan: null }, foldSpeeds(4, 4, 4, 4)))).toEqual([]);
    expect(formatAlerts(fold({ fan: createFanReport(false, 0) }))).toEqual([]);
  });
});

describe('installation mode', () => {
  test('that is left on for a day is a warning', () => {
    const control = { installationModeSince: START };
    expect(formatAlerts(fold({ ...control, now: millis(START + DAY - HOUR) }))).toEqual([]);
    expect(formatAlerts(fold({ ...control, now: millis(START + DAY) }))).toEqual([
      'warning installation-mode 0',
    ]);
  });
});

describe('an entry', () => {
  test('that is open for 45 minutes is critical until it is closed', () => {
    const control = { entrySince: START };
    expect(formatAlerts(fold({ ...control, now: timeAt(44) }))).toEqual([]);
    const overdue = fold({ ...control, now: timeAt(45) });
    expect(formatAlerts(overdue)).toEqual(['critical entry-overdue 0']);
    expect(formatAlerts(fold({ now: timeAt(46) }, overdue))).toEqual([]);
  });
});
