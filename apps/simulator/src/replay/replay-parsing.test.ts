import { DAY, HOUR } from '@granary/domain/units';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readArguments } from './arguments.ts';
import { ColumnsError, matchColumns } from './columns.ts';
import { planRows, readRow } from './rows.ts';
import { parseTime, Zone } from './zoned-time.ts';

const UTC = new Zone('UTC');
const WINNIPEG = new Zone('America/Winnipeg');

describe('times', () => {
  it.each([
    ['2015-04-03 11:10:02', '2015-04-03T11:10:02.000Z'],
    ['2015-04-03T11:10:02.25', '2015-04-03T11:10:02.250Z'],
    ['2015/4/3 9:05', '2015-04-03T09:05:00.000Z'],
    ['2015.04.03', '2015-04-03T00:00:00.000Z'],
    [' 2015-04-03 11:10:02Z ', '2015-04-03T11:10:02.000Z'],
    ['2015-04-03T11:10:02+08:00', '2015-04-03T03:10:02.000Z'],
    ['2015-04-03 11:10:02 -0530', '2015-04-03T16:40:02.000Z'],
    ['2015-04-03 11:10 UTC', '2015-04-03T11:10:00.000Z'],
  ])('%s is parsed', (text, iso) => {
    expect(parseTime(text, UTC)).toBe(Date.parse(iso));
  });

  it.each([
    '',
    'yesterday',
    '2015-02-30',
    '2015-13-01',
    '2015-04-03 24:01',
    '2015-04-03 11:60',
    '03/04/2015',
  ])('%j is not a date', (text) => {
    expect(parseTime(text, UTC)).toBeNull();
  });

  it.each([
    ['2026-01-15 12:00', '2026-01-15T18:00:00Z'],
    ['2026-07-15 12:00', '2026-07-15T17:00:00Z'],
    // Occurs twice that night; the first occurrence, in daylight saving time, is used.
    ['2026-11-01 01:30', '2026-11-01T06:30:00Z'],
    // Does not exist that night; read as half an hour after the start of the gap.
    ['2026-03-08 02:30', '2026-03-08T08:30:00Z'],
  ])('%s in Winnipeg is %s', (text, iso) => {
    expect(parseTime(text, WINNIPEG)).toBe(Date.parse(iso));
  });

  it('are the same after they are formatted in local time and parsed', () => {
    const formatter = new Intl.DateTimeFormat('sv-SE', {
      timeZone: 'America/Winnipeg',
      dateStyle: 'short',
      timeStyle: 'medium',
    });
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 20_000 * 24 }), (hours) => {
        const at = hours * HOUR;
        const parsed = parseTime(formatter.format(at), WINNIPEG);
        // In the repeated hour, the earlier time is used.
        expect(parsed === at || parsed === at - HOUR).toBe(true);
      }),
    );
  });

  it('in an unknown time zone are rejected', () => {
    expect(() => new Zone('Mars/Olympus')).toThrow(RangeError);
  });
});

describe('columns', () => {
  it('match a pattern with its placeholders in any order', () => {
    expect(
      matchColumns(['time', 'r2_z3_l4', 'note', 'r1_z1_l1'], 'r{cable}_z{bin}_l{sensor}'),
    ).toEqual([
      { index: 1, bin: 3, cable: 2, sensor: 4 },
      { index: 3, bin: 1, cable: 1, sensor: 1 },
    ]);
    expect(matchColumns(['t', 'C1.S2 (°C)'], 'C{cable}.S{sensor} (°C)')).toEqual([
      { index: 1, bin: 1, cable: 1, sensor: 2 },
    ]);
  });

  it.each([
    ['no column matches', ['t', 'a1'], 'c{cable}s{sensor}'],
    ['a placeholder is missing', ['t', 'c1'], 'c{cable}'],
    ['a placeholder occurs twice', ['t', 'c1'], 'c{cable}{cable}{sensor}'],
    ['a cable is out of range', ['t', 'c9s1'], 'c{cable}s{sensor}'],
    ['a sensor is out of range', ['t', 'c1s65'], 'c{cable}s{sensor}'],
    ['two columns are for the same sensor', ['t', 'c1s1', 'c01s1'], 'c{cable}s{sensor}'],
  ])('are refused if %s', (_name, names, pattern) => {
    expect(() => matchColumns(names, pattern)).toThrow(ColumnsError);
  });
});

describe('rows', () => {
  const plan = planRows(
    matchColumns(['time', 'b1c1s1', 'b1c1s3', 'b1c2s1', 'b4c1s1'], 'b{bin}c{cable}s{sensor}'),
  );
  const read = (...cells: string[]) => readRow(cells, plan, UTC);

  it('become one frame per bin, with temperatures only', () => {
    const result = read('2015-04-03 11:10:02', '1.5', '2', '-3', '4');
    expect(result.kind).toBe('frames');
    if (result.kind !== 'frames') return;
    expect(result.frames.map(({ text }) => JSON.parse(text))).toEqual([
      {
        v: 1,
        bin_number: 1,
        date_time: '2015-04-03T11:10:02.000Z',
        temp_reading: [[1.5, -200, 2], [-3]],
      },
      { v: 1, bin_number: 4, date_time: '2015-04-03T11:10:02.000Z', temp_reading: [[4]] },
    ]);
  });

  it('without a value for a bin have no frame for it', () => {
    const result = read('2015-04-03', '', 'NA', 'null', '4');
    expect(result).toMatchObject({ kind: 'frames', frames: [{ binNumber: 4 }] });
  });

  it.each([
    [['soon', '1', '2', '3', '4'], 'not a date'],
    [['2015-04-03', '1', 'warm', '3', '4'], 'not a number'],
    [['2015-04-03', '1', 'Infinity', '3', '4'], 'not a number'],
  ])('%j is unreadable', (cells, reason) => {
    const result = read(...cells);
    expect(result).toMatchObject({ kind: 'unreadable', reason: expect.stringContaining(reason) });
  });

  it('that are short have no values in their last columns', () => {
    expect(read('2015-04-03', '1')).toMatchObject({ kind: 'frames', frames: [{ binNumber: 1 }] });
  });
});

describe('the command line', () => {
  const NOW = Date.parse('2026-10-14T12:00:00Z');
  const requiredArguments = ['--csv', 'a.csv', '--board', 'PG-1', '--columns', 'c{cable}s{sensor}'];

  it('accepts only values from the last 400 days unless --import is given', () => {
    expect(readArguments(requiredArguments, {}, NOW)?.acceptedFrom).toBe(NOW - 400 * DAY);
    expect(readArguments([...requiredArguments, '--import'], {}, NOW)?.acceptedFrom).toBe(null);
  });

  it('uses the demo key on this machine and requires a key for any other host', () => {
    expect(readArguments(requiredArguments, {}, NOW)).toMatchObject({
      host: '127.0.0.1',
      port: 1883,
      zone: 'UTC',
      key: 'granary-demo-board',
    });
    expect(() => readArguments([...requiredArguments, '--host', 'farm.example'], {}, NOW)).toThrow(
      '--key',
    );
    expect(
      readArguments(
        [...requiredArguments, '--host', 'farm.example'],
        { GRANARY_BOARD_KEY: 'k' },
        NOW,
      )?.key,
    ).toBe('k');
    expect(
      readArguments([...requiredArguments, '--key', 'own'], { GRANARY_BOARD_KEY: 'k' }, NOW)?.key,
    ).toBe('own');
  });

  it.each([
    [['--csv', 'a.csv'], '--board is missing'],
    [[...requiredArguments, '--port', 'x'], '--port must be'],
    [[...requiredArguments, '--colour', 'red'], "Unknown option '--colour'"],
    [['--csv', 'a', '--columns', 'c', '--board', 'a b'], '--board must be'],
  ])('%j is rejected with a one-line error', (args, message) => {
    expect(() => readArguments(args, {}, NOW)).toThrow(message);
  });

  it('shows help', () => {
    expect(readArguments(['--help'], {}, NOW)).toBeNull();
  });
});

it('a local day has 24 hours, except when the clocks change', () => {
  const parseDay = (text: string) => parseTime(text, WINNIPEG) ?? 0;
  expect(parseDay('2026-06-02') - parseDay('2026-06-01')).toBe(DAY);
  expect(parseDay('2026-03-09') - parseDay('2026-03-08')).toBe(DAY - HOUR);
  expect(parseDay('2026-11-02') - parseDay('2026-11-01')).toBe(DAY + HOUR);
});
