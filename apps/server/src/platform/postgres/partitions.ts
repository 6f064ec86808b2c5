import { sql } from 'kysely';
import type { Db } from './tables.ts';

type Span = 'day' | 'month';

/** The advisory lock for creating partitions across processes; any fixed number. */
const PARTITION_LOCK = 0x6772_616e;

/** Creates the partitions of one table before rows need them, each at most once per process. */
export class Partitions {
  private readonly knownPartitions = new Set<string>();

  constructor(
    private readonly db: Db,
    private readonly table: 'readings' | 'raw_frames',
    private readonly span: Span,
  ) {}

  /** Creates the missing partitions for rows with these times, ms. */
  async ensure(times: Iterable<number>): Promise<void> {
    const missing = new Map<string, number>();
    for (const at of times) {
      const key = this.toPartitionKey(at);
      if (!this.knownPartitions.has(key)) missing.set(key, at);
    }
    for (const [key, at] of missing) {
      await this.create(key, at);
      this.knownPartitions.add(key);
    }
  }

  /** Forgets which partitions exist. Call it after partitions are dropped. */
  forget(): void {
    this.knownPartitions.clear();
  }

  private async create(key: string, at: number): Promise<void> {
    const [from, to] = this.toBounds(at);
    const name = `${this.table}_${key.replaceAll('-', '_')}`;
    await this.db.transaction().execute(async (trx) => {
      await sql`select pg_advisory_xact_lock(${PARTITION_LOCK})`.execute(trx);
      await sql`
        create table if not exists ${sql.table(name)} partition of ${sql.table(this.table)}
        for values from (${sql.lit(from)}) to (${sql.lit(to)})`.execute(trx);
    });
  }

  private toPartitionKey(at: number): string {
    return new Date(at).toISOString().slice(0, this.span === 'day' ? 10 : 7);
  }

  private toBounds(at: number): [from: string, to: string] {
    const date = new Date(at);
    const [year, month, day] = [date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()];
    const [from, to] =
      this.span === 'day'
        ? [Date.UTC(year, month, day), Date.UTC(year, month, day + 1)]
        : [Date.UTC(year, month, 1), Date.UTC(year, month + 1, 1)];
    return [new Date(from).toISOString(), new Date(to).toISOString()];
  }
}
