import type { BinSummary } from '@granary/contract/bins/lists';
import type { AssessedBin } from './assess-bins.ts';

/** How full a bin is according to its latest reading. */
export type Fill =
  | { readonly kind: 'unknown' }
  | { readonly kind: 'empty' }
  | { readonly kind: 'filled'; readonly percent: number };

export function toFill({ latest }: Pick<BinSummary, 'latest'>): Fill {
  if (latest === null || !latest.isLevelKnown) return { kind: 'unknown' };
  if (latest.fillPercent === 0) return { kind: 'empty' };
  return { kind: 'filled', percent: latest.fillPercent };
}

/** Explains why a bin has no hottest sensor: no sensor has a value, or none is under grain. */
export function explainMissingHottest({
  bin,
  findings,
}: Pick<AssessedBin, 'bin' | 'findings'>): 'noValues' | 'noneUnderGrain' {
  const hasValues = !findings.some(({ kind }) => kind === 'no-values');
  return hasValues && toFill(bin).kind !== 'unknown' ? 'noneUnderGrain' : 'noValues';
}
