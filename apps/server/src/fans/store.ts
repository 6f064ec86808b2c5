import { type Kysely, sql, type Transaction } from 'kysely';
import type { ReadFrame } from '../boards/frames.ts';
import type { Tables } from '../platform/postgres/tables.ts';
import type { LastFanEvent } from './state.ts';

/** Keeps what boards say of their fans; the first word of a bin and instant as sent stands. */
export async function storeFanEvents(
  trx: Transaction<Tables>,
  frames: readonly ReadFrame[],
): Promise<void> {
  const events = frames.flatMap(({ meaning }) =>
    meaning.kind === 'fan'
      ? [
          {
            binId: meaning.context.bin.id,
            sentAt: new Date(meaning.sentAt),
            at: new Date(meaning.at),
            isOn: meaning.isOn,
            commandId: meaning.commandId,
            lockout: meaning.lockout,
          },
        ]
      : [],
  );
  if (events.length === 0) return;
  await trx
    .insertInto('fanEvents')
    .values(events)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** The last fan event of bins; bins without any are left out. */
export async function findLastFanEvents(
  db: Kysely<Tables>,
  binIds: readonly number[],
): Promise<LastFanEvent[]> {
  const { rows } = await sql<LastFanEvent>`
    select newest.bin_id, newest.is_on, (
      select same.at from fan_events same
      where same.bin_id = newest.bin_id
        and (turned.at is null or (same.at, same.sent_at) > (turned.at, turned.sent_at))
      order by same.at, same.sent_at limit 1
    ) as since
    from unnest(${binIds}::integer[]) as wanted (bin_id)
    cross join lateral (
      select * from fan_events
      where fan_events.bin_id = wanted.bin_id order by at desc, sent_at desc limit 1
    ) newest
    left join lateral (
      select at, sent_at from fan_events other
      where other.bin_id = wanted.bin_id and other.is_on <> newest.is_on
      order by at desc, sent_at desc limit 1
    ) turned on true`.execute(db);
  return rows;
}
