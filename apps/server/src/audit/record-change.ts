import type { ChangedField } from '@granary/contract/audit/fields';
import type { Millis } from '@granary/domain/units';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { AuditEntriesTable } from '../platform/postgres/tables/audit.ts';
import type { Trx } from '../platform/postgres/tables.ts';

/** A change to record: who changed what, when and from which address. */
export interface AuditedChange {
  readonly at: Millis;
  /** Null for changes by the server itself or by its operator. */
  readonly actor: { readonly id: number } | null;
  /** The network address of the caller; empty without a request. */
  readonly address: string;
  readonly act: AuditEntriesTable['act'];
  readonly subject: AuditEntriesTable['subject'];
  readonly subjectId: number | string;
  readonly subjectName: string;
  /** The version of the subject after the change, if it has versions. */
  readonly version?: number;
  readonly changes: readonly FieldChange[];
}

export type ChangedBy = Pick<AuditedChange, 'actor' | 'address' | 'at'>;

/** One changed field, named as on the wire. */
export interface FieldChange {
  readonly field: ChangedField;
  readonly before: unknown;
  readonly after: unknown;
}

/** Fields of responses that are not data of the subject. */
const UNRECORDED_FIELDS = ['id', '_id', 'version'] as const;
type RecordedField<Field> = Exclude<Field, (typeof UNRECORDED_FIELDS)[number]>;
const MAX_TEXT_LENGTH = 500;
/** The number of characters of a long text that are recorded before the first difference. */
const CONTEXT_LENGTH = 60;

/**
 * Returns the fields in which two states of a subject differ. Encode both states through the contract; null
 * means that the subject did not exist before, or does not exist afterward.
 */
export function compareFields<Field extends string>(
  before: Readonly<Record<Field, unknown>> | null,
  after: Readonly<Record<Field, unknown>> | null,
): { readonly field: RecordedField<Field>; readonly before: unknown; readonly after: unknown }[] {
  // Both states have exactly the fields of their type.
  const fields = Object.keys({ ...before, ...after }) as Field[];
  return fields.filter(isRecorded).flatMap((field) => {
    const [oldValue, newValue] = [before?.[field] ?? null, after?.[field] ?? null];
    const isSame = JSON.stringify(oldValue) === JSON.stringify(newValue);
    return isSame ? [] : [{ field, before: oldValue, after: newValue }];
  });
}

function isRecorded<Field extends string>(field: Field): field is RecordedField<Field> {
  return !UNRECORDED_FIELDS.some((unrecorded) => unrecorded === field);
}

/**
 * Records a change in the audit log, in the same transaction as the change. The owner of the subject and the
 * distributor who may read the entry are looked up here.
 */
export async function recordChange(trx: Trx, change: AuditedChange): Promise<void> {
  await insertEntry(trx, change);
  const { act, subject, subjectId, changes } = change;
  const mayHaveNewDistributor =
    act === 'restored' || changes.some(({ field }) => field === 'distributor');
  if (subject === 'user' && mayHaveNewDistributor)
    await hideFromPreviousDistributor(trx, Number(subjectId));
}

/** Records a change to a bin like `recordChange`, with the name that the bin has at that time. */
export async function recordBinChange(
  trx: Trx,
  binId: number,
  change: Omit<AuditedChange, 'subject' | 'subjectId' | 'subjectName'>,
): Promise<void> {
  await insertEntry(trx, {
    ...change,
    subject: 'bin',
    subjectId: binId,
    subjectName: sql<string>`(select name from bins where id = ${binId})`,
  });
}

async function insertEntry(
  trx: Trx,
  change: Omit<AuditedChange, 'subjectName'> & {
    readonly subjectName: string | RawBuilder<string>;
  },
): Promise<void> {
  const { at, actor, address, act, subject, subjectId, subjectName, version } = change;
  const ownerId = selectOwnerId(subject, subjectId);
  await trx
    .insertInto('auditEntries')
    .values({
      at: new Date(at),
      actorId: actor?.id ?? null,
      actorName: sql<string>`coalesce((
        select coalesce(nullif(trim(first_name || ' ' || last_name), ''), email)
        from users where id = ${actor?.id ?? null}), '')`,
      address,
      act,
      subject,
      subjectName,
      subjectId: String(subjectId),
      ownerId,
      // The lock makes a concurrent change of distributor wait, so that it hides this entry too.
      distributorId: sql<number>`(
        select distributor_id from users where id = ${ownerId} for share)`,
      version: version ?? null,
      changes: JSON.stringify(change.changes.map(shortenTexts), toStorableText),
    })
    .execute();
}

/** Hides a customer's entries from the previous distributor; the new one sees later entries only. */
async function hideFromPreviousDistributor(trx: Trx, ownerId: number): Promise<void> {
  await trx
    .updateTable('auditEntries')
    .set({ distributorId: null })
    .where('ownerId', '=', ownerId)
    .where(
      sql<SqlBool>`distributor_id is distinct from (
        select distributor_id from users where id = ${ownerId})`,
    )
    .where('distributorId', 'is not', null)
    .execute();
}

/** Finds the fields of a subject that changed after the given version, named as on the wire. */
export async function findChangedFields(
  trx: Trx,
  subject: AuditEntriesTable['subject'],
  subjectId: number | string,
  version: number,
): Promise<string[]> {
  const rows = await trx
    .selectFrom('auditEntries')
    .select('changes')
    .where('subject', '=', subject)
    .where('subjectId', '=', String(subjectId))
    .where('version', '>', version)
    .execute();
  return [...new Set(rows.flatMap(({ changes }) => changes.map(({ field }) => field)))];
}

/**
 * Builds the query for the ID of the account that owns the subject; an account owns itself, and shared
 * subjects have no owner.
 */
function selectOwnerId(
  subject: AuditEntriesTable['subject'],
  id: number | string,
): RawBuilder<number | null> {
  switch (subject) {
    case 'user':
      return sql<number>`${Number(id)}::integer`;
    case 'farm':
      return sql<number>`(select owner_id from farms where id = ${Number(id)})`;
    case 'bin':
      return sql<number>`(
        select farms.owner_id from bins join farms on farms.id = bins.farm_id
        where bins.id = ${Number(id)})`;
    case 'board':
      return sql<number>`(
        select farms.owner_id from main_boards join farms on farms.id = main_boards.farm_id
        where main_boards.id = ${String(id)})`;
    case 'settings':
    case 'crop':
    case 'firmware':
      return sql<null>`null`;
  }
}

/** Cuts long texts to an excerpt around their first difference. */
function shortenTexts({ field, before, after }: FieldChange): FieldChange {
  const isLong = [before, after].some(
    (value) => typeof value === 'string' && value.length > MAX_TEXT_LENGTH,
  );
  if (!isLong) return { field, before, after };
  const difference =
    typeof before === 'string' && typeof after === 'string'
      ? findFirstDifference(before, after)
      : 0;
  const from = difference > CONTEXT_LENGTH ? difference - CONTEXT_LENGTH : 0;
  return { field, before: takeExcerpt(before, from), after: takeExcerpt(after, from) };
}

function takeExcerpt(value: unknown, from: number): unknown {
  if (typeof value !== 'string') return value;
  const to = from + MAX_TEXT_LENGTH;
  return `${from > 0 ? '…' : ''}${value.slice(from, to)}${value.length > to ? '…' : ''}`;
}

function findFirstDifference(before: string, after: string): number {
  let index = 0;
  while (index < before.length && before[index] === after[index]) index++;
  return index;
}

/** Replaces lone surrogates: truncating text can produce them, and PostgreSQL's JSON rejects them. */
function toStorableText(_: string, value: unknown): unknown {
  return typeof value === 'string' ? Buffer.from(value).toString() : value;
}
