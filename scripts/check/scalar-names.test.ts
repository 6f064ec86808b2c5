import { expect, it } from 'vitest';
import { findNamedScalars, findProblems } from './scalar-names.ts';

const listNames = (file: string, text: string) =>
  findNamedScalars(file, text).map(({ line, text: name }) => `${line} ${name}`);

it('finds names in code, on the wire, in columns and in headings, with their line', () => {
  const text = "const a = row.windSpeedPlenum2;\nsql`wind_pressure, level_mm`;\n['co2_ppm']";
  expect(listNames('apps/server/src/a.ts', text)).toEqual([
    '1 windSpeedPlenum2',
    '2 wind_pressure',
    '2 level_mm',
    '3 co2_ppm',
  ]);
});

it('finds a plain word as part of a reading, string, key or destructured property', () => {
  expect(listNames('apps/web/src/a.ts', 'reading.co2 + bin.latest?.battery')).toEqual([
    '1 co2',
    '1 battery',
  ]);
  expect(
    listNames('apps/web/src/a.ts', "name === 'co2';\nconst { levels, battery } = row;"),
  ).toEqual(['1 co2', '2 battery']);
  expect(listNames('apps/web/src/a.ts', '{ battery: 1, co2?: number }')).toEqual([
    '1 battery',
    '1 co2',
  ]);
  expect(listNames('apps/web/src/a.ts', "t('cards.co2'); alerts.co2; 'high-co2'")).toEqual([]);
});

it('ignores longer names and the files that define the scalars', () => {
  expect(listNames('apps/web/src/a.ts', 'levelMmMax, maxWindSpeed, wind_speed_max')).toEqual([]);
  expect(listNames('packages/domain/src/readings/scalars.ts', 'windSpeed')).toEqual([]);
});

it('reports names without an exemption and exemptions without a name', () => {
  const named = findNamedScalars('a.ts', 'windSpeed');
  expect(findProblems(named, [])).toEqual([
    'a.ts:1: derive "windSpeed" from the scalar windSpeed in readings/scalars.ts, or add an exemption',
  ]);
  const exemption = { file: 'a.ts', names: ['windSpeed'] as const, reason: 'a test' };
  expect(findProblems(named, [exemption])).toEqual([]);
  expect(findProblems([], [exemption])).toEqual([
    'scripts/check/scalar-names.ts: a.ts no longer names windSpeed; remove the exemption',
  ]);
});
