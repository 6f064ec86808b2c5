import { LANGUAGES, type Profile, profile } from '@granary/contract/accounts/http';
import { hasCapability } from '@granary/domain/access/roles';
import { fullName } from '@granary/domain/accounts/full-name';
import { isTimeZone } from '@granary/domain/farms/time-zones';
import type { Millis } from '@granary/domain/units';
import type { Kysely } from 'kysely';
import * as z from 'zod/mini';
import { changedSince, changesBetween, recordChange } from '../audit/record-change.ts';
import type { Tables, UserRow } from '../platform/postgres/tables.ts';

/** The fields of one's own profile that one may change; who leaves one out leaves it as it is. */
export type ProfileEdit = Partial<Omit<Profile, 'id' | 'email' | 'role' | 'version'>>;

export type ProfileOutcome =
  | { readonly kind: 'saved'; readonly profile: Profile }
  | { readonly kind: 'unknown-zone' }
  /** These fields (by their names on the wire) are not for distributors. */
  | { readonly kind: 'not-taken'; readonly fields: readonly string[] }
  /** Somebody else changed these fields (by their names on the wire) since the version was read. */
  | { readonly kind: 'stale'; readonly fields: readonly string[] };

interface ProfileCall {
  readonly userId: number;
  readonly address: string;
  readonly at: Millis;
  /** The version that was read; undefined overwrites whatever stands there. */
  readonly version: number | undefined;
}

/** What a distributor has no switches for. */
const SWITCHES: ReadonlySet<string> = new Set([
  'enable_notifications',
  'enable_push_notifications',
  'enable_sms_notifications',
  'enable_email_notifications',
] satisfies (keyof z.input<typeof profile>)[]);

/** Changes one's own profile; the notification switches take a capability. */
export async function changeProfile(
  db: Kysely<Tables>,
  { userId, address, at, version }: ProfileCall,
  edit: ProfileEdit,
): Promise<ProfileOutcome> {
  // Empty is none yet.
  if (edit.timezone && !isTimeZone(edit.timezone)) return { kind: 'unknown-zone' };
  return db.transaction().execute(async (trx) => {
    const row = await trx
      .selectFrom('users')
      .selectAll()
      .where('id', '=', userId)
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow();
    if (version !== undefined && version !== row.version) {
      return { kind: 'stale', fields: await changedSince(trx, 'user', userId, version) };
    }
    const before = serializeProfile(row);
    const after = { ...before, ...edit };
    const changes = changesBetween(z.encode(profile, before), z.encode(profile, after));
    const switched = changes.map(({ field }) => field).filter((field) => SWITCHES.has(field));
    if (!hasCapability(row.role, 'notifications.write') && switched.length > 0) {
      return { kind: 'not-taken', fields: switched };
    }
    if (changes.length === 0) return { kind: 'saved', profile: before };
    const saved = { ...after, version: row.version + 1 };
    const { id, email, role, ...columns } = saved;
    await trx.updateTable('users').set(columns).where('id', '=', userId).execute();
    await recordChange(trx, {
      ...{ at, actor: row, address, act: 'changed', subject: 'user', subjectId: userId },
      ...{ subjectName: fullName(saved), version: saved.version, changes },
    });
    return { kind: 'saved', profile: saved };
  });
}

/** An account as its holder sees it. */
export function serializeProfile(user: UserRow): Profile {
  const { id, firstName, lastName, email, role, phone, city, state, country, timezone } = user;
  const { notifies, notifiesByPush, notifiesBySms, notifiesByEmail, version } = user;
  return {
    ...{ id, firstName, lastName, email, role, phone, city, state, country, timezone },
    language: LANGUAGES.find((known) => known === user.language) ?? 'en',
    ...{ notifies, notifiesByPush, notifiesBySms, notifiesByEmail, version },
  };
}
