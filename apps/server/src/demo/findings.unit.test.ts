import { millis } from '@granary/domain/units';
import { HISTORY_DAYS } from '@granary/simulator/demo/fleet';
import { expect, it } from 'vitest';
import { compareDemoFindings } from '../../test/support/demo-findings.ts';

/** Long enough for every change that begins before the demo starts, days. */
const SHORT_HISTORY_DAYS = 30;
/** The bins where a change begins before the demo starts; the others follow the seasons of the year. */
const CHANGING_BINS = ['Home 3', 'Home 4', 'Coteau 1', 'Coteau 2'];

it.each([
  // The demo's history, with loads in summer.
  ['2027-08-05T19:00:00Z', HISTORY_DAYS],
  ['2026-10-14T19:00:00Z', SHORT_HISTORY_DAYS],
  ['2027-03-20T19:00:00Z', SHORT_HISTORY_DAYS],
  ['2027-05-10T19:00:00Z', SHORT_HISTORY_DAYS],
])(
  'each finding in the demo at %s has a cause, and each cause has a finding',
  {
    timeout: 120_000,
  },
  (start, days) => {
    const anchor = millis(Date.parse(start));
    const problems = compareDemoFindings(
      anchor,
      days,
      ({ name }) => days > SHORT_HISTORY_DAYS || CHANGING_BINS.includes(name),
    );
    expect(problems).toEqual([]);
  },
);
