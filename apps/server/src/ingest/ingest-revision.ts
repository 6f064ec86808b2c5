import { type SqlBool, sql } from 'kysely';
import type { LedgerStep } from '../inventory/ledger-store.ts';
import type { Db, Trx } from '../platform/postgres/tables.ts';
import type { BinContext } from '../readings/bin-context.ts';
import { createFillHistory } from '../readings/fill-history.ts';
import type { DecodedFrame } from './decode.ts';
import type { IngestBin } from './ingest-ports.ts';
import { settingsDigest } from './settings-digest.ts';

/** Settings of bins have changed since their frames were decoded; none of the batch is stored. */
export class StaleRevisionError extends Error {
  override readonly name = 'StaleRevisionError';

  constructor(readonly mainBoardIds: ReadonlySet<string>) {
    super('bins changed since their frames were decoded');
  }
}

/**
 * Rejects frames of bins that changed since the frames were decoded. The caller has already locked the bins,
 * so a later change sees what is stored now.
 *
 * @throws StaleRevisionError
 */
export async function assertCurrentRevisions(
  trx: Trx,
  frames: readonly DecodedFrame[],
): Promise<void> {
  const revisionsByBin = new Map<
    number,
    { readonly revision: string; readonly mainBoardId: string }
  >();
  for (const { frame, content } of frames) {
    if (!('context' in content)) continue;
    const { bin, revision } = content.context;
    revisionsByBin.set(bin.id, { revision, mainBoardId: frame.mainBoardId });
  }
  if (revisionsByBin.size === 0) return;
  const currentRevisions = await findRevisions(
    trx,
    sql`bins.id = any(${[...revisionsByBin.keys()]})`,
  );
  const staleBins = [...revisionsByBin].filter(
    ([id, { revision }]) => currentRevisions.get(id) !== revision,
  );
  if (staleBins.length === 0) return;
  throw new StaleRevisionError(new Set(staleBins.map(([, { mainBoardId }]) => mainBoardId)));
}

/** Loads the ledgers of bins; bins without entries are omitted. */
export type FindLedgerHistories = (
  db: Db,
  binIds: readonly number[],
) => Promise<ReadonlyMap<number, readonly LedgerStep[]>>;

/** Loads the bins of main boards; deleted bins are left out. */
export type LoadBins = (
  db: Db,
  selection: { readonly mainBoardIds: readonly string[] },
) => Promise<BinContext[]>;

export interface IngestBinSources {
  readonly loadBins: LoadBins;
  readonly findLedgerHistories: FindLedgerHistories;
}

/** The bins of main boards, each with its revision and its fill history. */
export async function loadIngestBins(
  db: Db,
  { loadBins, findLedgerHistories }: IngestBinSources,
  mainBoardIds: readonly string[],
): Promise<IngestBin[]> {
  // Load the revisions first, so that a bin that changes between the two queries counts as stale.
  const revisions = await findRevisions(db, sql`bins.main_board_id = any(${mainBoardIds})`);
  const bins = await loadBins(db, { mainBoardIds });
  const ledgers = await findLedgerHistories(
    db,
    bins.flatMap(({ bin }) => (bin.loadMethod === 'manual' ? bin.id : [])),
  );
  return bins.map((context) => ({
    ...context,
    revision: revisions.get(context.bin.id) ?? '',
    getFillPercent: createFillHistory(context.bin, ledgers.get(context.bin.id) ?? []),
  }));
}

/**
 * A digest of everything that is used to decode a bin's frames and add them to its days: its bin station, its
 * settings, its crops and, if its level comes from the ledger, its ledger. (The time zone of its days is
 * stored in `latest`.) Bins that do not exist are left out.
 */
async function findRevisions(
  db: Db,
  condition: ReturnType<typeof sql<SqlBool>>,
): Promise<ReadonlyMap<number, string>> {
  const { rows } = await sql<{ id: number; revision: string }>`
    select bins.id, md5(concat_ws(';', bins.main_board_id, bins.bin_number, ${settingsDigest}, (
      select string_agg(concat_ws(':', id, version), ',' order by id)
      from bin_loads where bin_id = bins.id and bins.load_method = 'manual'
    ), '/', (
      select string_agg(
        concat_ws(':', cable, extract(epoch from from_at), coalesce(moisture_source, '-'), crop),
        ',' order by cable, from_at
      ) from crop_periods where bin_id = bins.id
    ))) as revision
    from bins
    join farms on farms.id = bins.farm_id and farms.deleted_at is null
    join users on users.id = farms.owner_id and users.deleted_at is null
    where ${condition} and bins.deleted_at is null`.execute(db);
  return new Map(rows.map(({ id, revision }) => [id, revision]));
}
