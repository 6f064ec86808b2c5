import { DAY, HOUR, millis } from '@granary/domain/units';
import { expect, it } from 'vitest';
import { createDemoModel } from '../../test/support/demo-models.ts';
import { shouldRunFan } from './fan-plan.ts';

const ANCHOR = millis(Date.UTC(2027, 7, 5, 19));
const air = { temperature: 12, dailyMean: 12, humidity: 60, sun: 0 };

it("an automatic fan does not run while outdoor air would warm the grain, even in the demo's first run", () => {
  const model = createDemoModel('Coteau 1', ANCHOR);
  const isOn = (grainMean: number) =>
    shouldRunFan(model, true, grainMean, air, millis(ANCHOR - HOUR));
  expect(isOn(13)).toBe(true);
  expect(isOn(11)).toBe(false);
});

it('a fan in manual mode runs after a load, but not after an unload', () => {
  const model = createDemoModel('Home 1', ANCHOR);
  const threeDaysAfter = (loadType: 'load' | 'unload') => {
    const entry = model.bin.loads.find(({ type }) => type === loadType);
    return millis(ANCHOR - ((entry?.daysAgo ?? 0) - 3) * DAY);
  };
  expect(shouldRunFan(model, false, 20, air, threeDaysAfter('load'))).toBe(true);
  expect(shouldRunFan(model, false, 20, air, threeDaysAfter('unload'))).toBe(false);
});
