import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { scalarWireNames } from '../../packages/contract/src/readings/scalars.ts';
import {
  type ScalarName,
  scalarNames,
  scalars,
} from '../../packages/domain/src/readings/scalars.ts';
import { root } from './tool.ts';

/** Production code. Tests and fixtures name the values they expect. */
const CHECKED_FILES = /^(apps\/(server|web|simulator)|packages\/(domain|contract))\/src\/.*\.tsx?$/;
const UNCHECKED_FILES = /\.(test|fixture)\.tsx?$|\/migrations\//;

/** The tables that declare scalars. */
const TABLES = new Set([
  'packages/domain/src/readings/scalars.ts',
  'packages/contract/src/readings/scalars.ts',
]);

/** A file that has to name some scalars, and why. */
interface Exemption {
  readonly file: string;
  readonly names: readonly ScalarName[];
  readonly reason: string;
}

const wind: readonly ScalarName[] = [
  'windSpeed',
  'windPressure',
  'windSpeedPlenum2',
  'windPressurePlenum2',
  'windTemperature',
];
const ambient: readonly ScalarName[] = ['ambientTemperature', 'ambientHumidity'];
const level: readonly ScalarName[] = ['levelMm', 'pressureX1', 'pressureX2'];

const EXEMPTIONS: readonly Exemption[] = [
  {
    file: 'packages/domain/src/readings/board-report.ts',
    names: ['pressureX1', 'pressureX2'],
    reason: 'the parts of `pressureCables`',
  },
  {
    file: 'packages/domain/src/inventory/fill-level.ts',
    names: level,
    reason: 'calculates the fill level',
  },
  {
    file: 'packages/domain/src/bins/state.ts',
    names: ['battery'],
    reason: 'a low battery is a finding',
  },
  {
    file: 'packages/domain/src/bins/sustained-findings.ts',
    names: ['battery'],
    reason: 'a low battery is a finding',
  },
  {
    file: 'packages/domain/src/insights/insights.ts',
    names: ambient,
    reason: 'assesses the outdoor air',
  },
  {
    file: 'packages/contract/src/bins/http.ts',
    names: [...ambient, 'co2'],
    reason: 'the outdoor air of a farm, with the wire names of the table; the CO2 alert',
  },
  {
    file: 'apps/server/src/inventory/level-check-store.ts',
    names: level,
    reason: 'finds the measured levels around a ledger entry',
  },
  {
    file: 'packages/contract/src/text-fields.ts',
    names: ['co2'],
    reason: 'the wire name of the CO2 alert',
  },
  {
    file: 'packages/contract/src/bins/settings.ts',
    names: ['co2'],
    reason: 'the wire name of the CO2 alert',
  },
  {
    file: 'apps/server/src/readings/serialize-reading.ts',
    names: [...ambient, ...level],
    reason: 'outdoor EMC; fill level',
  },
  {
    file: 'apps/server/src/readings/bin-context.ts',
    names: ['battery'],
    reason: 'omits the battery value for bins without a battery',
  },
  ...[
    'packages/domain/src/bins/conditions.ts',
    'packages/domain/src/bins/state.ts',
    'packages/contract/src/bins/states.ts',
    'apps/web/src/bin-data/describe-finding.ts',
  ].map(
    (file): Exemption => ({
      file,
      names: ['co2'],
      reason: 'the finding that CO2 shows spoilage',
    }),
  ),
  {
    file: 'apps/server/src/alerts/load-settings.ts',
    names: ['co2'],
    reason: "the limit of the user's CO2 alert",
  },
  ...[
    'apps/server/src/alerts/grain-risks.ts',
    'apps/web/src/features/readings/grain-risk-rows.ts',
    'packages/domain/src/insights/grain-risks.ts',
    'packages/domain/src/insights/insight-state.ts',
    'packages/domain/src/insights/risk-reasons.ts',
  ].map(
    (file): Exemption => ({
      file,
      names: ['co2'],
      reason: 'the grain risk that CO2 indicates',
    }),
  ),
  {
    file: 'apps/server/src/alerts/notices.ts',
    names: ['co2'],
    reason: 'names the alert rules',
  },
  ...['alert-end.ts', 'describe-value.ts'].map((file) => ({
    file: `packages/domain/src/alerts/${file}`,
    names: ['co2'] as const,
    reason: 'names the alert rules',
  })),
  ...['alert.ts', 'bin-entry.ts', 'memory.ts', 'settings.ts'].map(
    (name): Exemption => ({
      file: `packages/domain/src/alerts/${name}`,
      names: ['co2'],
      reason: 'the CO2 alerts',
    }),
  ),
  ...['fold.ts', 'reading-rules.ts'].map(
    (name): Exemption => ({
      file: `packages/domain/src/alerts/${name}`,
      names: ['co2', 'battery'],
      reason: 'the CO2 and battery alerts',
    }),
  ),
  {
    file: 'packages/domain/src/readings/day-means.ts',
    names: ['co2'],
    reason: 'the lowest CO2 of a day',
  },
  {
    file: 'apps/server/src/readings/chart/chart.ts',
    names: ['battery', ...level],
    reason: 'omits the battery value for bins without a battery; the fill level of a day',
  },
  {
    file: 'apps/server/src/readings/chart/chart-point.ts',
    names: ['battery'],
    reason: 'omits the battery value for bins without a battery',
  },
  {
    file: 'apps/server/src/readings/chart/chart-store.ts',
    names: ['pressureX1', 'pressureX2'],
    reason: 'finds the pressures that the fill level of a day needs',
  },
  {
    file: 'apps/server/src/bins/serialize-bin.ts',
    names: ambient,
    reason: 'the outdoor air of a farm',
  },
  {
    file: 'packages/domain/src/fans/airflow.ts',
    names: ['windSpeed', 'windSpeedPlenum2'],
    reason: 'a fan that moves air is running',
  },
  {
    file: 'apps/server/src/raw-data/deflate.ts',
    names: [...wind, ...ambient, 'battery', 'co2', 'levelMm'],
    reason: 'a compression dictionary, which must not change because stored frames depend on it',
  },
  {
    file: 'apps/simulator/src/board/measure.ts',
    names: [
      'windSpeed',
      'windPressure',
      'windTemperature',
      ...ambient,
      'battery',
      'co2',
      'levelMm',
    ],
    reason: 'writes frames without the codec, so that mistakes in the tables are caught',
  },
  ...[
    'board/grain.ts',
    'board/truth.ts',
    'demo/bins.ts',
    'demo/coteau.ts',
    'demo/farm.ts',
    'demo/home-yard.ts',
  ].map(
    (file): Exemption => ({
      file: `apps/simulator/src/${file}`,
      names: ['co2'],
      reason: 'the CO2 that simulated grain gives off',
    }),
  ),
  {
    file: 'apps/simulator/src/load/frames.ts',
    names: [...wind, ...ambient, 'battery', 'co2', 'levelMm'],
    reason: 'writes frames without the codec, so that mistakes in the tables are caught',
  },
  {
    file: 'apps/web/src/features/readings/chart/panels.ts',
    names: ['ambientTemperature', 'co2'],
    reason: 'draws the outdoor temperature beside those of the cables, and the CO2 alert',
  },
  {
    file: 'apps/web/src/features/readings/info-cards.ts',
    names: [...wind, 'battery'],
    reason: 'one card for each plenum; no battery card for a bin without one',
  },
  {
    file: 'apps/web/src/features/readings/picture-labels.ts',
    names: wind,
    reason: 'the label of the plenum in the bin picture',
  },
  {
    file: 'apps/web/src/features/readings/outdoor-air.ts',
    names: ambient,
    reason: 'chooses the outdoor air that is shown with a bin',
  },
  {
    file: 'apps/web/src/features/readings/insight-rows.ts',
    names: ambient,
    reason: 'passes the outdoor air to the insights',
  },
  ...['lists.ts', 'summarize-bin.ts'].map(
    (file): Exemption => ({
      file: `packages/contract/src/bins/${file}`,
      names: ['co2'],
      reason: 'lists show only this value',
    }),
  ),
  {
    file: 'apps/web/src/features/bins/list-reported-values.ts',
    names: ['battery', 'co2', 'levelMm'],
    reason: 'the specification lists what an expanded bin in the list shows',
  },
  {
    file: 'apps/web/src/features/bins/components/bin-footer.tsx',
    names: ['co2'],
    reason: 'the specification lists what a card in the list shows',
  },
  {
    file: 'apps/web/src/features/bins/components/bin-table.tsx',
    names: ['co2'],
    reason: 'the specification lists the columns of the table',
  },
];

/**
 * Returns a line for each scalar name that is hard-coded outside the tables, and for each unused exemption.
 */
export async function findScalarNameProblems(): Promise<string[]> {
  const { stdout } = await promisify(execFile)(
    'git',
    ['ls-files', '--cached', '--others', '--exclude-standard'],
    { cwd: root, maxBuffer: 16 * 1024 * 1024 },
  );
  const files = stdout
    .split('\n')
    .filter((file) => CHECKED_FILES.test(file) && !UNCHECKED_FILES.test(file));
  const namesByFile = await Promise.all(
    files.map(async (file) => {
      const text = await readFile(join(root, file), 'utf8').catch(() => '');
      return findNamedScalars(file, text);
    }),
  );
  return findProblems(namesByFile.flat(), EXEMPTIONS);
}

/** A scalar that a file names, with the 1-based line number. */
export interface NamedScalar {
  readonly file: string;
  readonly line: number;
  readonly text: string;
  readonly scalar: ScalarName;
}

/** The scalars that a file outside the tables names. */
export function findNamedScalars(file: string, text: string): NamedScalar[] {
  if (TABLES.has(file)) return [];
  return text.split('\n').flatMap((content, index) =>
    [...content.matchAll(PATTERN)].map((match) => {
      const name = match[0].replaceAll(/\W/g, '');
      // Every match is a key of the map, because the pattern is built from its keys.
      return { file, line: index + 1, text: name, scalar: scalarByText.get(name) as ScalarName };
    }),
  );
}

/** Reports hard-coded names that have no exemption, and exemptions that are no longer needed. */
export function findProblems(
  namedScalars: readonly NamedScalar[],
  exemptions: readonly Exemption[],
): string[] {
  const isExempt = ({ file, scalar }: NamedScalar) =>
    exemptions.some((exemption) => exemption.file === file && exemption.names.includes(scalar));
  const unusedExemptions = exemptions.flatMap(({ file, names }) =>
    names
      .filter((name) => !namedScalars.some((match) => match.file === file && match.scalar === name))
      .map(
        (name) =>
          `scripts/check/scalar-names.ts: ${file} no longer names ${name}; remove the exemption`,
      ),
  );
  const unexpectedNames = namedScalars
    .filter((match) => !isExempt(match))
    .map(
      ({ file, line, text, scalar }) =>
        `${file}:${line}: derive "${text}" from the scalar ${scalar} in readings/scalars.ts, or add an exemption`,
    );
  return [...unexpectedNames, ...unusedExemptions];
}

/** The names of a scalar in code, on the wire, in the database and in CSV files. */
function listNames(name: ScalarName): string[] {
  const wireName = scalarWireNames[name];
  const { column, csvHeading } = scalars[name];
  return [name, column, csvHeading, ...(typeof wireName === 'string' ? [wireName] : [])];
}

const scalarByText = new Map(
  scalarNames.flatMap((name) => listNames(name).map((text) => [text, name] as const)),
);
const PATTERN = new RegExp([...scalarByText.keys()].map(toPattern).join('|'), 'g');

/**
 * Matches a multi-word name anywhere, but a single word such as `co2` only as a property of a reading, a
 * string, a key or a destructured property.
 */
function toPattern(text: string): string {
  if (/[_A-Z]/.test(text)) return `(?<![\\w-])${text}(?![\\w-])`;
  return [
    `(?<=\\b(?:scalars|reading|record|latest|row)\\??\\.)${text}(?![\\w-])`,
    `(?<=['"\`])${text}(?=['"\`])`,
    `(?<![\\w.$-])${text}(?=\\??:)`,
    `(?<=\\{[\\w\\s,]*)\\b${text}\\b(?=[\\w\\s,]*\\})`,
  ].join('|');
}
