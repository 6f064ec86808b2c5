import { LANGUAGES, type Profile, profile } from '@granary/contract/accounts/http';
import { canHaveCustomers, hasCapability, type Role } from '@granary/domain/access/roles';
import { fullName } from '@granary/domain/accounts/full-name';
import { isTimeZone } from '@granary/domain/farms/time-zones';
import type { Millis } from '@granary/domain/units';
import * as z from 'zod/mini';
import { compareFields, findChangedFields, recordChange } from '../audit/record-change.ts';
import type { Db, UserRow } from '../platform/postgres/tables.ts';

/** The fields that users can change in their profile. An omitted field stays as it is. */
export type ProfileEdit = Partial<Omit<Profile, 'id' | 'email' | 'role' | 'version'>>;

export type ProfileOutcome =
  | { readonly kind: 'saved'; readonly profile: Profile }
  | { readonly kind: 'unknown-zone' }
  /** The user's role cannot change these fields (wire names). */
  | { readonly kind: 'not-allowed'; readonly fields: readonly string[] }
  /** Someone else changed these fields (wire names) after the version was read. */
  | { readonly kind: 'stale'; readonly fields: readonly string[] };

interface ProfileCall {
  readonly userId: number;
  readonly address: string;
  readonly at: Millis;
  /** The version that was read; undefined overwrites the stored values. */
  readonly version: number | undefined;
}

/** The fields that require `notifications.write`. */
const SWITCHES: ReadonlySet<string> = new Set([
  'enable_notifications',
  'enable_push_notifications',
  'enable_sms_notifications',
  'enable_email_notifications',
] satisfies (keyof z.input<typeof profile>)[]);

/** The fields that only accounts with customers have. */
const OFFICE: ReadonlySet<string> = new Set([
  'office_address',
  'working_hours',
] satisfies (keyof z.input<typeof profile>)[]);

/** The changed fields (wire names) that an account of the role cannot change. */
function listRefused(role: Role, changed: readonly string[]): string[] {
  const canSwitch = hasCapability(role, 'notifications.write');
  const hasOffice = canHaveCustomers(role);
  return changed.filter(
    (field) => (!canSwitch && SWITCHES.has(field)) || (!hasOffice && OFFICE.has(field)),
  );
}

/** Changes the user's own profile. */
export async function changeProfile(
  db: Db,
  { userId, address, at, version }: ProfileCall,
  edit: ProfileEdit,
): Promise<ProfileOutcome> {
  // An empty time zone is not set yet.
  if (edit.timezone && !isTimeZone(edit.timezone)) return { kind: 'unknown-zone' };
  return db.transaction().execute(async (trx) => {
    const row = await trx
      .selectFrom('users')
      .selectAll()
      .where('id', '=', userId)
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow();
    if (version !== undefined && version !== row.version) {
      return { kind: 'stale', fields: await findChangedFields(trx, 'user', userId, version) };
    }
    const before = serializeProfile(row);
    const after = { ...before, ...edit };
    const changes = compareFields(z.encode(profile, before), z.encode(profile, after));
    const refused = listRefused(
      row.role,
      changes.map(({ field }) => field),
    );
    if (refused.length > 0) return { kind: 'not-allowed', fields: refused };
    if (changes.length === 0) return { kind: 'saved', profile: before };
    const saved = { ...after, version: row.version + 1 };
    const { id, email, role, ...columns } = saved;
    await trx.updateTable('users').set(columns).where('id', '=', userId).execute();
    await recordChange(trx, {
      at,
      actor: row,
      address,
      act: 'changed',
      subject: 'user',
      subjectId: userId,
      subjectName: fullName(saved),
      version: saved.version,
      changes,
    });
    return { kind: 'saved', profile: saved };
  });
}

/** An account as its user sees it. */
export function serializeProfile(user: UserRow): Profile {
  const { id, firstName, lastName, email, role, phone, city, state, country, timezone } = user;
  const { notifies, notifiesByPush, notifiesBySms, notifiesByEmail, version } = user;
  const { officeAddress, workingHours } = user;
  const { preferredTemperatureUnit, preferredCropUnit } = user;
  return {
    id,
    firstName,
    lastName,
    email,
    role,
    phone,
    city,
    state,
    country,
    timezone,
    language: LANGUAGES.find((known) => known === user.language) ?? 'en',
    notifies,
    notifiesByPush,
    notifiesBySms,
    notifiesByEmail,
    version,
    officeAddress,
    workingHours,
    preferredTemperatureUnit,
    preferredCropUnit,
  };
}
