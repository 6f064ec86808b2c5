import { MAX_CABLES, MAX_SENSORS } from '@granary/domain/readings/reading';

/** A column and its sensor. */
export interface Column {
  /** Position in the row; 0 is the time. */
  readonly index: number;
  readonly bin: number;
  readonly cable: number;
  readonly sensor: number;
}

export class ColumnsError extends Error {
  override readonly name = 'ColumnsError';
}

const LIMITS = { bin: 32, cable: MAX_CABLES, sensor: MAX_SENSORS } as const;

/**
 * Matches the names of a CSV's columns after the first against a pattern such as `r{cable}_z{bin}_l{sensor}`,
 * in which each placeholder is a number from 1; {bin} is optional when there is only bin 1. Columns that do
 * not match are ignored. Throws ColumnsError when the pattern is invalid, nothing matches, a number is out of
 * range or a sensor has two columns.
 */
export function matchColumns(names: readonly string[], pattern: string): Column[] {
  const matcher = createMatcher(pattern);
  const columns: Column[] = [];
  const namesBySensor = new Map<string, string>();
  for (const [index, name] of names.entries()) {
    const numbers = index === 0 ? undefined : matcher.exec(name.trim())?.groups;
    if (numbers === undefined) continue;
    const column = {
      index,
      bin: Number(numbers['bin'] ?? 1),
      cable: Number(numbers['cable']),
      sensor: Number(numbers['sensor']),
    };
    for (const key of ['bin', 'cable', 'sensor'] as const) {
      if (column[key] >= 1 && column[key] <= LIMITS[key]) continue;
      throw new ColumnsError(`Column ${name}: ${key} ${column[key]} is not 1 to ${LIMITS[key]}`);
    }
    const sensorKey = `${column.bin}/${column.cable}/${column.sensor}`;
    const other = namesBySensor.get(sensorKey);
    if (other !== undefined)
      throw new ColumnsError(`Columns ${other} and ${name} name the same sensor`);
    namesBySensor.set(sensorKey, name);
    columns.push(column);
  }
  if (columns.length === 0) throw new ColumnsError(`No column name matches ${pattern}`);
  return columns;
}

function createMatcher(pattern: string): RegExp {
  for (const placeholder of ['{cable}', '{sensor}']) {
    if (!pattern.includes(placeholder)) throw new ColumnsError(`--columns needs ${placeholder}`);
  }
  const escaped = pattern.replace(/[.*+?^$()|[\]\\]/g, '\\$&');
  const source = escaped.replace(/\{(bin|cable|sensor)\}/g, '(?<$1>\\d+)');
  try {
    return new RegExp(`^${source}$`);
  } catch {
    throw new ColumnsError(`--columns ${pattern} uses a placeholder twice`);
  }
}
