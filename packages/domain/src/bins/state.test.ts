import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { testReading } from '../../test/support/readings.ts';
import type { AlertSummary } from '../alerts/alert.ts';
import { HOUR, MINUTE, type Millis, millis } from '../units.ts';
import {
  binStates,
  bySeverity,
  detectFindings,
  expireFindings,
  type FindingInputs,
  findWorstState,
  findWorstStateInCounts,
  getFindingState,
  getHotSpotSeverity,
  getSeverityKey,
  listAlerts,
} from './state.ts';
import { sustainedFindings } from './sustained-findings.ts';

const now = millis(1_700_000_000_000);
const coolAndDry = testReading([[8, 9]], { humidities: [[55, 56]] });

const healthy: FindingInputs = {
  now,
  lastAt: millis(now - 5 * MINUTE),
  usualIntervalMs: 10 * MINUTE,
  reading: coolAndDry,
  crop: 'Wheat',
  rows: { getStatus: () => 'unmute', flips: [], subBins: [], fillPercent: null },
  hotSensors: [],
  differenceLimit: 5,
  co2Risk: null,
  sustainedFindings: [],
  boardProblems: null,
  alerts: [],
};

function detectWith({ rows, ...overrides }: Changes) {
  return detectFindings({ ...healthy, ...overrides, rows: { ...healthy.rows, ...rows } });
}

const findKinds = (changes: Changes) => detectWith(changes).map(({ kind }) => kind);

type Changes = Partial<Omit<FindingInputs, 'rows'>> & {
  readonly rows?: Partial<FindingInputs['rows']>;
};

test('a bin without findings is OK', () => {
  expect(detectWith({})).toEqual([]);
  expect(findWorstState([])).toBe('ok');
});

test('a bin without readings is unknown and has no other finding', () => {
  expect(detectWith({ lastAt: null, reading: null })).toEqual([{ kind: 'never-read' }]);
  expect(findWorstState([{ kind: 'never-read' }])).toBe('unknown');
});

test('a refused board and a bin that is not set up are findings for all bins on the board', () => {
  const boardProblems = {
    refusedAt: now,
    isKeyProven: false,
    unknownBins: [{ binNumber: 2, at: now }],
  };
  const wrongKey = { kind: 'wrong-board-key', at: now };
  const unknown = { kind: 'unknown-bins', numbers: [2] };
  expect(detectWith({ boardProblems })).toEqual([wrongKey, unknown]);
  const neverRead = detectWith({ boardProblems, lastAt: null, reading: null });
  expect(neverRead).toEqual([wrongKey, unknown, { kind: 'never-read' }]);
  expect(findWorstState(neverRead)).toBe('warning');
  const overdue = detectWith({ boardProblems, lastAt: millis(now - 3 * HOUR) });
  expect(overdue.map(({ kind }) => kind)).toEqual(['wrong-board-key', 'no-data', 'unknown-bins']);
});

const hotSpot = { cable: 1, position: 2, depth: 2, temperature: 30, excess: 8 };

test('hot spots are as severe as the finding about them, and critical only if there is an alert', () => {
  const alert = (rule: AlertSummary['rule'], severity: AlertSummary['severity']) => [
    { rule, severity, since: now, value: 8, limit: 5, sensor: null },
  ];
  const co2 = { level: 'warning', value: 1_200, limit: 1_000 } as const;
  const severity = (changed: Changes) => {
    const all = detectWith({ hotSensors: [hotSpot], ...changed });
    const shown = getHotSpotSeverity(all);
    // The bin's state is at least as severe as the hot spot shown in its picture.
    expect(binStates.indexOf(findWorstState(all))).toBeLessThanOrEqual(binStates.indexOf(shown));
    return shown;
  };
  expect(severity({})).toBe('watch');
  expect(severity({ co2Risk: co2, alerts: alert('co2-risk', 'warning') })).toBe('warning');
  expect(severity({ alerts: alert('temperature', 'critical') })).toBe('watch');
  expect(severity({ alerts: alert('hot-spot', 'critical') })).toBe('critical');
  expect(severity({ lastAt: millis(0), alerts: alert('hot-spot', 'critical') })).toBe('critical');
});

test('a bin whose sensors have no values is unknown', () => {
  const empty = detectWith({ reading: testReading([[null]]) });
  expect(empty).toEqual([{ kind: 'no-values' }]);
  expect(findWorstState(empty)).toBe('unknown');
  expect(detectWith({ rows: { getStatus: () => 'disable' } })).toEqual([{ kind: 'no-values' }]);
});

describe('the air above the grain', () => {
  const damp = testReading([[25, 8]], { humidities: [[95, 55]] });

  test('is not in the findings about the grain', () => {
    const found = detectWith({ reading: damp, rows: { fillPercent: 50 }, sustainedFindings });
    expect(found).toMatchObject([
      { kind: 'temperature-insight', value: 8 },
      { kind: 'humidity-insight', value: 55 },
    ]);
  });

  test('is ignored in an empty bin, which has only findings about its board', () => {
    expect(detectWith({ reading: damp, rows: { fillPercent: 0 }, sustainedFindings })).toEqual([]);
    const faulty = testReading([[25, 8]], { anyError: true });
    expect(detectWith({ reading: faulty, rows: { fillPercent: 0 }, sustainedFindings })).toEqual([
      { kind: 'board-error' },
    ]);
  });

  test('is enough for the bin to count as having values', () => {
    expect(detectWith({ reading: testReading([[8, null]]), rows: { fillPercent: 50 } })).toEqual(
      [],
    );
    expect(detectWith({ reading: testReading([[null, null]]), rows: { fillPercent: 0 } })).toEqual([
      { kind: 'no-values' },
    ]);
  });
});

test('finds the worst state of several bins', () => {
  const none = { critical: 0, warning: 0, 'no-data': 0, watch: 0, unknown: 0, ok: 0 };
  expect(findWorstStateInCounts(none)).toBeNull();
  expect(findWorstStateInCounts({ ...none, ok: 2, 'no-data': 1 })).toBe('no-data');
  expect(findWorstStateInCounts({ ...none, unknown: 1, watch: 3, critical: 1 })).toBe('critical');
});

describe('a bin without new data', () => {
  const lastAt = millis(now - 3 * HOUR);

  test('reports how long data have been missing', () => {
    expect(detectWith({ lastAt })).toEqual([
      { kind: 'no-data', since: lastAt, usualIntervalMs: 10 * MINUTE },
    ]);
  });

  test('does not raise insights from old values', () => {
    const hot = testReading([[30]], { humidities: [[90]] });
    expect(findKinds({ lastAt, reading: hot, sustainedFindings })).toEqual(['no-data']);
  });

  test('still reports the findings about its board, worst first', () => {
    const faulty = testReading([[30]], { anyError: true });
    const found = detectWith({ lastAt, reading: faulty });
    expect(found.map(({ kind }) => kind)).toEqual(['board-error', 'no-data']);
    expect(findWorstState(found)).toBe('warning');
  });

  test('has the same findings when earlier ones are updated as when it is assessed again', () => {
    const faulty = testReading([[30]], { humidities: [[90]], anyError: true });
    const at = (time: Millis) => ({ ...healthy, lastAt, now: time, reading: faulty });
    const delay = fc.integer({ min: 0, max: 2 * HOUR });
    fc.assert(
      fc.property(delay, delay, (ms, more) => {
        const earlier = detectFindings(at(millis(lastAt + ms)));
        const later = at(millis(lastAt + ms + more));
        expect(expireFindings(earlier, later)).toEqual(detectFindings(later));
      }),
    );
  });

  test('is reported even if its reading is not loaded', () => {
    expect(findKinds({ lastAt, reading: null })).toEqual(['no-data']);
  });
});

test('each fault of the board is a warning', () => {
  const faulty = testReading([[8], [9], [7]], {
    cableIds: [-1, 12, -1],
    scalars: { battery: 19.9 },
    anyError: true,
    clockWrong: true,
  });
  const found = detectWith({ reading: faulty, sustainedFindings: ['battery-low'] });
  expect(found).toEqual([
    { kind: 'cable-address', cables: [1, 3] },
    { kind: 'board-error' },
    { kind: 'battery-low', percent: 19.9, limit: 20 },
    { kind: 'clock-wrong' },
  ]);
  expect(found.map(getFindingState)).toEqual(['warning', 'warning', 'warning', 'warning']);
});

test('values beyond a limit for less than an hour do not cause findings', () => {
  const reading = testReading([[31]], { humidities: [[90]], scalars: { battery: 5 } });
  expect(detectWith({ reading })).toEqual([]);
});

test('warm and moist grain gives the bin the state "watch", and the findings include the value and the limit', () => {
  const reading = testReading([[21.5, 8]], { humidities: [[75, 69]] });
  const found = detectWith({ reading, sustainedFindings });
  expect(found).toEqual([
    { kind: 'temperature-insight', value: 21.5, limit: 20 },
    { kind: 'humidity-insight', value: 72, limit: 70 },
  ]);
  expect(findWorstState(found)).toBe('watch');
});

test('the humidity of an oilseed is high above 60 %', () => {
  const reading = testReading([[8]], { humidities: [[61]] });
  expect(detectWith({ reading, crop: 'Canola', sustainedFindings: ['humidity-insight'] })).toEqual([
    { kind: 'humidity-insight', value: 61, limit: 60 },
  ]);
});

test('a wet row gives the bin the state "watch", unless all grain is damp', () => {
  const reading = testReading([[8, 8]], { humidities: [[45, 81]] });
  const found = detectWith({ reading, sustainedFindings: ['wet-grain'] });
  expect(found).toEqual([{ kind: 'wet-grain', depth: 2, value: 81, limit: 70 }]);
  expect(findWorstState(found)).toBe('watch');
  expect(findKinds({ reading, sustainedFindings })).not.toContain('wet-grain');
});

test('CO2 is a finding as severe as its level, up to warning, even beside a hot spot', () => {
  const states = { watch: 'watch', warning: 'warning', critical: 'warning' } as const;
  for (const level of ['watch', 'warning', 'critical'] as const) {
    const co2Risk = { level, value: 1_700, limit: 600 };
    expect(detectWith({ co2Risk })).toEqual([{ kind: 'co2', ...co2Risk }]);
    expect(findWorstState(detectWith({ co2Risk }))).toBe(states[level]);
    expect(findWorstState(detectWith({ co2Risk, hotSensors: [hotSpot] }))).toBe(states[level]);
  }
});

test('ignores a disabled hot sensor', () => {
  const reading = testReading([[35, 8]], { humidities: [[50, 50]] });
  const getStatus: FindingInputs['rows']['getStatus'] = (_cable, position) =>
    position === 1 ? 'disable' : 'unmute';
  const sustained = ['temperature-insight'] as const;
  const found = detectWith({ reading, rows: { getStatus }, sustainedFindings: sustained });
  expect(found).toMatchObject([{ value: 8 }]);
});

describe('a hot spot', () => {
  const reading = testReading([[8, 26, 9]], { humidities: [[50, 50, 50]] });
  const edge = { cable: 1, position: 1, depth: 1, temperature: 8, excess: 6 };
  const core = { cable: 1, position: 2, depth: 2, temperature: 26, excess: 15 };

  test('gives the bin the state "watch" and is reported once, with the sensor that has the greatest excess', () => {
    const found = detectWith({ reading, hotSensors: [edge, core] });
    expect(found).toEqual([{ kind: 'hot-spot', ...core, limit: 5, co2: null }]);
    expect(findWorstState(found)).toBe('watch');
  });

  test('names the CO2 that it causes, which is not a separate finding', () => {
    const co2Risk = { level: 'warning', value: 1_200, limit: 1_000 } as const;
    const found = detectWith({ reading, hotSensors: [core], co2Risk });
    expect(found).toEqual([{ kind: 'hot-spot', ...core, limit: 5, co2: co2Risk }]);
    expect(findWorstState(found)).toBe('warning');
  });

  test('does not raise a finding if its sensors are muted', () => {
    const hotSensors = [edge, core];
    const muted = detectWith({
      reading,
      hotSensors,
      rows: { getStatus: (_, sensorPosition) => (sensorPosition < 3 ? 'mute' : 'unmute') },
    });
    expect(muted).toEqual([]);
    const partlyMuted = detectWith({
      reading,
      hotSensors,
      rows: { getStatus: (_, sensorPosition) => (sensorPosition === 2 ? 'mute' : 'unmute') },
    });
    expect(partlyMuted).toMatchObject([{ kind: 'hot-spot', position: 1 }]);
  });

  test('in an old reading is not reported', () => {
    const lastAt = millis(now - 3 * HOUR);
    const found = detectWith({ lastAt, reading, hotSensors: [core] });
    expect(found.map(({ kind }) => kind)).toEqual(['no-data']);
  });

  test('is ordered by excess, after warnings', () => {
    const spot = { kind: 'hot-spot', ...core, limit: 5, co2: null } as const;
    const lesser = { kind: 'hot-spot', ...edge, limit: 5, co2: null } as const;
    const error = { kind: 'board-error' } as const;
    expect([lesser, spot, error].sort(bySeverity)).toEqual([error, spot, lesser]);
  });
});

describe('an open alert', () => {
  const alert = (overrides: Partial<AlertSummary>): AlertSummary => ({
    rule: 'hot-spot',
    severity: 'critical',
    since: now,
    value: 9,
    limit: 5,
    sensor: { cable: 1, position: 2, depth: 2 },
    ...overrides,
  });
  const reading = testReading([[8, 26, 9]], { humidities: [[50, 50, 50]] });
  const hot = { cable: 1, position: 2, depth: 2, temperature: 26, excess: 15 };
  const spot = { kind: 'hot-spot', ...hot, limit: 5, co2: null } as const;

  test('raises the state of the finding about the same thing', () => {
    const found = detectWith({ reading, hotSensors: [hot], alerts: [alert({})] });
    expect(found).toEqual([{ ...spot, alerts: [alert({})] }]);
    expect(findWorstState(found)).toBe('critical');
    const lesser = alert({ severity: 'warning' });
    expect(findWorstState(detectWith({ reading, hotSensors: [hot], alerts: [lesser] }))).toBe(
      'warning',
    );
  });

  test("about the CO2 of a hot spot is listed in the hot spot's finding", () => {
    const co2Risk = { level: 'warning', value: 1_200, limit: 1_000 } as const;
    const co2RiskAlert = alert({ rule: 'co2-risk', severity: 'warning', sensor: null });
    const found = detectWith({ reading, hotSensors: [hot], co2Risk, alerts: [co2RiskAlert] });
    expect(found).toEqual([{ ...spot, co2: co2Risk, alerts: [co2RiskAlert] }]);
    expect(findWorstState(found)).toBe('warning');
    const withoutCo2 = detectWith({ reading, hotSensors: [hot], alerts: [co2RiskAlert] });
    expect(withoutCo2).toEqual([{ kind: 'alert', alert: co2RiskAlert }, spot]);
    const trend = alert({ rule: 'co2-trend', severity: 'watch', sensor: null });
    expect(detectWith({ co2Risk, alerts: [trend] })).toHaveLength(1);
  });

  test('does not lower the state of the finding about the same thing', () => {
    const co2Risk = { level: 'warning', value: 1_200, limit: 1_000 } as const;
    const found = detectWith({ co2Risk, alerts: [alert({ rule: 'co2-risk', severity: 'watch' })] });
    expect(findWorstState(found)).toBe('warning');
  });

  test('is a finding even if the newest reading does not show it', () => {
    const temperature = alert({ rule: 'temperature', value: 31, limit: 30 });
    const level = alert({ rule: 'level-low', severity: 'warning', sensor: null });
    const found = detectWith({ reading, hotSensors: [hot], alerts: [level, temperature] });
    expect(found).toEqual([
      { kind: 'alert', alert: temperature },
      { kind: 'alert', alert: level },
      spot,
    ]);
    expect(findWorstState(found)).toBe('critical');
    expect(listAlerts(found)).toEqual([temperature, level]);
  });

  test('stays a finding of a bin without new data', () => {
    const inputs = { reading, hotSensors: [hot], alerts: [alert({})] };
    const later = { ...healthy, now: millis(now + 3 * HOUR) };
    const expired = expireFindings(detectWith(inputs), later);
    expect(expired.map(({ kind }) => kind)).toEqual(['alert', 'no-data']);
    expect(expired).toEqual(detectFindings({ ...later, ...inputs }));
    expect(findWorstState(expired)).toBe('critical');
  });

  test('about missing data gives the bin the state "no data"', () => {
    const noData = alert({ rule: 'no-data', severity: 'warning', sensor: null });
    expect(findWorstState(detectWith({ alerts: [noData] }))).toBe('no-data');
    const boardNoData = { ...noData, rule: 'board-no-data' as const };
    expect(findWorstState(detectWith({ alerts: [boardNoData] }))).toBe('no-data');
  });
});

test('findings are ordered by their severity keys', () => {
  const kinds = fc.constantFrom('temperature-insight', 'humidity-insight');
  const finding = fc.oneof(
    fc.record({ kind: kinds, value: fc.integer({ min: 15, max: 40 }), limit: fc.constant(20) }),
    fc.record({ kind: fc.constantFrom('board-error', 'clock-wrong', 'never-read') }),
  );
  fc.assert(
    fc.property(finding, finding, (a, b) => {
      const order = bySeverity(a, b);
      expect(Math.sign(order)).toBe(-Math.sign(bySeverity(b, a)) + 0);
      const [first, second] = order <= 0 ? [a, b] : [b, a];
      expect(binStates.indexOf(getFindingState(first))).toBeLessThanOrEqual(
        binStates.indexOf(getFindingState(second)),
      );
      const isSameKey =
        JSON.stringify(getSeverityKey(first)) === JSON.stringify(getSeverityKey(second));
      expect(isSameKey).toBe(order === 0);
    }),
  );
});

test('lists the states from critical to OK', () => {
  expect(binStates).toEqual(['critical', 'warning', 'no-data', 'watch', 'unknown', 'ok']);
});

test('orders findings by state, then temperature before other findings, then distance from the limit', () => {
  const hot = { kind: 'temperature-insight', value: 31, limit: 20 } as const;
  const warm = { kind: 'temperature-insight', value: 20.7, limit: 20 } as const;
  const damp = { kind: 'humidity-insight', value: 76, limit: 70 } as const;
  const moist = { kind: 'humidity-insight', value: 71, limit: 70 } as const;
  const error = { kind: 'board-error' } as const;
  const neverRead = { kind: 'never-read' } as const;
  const sorted = [moist, neverRead, warm, damp, error, hot].sort(bySeverity);
  expect(sorted).toEqual([error, hot, warm, damp, moist, neverRead]);
});
