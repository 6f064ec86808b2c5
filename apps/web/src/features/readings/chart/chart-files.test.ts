import { millis } from '@granary/domain/units';
import { expect, it } from 'vitest';
import { formatTimestamp } from './chart-files.ts';

it("writes a record's farm day or its instant", () => {
  // Late in the evening in Winnipeg it is the next day in Greenwich.
  const at = millis(Date.UTC(2026, 10, 22, 4, 30));
  expect(formatTimestamp({ at, day: '2026-11-21' })).toBe('2026-11-21');
  expect(formatTimestamp({ at, day: null })).toBe('2026-11-22T04:30:00.000Z');
});
