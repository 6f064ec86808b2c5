import { HOUR, millis } from '@granary/domain/units';
import { describe, expect, it } from 'vitest';
import { servedReading } from '../../bin-data/reading.fixture.ts';
import { judgeBins } from './assess-bins.ts';
import { listedBin } from './listed-bin.fixture.ts';

const now = millis(Date.UTC(2026, 9, 14, 14, 22));
const cable = { cable: 1, name: 'Cable 1', cableId: 11, subBin: 1, flip: false, crop: null };
const stateOf = (changes: Parameters<typeof listedBin>[0]) =>
  judgeBins([listedBin(changes)], now, 'en')[0]?.state;

describe('judging bins', () => {
  it('sorts them by name as a person counts', () => {
    const names = ['Home 10', 'home 2', 'Coteau 1'];
    const sorted = judgeBins(
      names.map((name, index) => listedBin({ id: index + 1, name })),
      now,
      'en',
    );
    expect(sorted.map(({ bin }) => bin.name)).toEqual(['Coteau 1', 'home 2', 'Home 10']);
  });

  it('takes the served reading, its cables and its statuses as the rules want them', () => {
    expect(stateOf({ latest: servedReading() })).toBe('ok');
    expect(stateOf({ latest: null })).toBe('unknown');
    expect(stateOf({ latest: servedReading({ at: millis(now - 26 * HOUR) }) })).toBe('no-data');
    expect(stateOf({ latest: servedReading({ battery: 12 }) })).toBe('warning');
    expect(stateOf({ latest: servedReading({ anyError: true }) })).toBe('warning');
    expect(stateOf({ latest: servedReading({ cables: [{ ...cable, cableId: -1 }] }) })).toBe(
      'warning',
    );
    const hot = servedReading({ temperatures: [[14, 31]] });
    expect(stateOf({ latest: hot })).toBe('critical');
    expect(stateOf({ latest: hot, differenceAlertC: 9 })).toBe('watch');
    const sensorsInformation = { 11: { 2: { sensorStatus: 'disable' as const } } };
    expect(stateOf({ latest: hot, sensorsInformation })).toBe('ok');
  });
});
