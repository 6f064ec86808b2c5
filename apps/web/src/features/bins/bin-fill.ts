import type { BinSummary } from '@granary/contract/bins/lists';

/** How full a bin is according to its latest reading. */
export type Fill =
  | { readonly kind: 'unknown' }
  | { readonly kind: 'empty' }
  | { readonly kind: 'filled'; readonly percent: number };

export function toFill({ latest }: Pick<BinSummary, 'latest'>): Fill {
  if (latest === null || !latest.levelKnown) return { kind: 'unknown' };
  if (latest.fillPercent === 0) return { kind: 'empty' };
  return { kind: 'filled', percent: latest.fillPercent };
}
