import { expect, test } from 'vitest';
import { knownZone } from './known-zone.ts';

test('uses UTC for a time zone that this machine does not know', () => {
  expect(knownZone('America/Winnipeg')).toBe('America/Winnipeg');
  expect(knownZone('Mars/Olympus_Mons')).toBe('UTC');
});
