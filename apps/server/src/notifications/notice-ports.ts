import type { Language } from '@granary/contract/accounts/http';
import type { Millis } from '@granary/domain/units';
import type { Db, Trx } from '../platform/postgres/tables.ts';
import type { NewNotification } from './store.ts';

/** A notice to a user, in their language. */
export interface Notice extends Omit<NewNotification, 'farmId'> {
  /** Devices are notified only while the user may see this farm. */
  readonly aboutFarmId?: number;
}

/** The dependencies for writing notices to users; `Key` names their texts in the server's messages. */
export interface NoticePorts<Key extends string> {
  readonly db: Db;
  now(): Millis;
  findLanguage(trx: Trx, userId: number): Promise<Language>;
  formatMessage(language: Language, key: Key, values: Readonly<Record<string, string>>): string;
  /** Adds a notification for a user and sends it to their devices; returns its ID. */
  notify(trx: Trx, notice: Notice): Promise<number>;
}
