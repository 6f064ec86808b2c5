import { HOUR, millis } from '@granary/domain/units';
import { describe, expect, it } from 'vitest';
import { exampleReading } from '../../bin-data/reading.fixture.ts';
import { assessBins } from './assess-bins.ts';
import { listedBin } from './listed-bin.fixture.ts';

const now = millis(Date.UTC(2026, 9, 14, 14, 22));
const cable = { cable: 1, name: 'Cable 1', cableId: 11, subBin: 1, flip: false, crop: null };
const stateOf = (changes: Parameters<typeof listedBin>[0]) =>
  assessBins([listedBin(changes)], now, 'en')[0]?.state;

describe('judging bins', () => {
  it('sorts them by name as a person counts', () => {
    const names = ['Home 10', 'home 2', 'Coteau 1'];
    const sorted = assessBins(
      names.map((name, index) => listedBin({ id: index + 1, name })),
      now,
      'en',
    );
    expect(sorted.map(({ bin }) => bin.name)).toEqual(['Coteau 1', 'home 2', 'Home 10']);
  });

  it('takes the served reading, its cables and its statuses as the rules want them', () => {
    expect(stateOf({ latest: exampleReading() })).toBe('ok');
    expect(stateOf({ latest: null })).toBe('unknown');
    expect(stateOf({ latest: exampleReading({ at: millis(now - 26 * HOUR) }) })).toBe('no-data');
    expect(stateOf({ latest: exampleReading({ battery: 12 }) })).toBe('warning');
    expect(stateOf({ latest: exampleReading({ anyError: true }) })).toBe('warning');
    expect(stateOf({ latest: exampleReading({ cables: [{ ...cable, cableId: -1 }] }) })).toBe(
      'warning',
    );
    const hot = exampleReading({ temperatures: [[14, 31]] });
    expect(stateOf({ latest: hot })).toBe('critical');
    expect(stateOf({ latest: hot, differenceAlertC: 9 })).toBe('watch');
    const sensorsInformation = { 11: { 2: { sensorStatus: 'disable' as const } } };
    expect(stateOf({ latest: hot, sensorsInformation })).toBe('ok');
  });
});
