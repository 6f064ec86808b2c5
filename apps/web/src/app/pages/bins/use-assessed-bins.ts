import type { ListedBin } from '@granary/contract/bins/http';
import { useMemo } from 'react';
import { type AssessedBin, assessBins } from '../../../features/bins/assess-bins.ts';
import { useNow } from '../../../lib/clock.ts';
import { useFormat } from '../../../lib/use-format.ts';

/** Assesses bins at the current minute and sorts them by name. */
export function useAssessedBins(bins: readonly ListedBin[] | undefined): readonly AssessedBin[] {
  const now = useNow();
  const { locale } = useFormat();
  return useMemo(() => assessBins(bins ?? [], now, locale), [bins, now, locale]);
}
