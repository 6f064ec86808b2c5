import { describe, expect, it } from 'vitest';
import { type LimitValues, NO_LIMIT_CHANGES, parseLimits } from './limit-values.ts';

const on = (text: string) => ({ choice: 'on', text }) as const;
const read = (values: Partial<LimitValues>, unit: 'c' | 'f' = 'c') =>
  parseLimits({ ...NO_LIMIT_CHANGES, ...values }, { unit, locale: 'en-US' });

describe('limits for many bins', () => {
  it('include only the chosen ones, with null for an alert that is turned off', () => {
    expect(read({})).toEqual({ limits: {}, problems: {} });
    const chosen = { co2Alert: on('1,200'), minLevelAlert: { choice: 'off', text: '20' } } as const;
    expect(read(chosen)).toEqual({
      limits: { co2Alert: 1_200, minLevelAlert: null },
      problems: {},
    });
  });

  it('are stored in °C; a difference is converted without the offset of 32', () => {
    const typed = { temperatureAlertC: on('82.4'), differenceAlertC: on('9') };
    expect(read(typed, 'f').limits).toEqual({ temperatureAlertC: 28, differenceAlertC: 5 });
  });

  it('are rejected with an error next to their field if they are missing, wrong or crossed', () => {
    expect(read({ co2Alert: on('') }).problems).toEqual({ co2Alert: { kind: 'required' } });
    expect(read({ temperatureAlertC: on('200') }, 'f').problems).toMatchObject({
      temperatureAlertC: { kind: 'range', min: -58, max: 185 },
    });
    const crossed = { minLevelAlert: on('80'), maxLevelAlert: on('80') };
    expect(read(crossed).problems).toEqual({ minLevelAlert: { kind: 'crossed' } });
    expect(read({ ...crossed, maxLevelAlert: on('81') }).problems).toEqual({});
  });
});
