import { listedBin } from '@granary/contract/bins/http';
import { binSummary } from '@granary/contract/bins/lists';
import { summarizeBin } from '@granary/contract/bins/summarize-bin';
import * as z from 'zod/mini';
import type { Db } from '../platform/postgres/tables.ts';
import { type BinDetailSources, loadBinDetails } from './load-bin-details.ts';
import { serializeListedBin } from './serialize-bin.ts';
import { loadBins, type NamedBin } from './store.ts';

/** How many bins are loaded and serialized at a time, so that other work can run in between. */
const BATCH_SIZE = 100;

/**
 * Writes bins with all their values, or summaries of them, as JSON in UTF-8. Bins that were deleted in the
 * meantime are left out.
 */
export async function serializeBinList(
  db: Db,
  sources: BinDetailSources,
  bins: readonly NamedBin[],
  fields: 'summary' | undefined,
): Promise<Buffer> {
  const jsonTexts: string[] = [];
  for (let start = 0; start < bins.length; start += BATCH_SIZE) {
    const ids = bins.slice(start, start + BATCH_SIZE).map(({ id }) => id);
    const contexts = await loadBins(db, { ids });
    const orderedContexts = contexts.toSorted(
      (a, b) => ids.indexOf(a.bin.id) - ids.indexOf(b.bin.id),
    );
    for (const details of await loadBinDetails(db, sources, orderedContexts)) {
      const bin = serializeListedBin(details);
      const encodedBin =
        fields === 'summary'
          ? z.encode(binSummary, summarizeBin(bin, details.now))
          : z.encode(listedBin, bin);
      jsonTexts.push(JSON.stringify(encodedBin));
    }
  }
  return Buffer.from(`[${jsonTexts.join()}]`);
}
