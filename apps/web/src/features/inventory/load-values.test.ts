import { millis } from '@granary/domain/units';
import { describe, expect, it } from 'vitest';
import { type LoadValues, toLoadInput, toLoadValues, validateLoad } from './load-values.ts';

const at = millis(new Date(2026, 8, 3, 7, 5).getTime());
const validValues = {
  date: '2026-09-03',
  time: '07:05',
  volume: '1200',
  moisture: '',
  protein: '',
};

function parseLoad(values: LoadValues, locale = 'en') {
  const problems = validateLoad(values, locale);
  return Object.keys(problems).length > 0 ? { problems } : { load: toLoadInput(values, locale) };
}

describe('the load form', () => {
  it('combines the date and the time, and accepts either decimal separator', () => {
    expect(
      parseLoad({ ...validValues, volume: ' 1200,5', moisture: '14.2', protein: '0' }),
    ).toEqual({
      load: { at, volume: 1200.5, moisture: 14.2, protein: 0 },
    });
  });

  it('never mistakes a thousands separator for a decimal separator', () => {
    expect(parseLoad({ ...validValues, volume: '1,200' })).toMatchObject({
      load: { volume: 1200 },
    });
    expect(parseLoad({ ...validValues, volume: '1.200' }, 'de')).toMatchObject({
      load: { volume: 1200 },
    });
    expect(parseLoad({ ...validValues, volume: '1.200' }, 'ru')).toEqual({
      problems: { volume: 'number' },
    });
  });

  it('allows missing moisture and protein', () => {
    expect(parseLoad(validValues)).toEqual({
      load: { at, volume: 1200, moisture: null, protein: null },
    });
  });

  it.each([
    [{ date: '' }, { date: 'required' }],
    [{ time: '' }, { time: 'required' }],
    [{ volume: '' }, { volume: 'required' }],
    [{ volume: 'much' }, { volume: 'number' }],
    [{ date: '12026-09-03' }, { date: 'date' }],
    [{ volume: '0.0005' }, { volume: 'volume' }],
    [{ volume: '2000000000' }, { volume: 'volume' }],
    [{ volume: '-5' }, { volume: 'volume' }],
    [{ moisture: '101' }, { moisture: 'percent' }],
    [{ protein: '1O' }, { protein: 'number' }],
    [
      { volume: 'Infinity', protein: '0x10' },
      { volume: 'number', protein: 'number' },
    ],
  ])('reports the invalid field for %o', (changes, problems) => {
    expect(parseLoad({ ...validValues, ...changes })).toEqual({ problems });
  });

  it('round-trips a saved load', () => {
    const load = {
      id: 1,
      binId: 2,
      type: 'load',
      at,
      volume: 3.5,
      moisture: 12,
      protein: null,
    } as const;
    const parsed = parseLoad(toLoadValues({ ...load, version: 1 }, millis(0), 'de'), 'de');
    expect(parsed).toEqual({ load: { at, volume: 3.5, moisture: 12, protein: null } });
  });
});
