import { describe, expect, it } from 'vitest';
import { type LimitValues, NO_LIMIT_CHANGES, parseLimits } from './limit-values.ts';

const turnOn = (text: string) => ({ choice: 'on', text }) as const;
const parse = (values: Partial<LimitValues>, unit: 'c' | 'f' = 'c') =>
  parseLimits({ ...NO_LIMIT_CHANGES, ...values }, { unit, locale: 'en-US' });

describe('limits for multiple bins', () => {
  it('include only the chosen limits, with null for an alert that is turned off', () => {
    expect(parse({})).toEqual({ limits: {}, problems: {} });
    const chosen = {
      co2Alert: turnOn('1,200'),
      minLevelAlert: { choice: 'off', text: '20' },
    } as const;
    expect(parse(chosen)).toEqual({
      limits: { co2Alert: 1_200, minLevelAlert: null },
      problems: {},
    });
  });

  it('are stored in °C; a difference is converted without the offset of 32', () => {
    const typed = { temperatureAlertC: turnOn('82.4'), differenceAlertC: turnOn('9') };
    expect(parse(typed, 'f').limits).toEqual({ temperatureAlertC: 28, differenceAlertC: 5 });
  });

  it('are rejected with an error for their field if they are missing, out of range or conflicting', () => {
    expect(parse({ co2Alert: turnOn('') }).problems).toEqual({ co2Alert: { kind: 'required' } });
    expect(parse({ temperatureAlertC: turnOn('200') }, 'f').problems).toMatchObject({
      temperatureAlertC: { kind: 'range', min: -58, max: 185 },
    });
    const crossedLimits = { minLevelAlert: turnOn('80'), maxLevelAlert: turnOn('80') };
    expect(parse(crossedLimits).problems).toEqual({ minLevelAlert: { kind: 'crossed' } });
    expect(parse({ ...crossedLimits, maxLevelAlert: turnOn('81') }).problems).toEqual({});
  });
});
