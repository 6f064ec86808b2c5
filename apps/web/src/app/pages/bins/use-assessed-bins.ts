import type { BinSummary } from '@granary/contract/bins/lists';
import { useMemo } from 'react';
import { usePreferredUnits } from '../../../bin-data/preferred-units.ts';
import { type AssessedBin, assessBins } from '../../../features/bins/assess-bins.ts';
import { makeUnitConverter } from '../../../features/bins/convert-units.ts';
import { useNow } from '../../../lib/clock.ts';
import { useFormat } from '../../../lib/use-format.ts';

/** Assesses bins as of the current minute, in the user's units, and sorts them by name. */
export function useAssessedBins(bins: readonly BinSummary[] | undefined): readonly AssessedBin[] {
  const now = useNow();
  const { locale } = useFormat();
  const units = usePreferredUnits();
  const convert = useMemo(() => makeUnitConverter(units), [units]);
  return useMemo(
    () => assessBins((bins ?? []).map(convert), now, locale),
    [bins, convert, now, locale],
  );
}
