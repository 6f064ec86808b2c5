import { HOUR, millis } from '@granary/domain/units';
import { describe, expect, it } from 'vitest';
import { exampleReading } from '../../bin-data/reading.fixture.ts';
import { assessBins } from './assess-bins.ts';
import { listedBin } from './listed-bin.fixture.ts';

const now = millis(Date.UTC(2026, 9, 14, 14, 22));
const cable = { cable: 1, name: 'Cable 1', cableId: 11, subBin: 1, flip: false, crop: null };
const assessState = (changes: Parameters<typeof listedBin>[0]) =>
  assessBins([listedBin(changes)], now, 'en')[0]?.state;

describe('assessing bins', () => {
  it('sorts them by name in natural order', () => {
    const names = ['Home 10', 'home 2', 'Coteau 1'];
    const sorted = assessBins(
      names.map((name, index) => listedBin({ id: index + 1, name })),
      now,
      'en',
    );
    expect(sorted.map(({ bin }) => bin.name)).toEqual(['Coteau 1', 'home 2', 'Home 10']);
  });

  it('assesses the latest reading with its cables and statuses', () => {
    expect(assessState({ latest: exampleReading() })).toBe('ok');
    expect(assessState({ latest: null })).toBe('unknown');
    expect(assessState({ latest: exampleReading({ at: millis(now - 26 * HOUR) }) })).toBe(
      'no-data',
    );
    expect(
      assessState({ latest: exampleReading({ battery: 12, heldFindings: ['battery-low'] }) }),
    ).toBe('warning');
    expect(assessState({ latest: exampleReading({ anyError: true }) })).toBe('warning');
    expect(assessState({ latest: exampleReading({ cables: [{ ...cable, cableId: -1 }] }) })).toBe(
      'warning',
    );
    const hotSensors = [{ cable: 1, position: 2, depth: 2, temperature: 31, excess: 9 }];
    const hot = exampleReading({ temperatures: [[14, 31]], hotSensors });
    expect(assessState({ latest: hot })).toBe('critical');
    const warm = { hotSensors: [], heldFindings: ['temperature-insight' as const] };
    expect(assessState({ latest: { ...hot, ...warm } })).toBe('watch');
    const co2Risk = { level: 'warning', value: 1_200, limit: 1_000 } as const;
    expect(assessState({ latest: exampleReading({ co2Risk }) })).toBe('warning');
    const sensorsInformation = { 11: { 2: { sensorStatus: 'disable' as const } } };
    const cool = exampleReading({ temperatures: [[14, 31]], hotSensors: [] });
    expect(assessState({ latest: cool, sensorsInformation })).toBe('ok');
  });
});
