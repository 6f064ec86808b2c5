import {
  type CustomerDetails,
  LANGUAGES,
  type Profile,
  profile,
} from '@granary/contract/accounts/http';
import {
  canHaveCustomers,
  canOwnFarms,
  hasCapability,
  type Role,
} from '@granary/domain/access/roles';
import { fullName } from '@granary/domain/accounts/full-name';
import { isTimeZone } from '@granary/domain/farms/time-zones';
import * as z from 'zod/mini';
import {
  type ChangedBy,
  compareFields,
  findChangedFields,
  recordChange,
} from '../audit/record-change.ts';
import type { Db, Trx, UserRow } from '../platform/postgres/tables.ts';
import { findUser } from './store.ts';
import { type ChangedBySignedInUser, isOutOfScope, lockUser } from './users.ts';

/** The fields that users can change in their profile. An omitted field stays as it is. */
export type ProfileEdit = Partial<Omit<Profile, 'id' | 'email' | 'role' | 'version'>>;

/** The fields of a customer's profile that staff can correct. */
export type CustomerEdit = Partial<Omit<CustomerDetails, 'version'>>;

export type ProfileOutcome =
  | SaveOutcome
  | { readonly kind: 'unknown-zone' }
  /** Quiet hours are missing this field (wire name). */
  | { readonly kind: 'missing-time'; readonly field: 'quiet_from' | 'quiet_until' };

export type CustomerOutcome =
  | { readonly kind: 'saved'; readonly details: CustomerDetails }
  | Exclude<SaveOutcome, { readonly kind: 'saved' }>
  | { readonly kind: 'gone' };

type SaveOutcome =
  | { readonly kind: 'saved'; readonly profile: Profile }
  /** The user's role cannot change these fields (wire names). */
  | { readonly kind: 'not-allowed'; readonly fields: readonly string[] }
  /** Someone else changed these fields (wire names) after the version was read. */
  | { readonly kind: 'stale'; readonly fields: readonly string[] };

interface ProfileVersion {
  readonly userId: number;
  /** The version that was read; undefined overwrites the stored values. */
  readonly version: number | undefined;
}

/** The fields that require `notifications.write`. */
const NOTIFICATION_FIELDS: ReadonlySet<string> = new Set([
  'enable_notifications',
  'enable_push_notifications',
  'enable_sms_notifications',
  'enable_email_notifications',
  'enable_weekly_email',
  'quiet_from',
  'quiet_until',
] satisfies (keyof z.input<typeof profile>)[]);

/** The fields that only accounts with customers have. */
const OFFICE_FIELDS: ReadonlySet<string> = new Set([
  'office_address',
  'working_hours',
] satisfies (keyof z.input<typeof profile>)[]);

/** The changed fields (wire names) that an account with this role cannot change. */
function listRefusedFields(role: Role, changedFields: readonly string[]): string[] {
  const canChangeNotifications = hasCapability(role, 'notifications.write');
  const hasOffice = canHaveCustomers(role);
  return changedFields.filter(
    (field) =>
      (!canChangeNotifications && NOTIFICATION_FIELDS.has(field)) ||
      (!hasOffice && OFFICE_FIELDS.has(field)),
  );
}

/** Changes the user's own profile. */
export async function changeProfile(
  db: Db,
  changedBy: ChangedBy,
  { userId, version }: ProfileVersion,
  edit: ProfileEdit,
): Promise<ProfileOutcome> {
  // An empty time zone means none is set yet.
  if (edit.timezone && !isTimeZone(edit.timezone)) return { kind: 'unknown-zone' };
  return db.transaction().execute(async (trx): Promise<ProfileOutcome> => {
    const row = await trx
      .selectFrom('users')
      .selectAll()
      .where('id', '=', userId)
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow();
    const { quietFrom, quietUntil } = { ...row, ...edit };
    if ((quietFrom === '') !== (quietUntil === '')) {
      return { kind: 'missing-time', field: quietFrom === '' ? 'quiet_from' : 'quiet_until' };
    }
    return saveProfile(trx, changedBy, { row, version }, edit);
  });
}

/** The details of a customer; null if there is no such customer. */
export async function findCustomerDetails(db: Db, userId: number): Promise<CustomerDetails | null> {
  const row = await findUser(db, userId);
  return row && canOwnFarms(row.role) ? toCustomerDetails(serializeProfile(row)) : null;
}

/** Corrects a customer's profile on their behalf. */
export async function updateCustomerDetails(
  db: Db,
  changedBy: ChangedBySignedInUser,
  { userId, version }: ProfileVersion,
  edit: CustomerEdit,
): Promise<CustomerOutcome> {
  return db.transaction().execute(async (trx) => {
    const row = await lockUser(trx, userId);
    // The customer may have been reassigned to another distributor since the call was authorized.
    if (!row || !canOwnFarms(row.role) || isOutOfScope(changedBy.actor, row))
      return { kind: 'gone' };
    const outcome = await saveProfile(trx, changedBy, { row, version }, edit);
    return outcome.kind === 'saved'
      ? { kind: 'saved', details: toCustomerDetails(outcome.profile) }
      : outcome;
  });
}

function toCustomerDetails(profile: Profile): CustomerDetails {
  const { firstName, lastName, phone, language, escalates, version } = profile;
  return { firstName, lastName, phone, language, escalates, version };
}

async function saveProfile(
  trx: Trx,
  changedBy: ChangedBy,
  { row, version }: { readonly row: UserRow; readonly version: number | undefined },
  edit: ProfileEdit,
): Promise<SaveOutcome> {
  const userId = row.id;
  if (version !== undefined && version !== row.version) {
    return { kind: 'stale', fields: await findChangedFields(trx, 'user', userId, version) };
  }
  const before = serializeProfile(row);
  const after = { ...before, ...edit };
  const changes = compareFields(z.encode(profile, before), z.encode(profile, after));
  const refusedFields = listRefusedFields(
    row.role,
    changes.map(({ field }) => field),
  );
  if (refusedFields.length > 0) return { kind: 'not-allowed', fields: refusedFields };
  if (changes.length === 0) return { kind: 'saved', profile: before };
  const savedProfile = { ...after, version: row.version + 1 };
  const { id, email, role, ...columns } = savedProfile;
  await trx.updateTable('users').set(columns).where('id', '=', userId).execute();
  await recordChange(trx, {
    ...changedBy,
    act: 'changed',
    subject: 'user',
    subjectId: userId,
    subjectName: fullName(savedProfile),
    version: savedProfile.version,
    changes,
  });
  return { kind: 'saved', profile: savedProfile };
}

/** An account as its user sees it. */
export function serializeProfile(user: UserRow): Profile {
  const { id, firstName, lastName, email, role, phone, city, state, country, timezone } = user;
  const { notifies, notifiesByPush, notifiesBySms, notifiesByEmail, notifiesWeekly } = user;
  const { version, officeAddress, workingHours, quietFrom, quietUntil, escalates } = user;
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
    language: LANGUAGES.find((languageCode) => languageCode === user.language) ?? 'en',
    notifies,
    notifiesByPush,
    notifiesBySms,
    notifiesByEmail,
    notifiesWeekly,
    quietFrom,
    quietUntil,
    escalates,
    version,
    officeAddress,
    workingHours,
    preferredTemperatureUnit,
    preferredCropUnit,
  };
}
