import type { ListedBin } from '@granary/contract/bins/http';
import { useMemo } from 'react';
import { type JudgedBin, judgeBins } from '../../../features/bins/assess-bins.ts';
import { useNow } from '../../../lib/clock.ts';
import { useFormat } from '../../../lib/use-format.ts';

/** Bins by name, each with how it stands at this minute. */
export function useJudgedBins(bins: readonly ListedBin[] | undefined): readonly JudgedBin[] {
  const now = useNow();
  const { locale } = useFormat();
  return useMemo(() => judgeBins(bins ?? [], now, locale), [bins, now, locale]);
}
