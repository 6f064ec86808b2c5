import type { ColumnType, GeneratedAlways } from 'kysely';

/** A field of a thing, as the wire shows it, before and after a change. */
export interface FieldChange {
  readonly field: string;
  readonly before: unknown;
  readonly after: unknown;
}

export interface AuditEntriesTable {
  id: GeneratedAlways<number>;
  at: Date;
  actorId: number | null;
  actorName: string;
  address: string;
  act: 'added' | 'changed' | 'deleted' | 'restored' | 'password-reset';
  subject: 'user' | 'farm' | 'bin' | 'board' | 'settings' | 'crop' | 'firmware';
  subjectId: string;
  subjectName: string;
  ownerId: number | null;
  /** Whose customer the owner has been since, who may read of it; an id that may lead to nobody. */
  distributorId: number | null;
  /** The version of the subject since this change, where it counts versions. */
  version: number | null;
  changes: ColumnType<FieldChange[], string, string>;
}
