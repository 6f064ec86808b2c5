/** A measured figure with its budget. */
export interface Figure {
  readonly name: string;
  readonly value: string;
  readonly budget: string;
  /** Null without a budget. */
  readonly pass: boolean | null;
}

const formatVerdict = (pass: boolean | null) => (pass === null ? '' : pass ? 'pass' : 'FAIL');

/** Prints figures as a table, with those of an older version beside them if there are any. */
export function printFigures(
  title: string,
  figures: readonly Figure[],
  olderFigures: readonly Figure[] | null = null,
): void {
  console.log(`\n${title}`);
  const findOldValue = (name: string) =>
    olderFigures?.find((figure) => figure.name === name)?.value ?? '';
  const rows = figures.map(({ name, value, budget, pass }) => {
    const values = olderFigures ? [`before: ${findOldValue(name)}`, `now: ${value}`] : [value];
    return { cells: [name, ...values, budget], pass };
  });
  const widths = rows[0]?.cells.map((_, i) =>
    Math.max(...rows.map(({ cells }) => cells[i]?.length ?? 0)),
  );
  for (const { cells, pass } of rows) {
    const padded = cells.map((text, i) => text.padEnd(widths?.[i] ?? 0));
    console.log(`  ${padded.join('   ')}   ${formatVerdict(pass)}`.trimEnd());
  }
}

/** Returns the median; for an even number of values, the greater of the two middle values. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[sorted.length >> 1] ?? Number.NaN;
}

/** Returns the value that a share (0 to 1) of all values does not exceed. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
}

/** Formats a number with thousands separators. */
export function formatAmount(value: number, digits = 0): string {
  return value.toLocaleString('en', { maximumFractionDigits: digits });
}

/** Creates a figure for a count that must have an exact value. */
export function exactFigure(name: string, value: number, expected: number): Figure {
  return {
    name,
    value: formatAmount(value),
    budget: formatAmount(expected),
    pass: value === expected,
  };
}

/** Creates a figure without a budget. */
export function infoFigure(name: string, value: string): Figure {
  return { name, value, budget: '', pass: null };
}
