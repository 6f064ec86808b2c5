import { expect, test } from 'vitest';
import { toKnownZone } from './known-zone.ts';

test('uses UTC for a time zone that this machine does not support', () => {
  expect(toKnownZone('America/Winnipeg')).toBe('America/Winnipeg');
  expect(toKnownZone('Mars/Olympus_Mons')).toBe('UTC');
});
