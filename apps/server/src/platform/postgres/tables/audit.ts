import type { ColumnType, GeneratedAlways } from 'kysely';

/** A changed field by its wire name, with its values before and after. */
export interface FieldChange {
  readonly field: string;
  readonly before: unknown;
  readonly after: unknown;
}

type AuditAction =
  | 'added'
  | 'changed'
  | 'deleted'
  | 'restored'
  | 'password-reset'
  /** A command was sent to a board, or was refused. */
  | 'commanded'
  | 'refused';

export interface AuditEntriesTable {
  id: GeneratedAlways<number>;
  at: Date;
  actorId: number | null;
  actorName: string;
  address: string;
  act: AuditAction;
  subject: 'user' | 'farm' | 'bin' | 'board' | 'settings' | 'crop' | 'firmware';
  subjectId: string;
  subjectName: string;
  ownerId: number | null;
  /** The owner's distributor, who may read the entry; the account might have been deleted. */
  distributorId: number | null;
  /** The subject's version after the change; null for subjects without versions. */
  version: number | null;
  changes: ColumnType<FieldChange[], string, string>;
}
