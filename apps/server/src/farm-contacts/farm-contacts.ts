import { createHmac, randomInt, timingSafeEqual } from 'node:crypto';
import type { addFarmContact, FarmContacts } from '@granary/contract/farm-contacts/http';
import { type ContactChannel, MAX_CONTACTS } from '@granary/domain/farm-contacts/farm-contact';
import { parsePhoneNumber } from '@granary/domain/notifications/phone-number';
import { HOUR, type Millis, millis } from '@granary/domain/units';
import * as z from 'zod/mini';
import { type ChangedBy, recordChange } from '../audit/record-change.ts';
import type { ContactState } from '../outbox/channel-states-store.ts';
import type { Db, Trx } from '../platform/postgres/tables.ts';
import { createOptOutToken, verifyOptOutToken } from './opt-out-token.ts';
import {
  claimContactTry,
  deleteContact,
  type FarmContactRow,
  findContacts,
  insertContact,
  lockContact,
  storeConfirmation,
  storeContactCode,
  storeOptOut,
  toContactState,
} from './store.ts';

/** How long codes are valid, ms: long enough to reach the contact by phone. */
const CODE_LIFETIME = HOUR;
const CODE_DIGITS = 6;
const MAX_TRIES = 5;

/** The contents of a message with a code. */
export interface CodeMessage {
  readonly contact: FarmContactRow;
  readonly farmName: string;
  readonly code: string;
  /** The name of the account that requested the code. */
  readonly sender: string;
  readonly optOutToken: string;
  readonly expiresAt: Millis;
}

export interface FarmContactPorts {
  readonly db: Db;
  /** The key for hashing codes and signing opt-out links. */
  readonly key: Buffer;
  now(): Millis;
  /** The channels through which the server can send messages with an opt-out link. */
  readonly availableChannels: readonly ContactChannel[];
  /** The delivery failures of these contacts; contacts whose last message was sent are left out. */
  findDeliveryStates(contactIds: readonly number[]): Promise<readonly ContactState[]>;
  /**
   * Counts a code request by an account; returns how many seconds to wait if there were too many, otherwise
   * null.
   */
  countCodeRequest(trx: Trx, userId: number, address: string): Promise<number | null>;
  /** Queues a code, which is sent after the transaction. */
  sendCode(trx: Trx, message: CodeMessage): Promise<void>;
  findName(trx: Trx, userId: number): Promise<string>;
}

type NewContact = z.output<NonNullable<(typeof addFarmContact)['body']>>;

/** The user who changes the contacts of a farm. */
type ContactEditor = ChangedBy & { readonly actor: { readonly id: number } };

export type ContactOutcome =
  | { readonly kind: 'done'; readonly farmId: number }
  | {
      readonly kind:
        | 'gone'
        | 'unavailable'
        | 'invalid-email'
        | 'invalid-phone-number'
        | 'sms-critical-only'
        | 'limit-reached-or-duplicate'
        | 'opted-out'
        | 'wrong-code';
    }
  | { readonly kind: 'wait'; readonly seconds: number };

const emailAddress = z.string().check(z.email());

/** The people without an account who get alerts about a farm. */
export class FarmContactList {
  constructor(private readonly ports: FarmContactPorts) {}

  async list(farmId: number): Promise<FarmContacts> {
    const rows = await findContacts(this.ports.db, farmId);
    const states = await this.ports.findDeliveryStates(rows.map(({ id }) => id));
    const toMillis = (at: Date | null | undefined) => (at ? millis(at.getTime()) : null);
    return {
      availableChannels: [...this.ports.availableChannels],
      contacts: rows.map(({ id, name, channel, address, minSeverity, language, ...row }) => {
        const deliveryState = states.find(({ contactId }) => contactId === id);
        return {
          id,
          name,
          channel,
          address,
          minSeverity,
          // Only languages that the contract allows are stored.
          language: language as NewContact['language'],
          state: toContactState(row),
          failingSince: toMillis(deliveryState?.failingSince),
          refusedAt: toMillis(deliveryState?.refusedAt),
        };
      }),
    };
  }

  /** Adds a contact and sends them a code. */
  async add(changedBy: ContactEditor, contact: NewContact): Promise<ContactOutcome> {
    const { channel, minSeverity, address: enteredAddress } = contact;
    if (!this.ports.availableChannels.includes(channel)) return { kind: 'unavailable' };
    const address = parseAddress(channel, enteredAddress);
    if (address === null)
      return { kind: channel === 'mail' ? 'invalid-email' : 'invalid-phone-number' };
    if (channel === 'sms' && minSeverity !== 'critical') return { kind: 'sms-critical-only' };
    return this.change(async (trx) => {
      const row = await insertContact(trx, { ...contact, address }, MAX_CONTACTS);
      if (row === null) return { kind: 'limit-reached-or-duplicate' };
      const outcome = await this.sendNewCode(trx, changedBy, row.id);
      if (outcome.kind === 'done') await this.record(trx, changedBy, row.id, 'added');
      return outcome;
    });
  }

  /** Sends another code to a contact who has not opted out. */
  sendCode(by: ContactEditor, id: number): Promise<ContactOutcome> {
    return this.change((trx) => this.sendNewCode(trx, by, id));
  }

  /** Confirms a contact if the code is correct. Each code can be used only once. */
  confirm(by: ContactEditor, id: number, code: string): Promise<ContactOutcome> {
    const { db, now } = this.ports;
    // A failed attempt is counted, so it is not rolled back.
    return db.transaction().execute(async (trx): Promise<ContactOutcome> => {
      const row = await claimContactTry(trx, id, { now: now(), maxTries: MAX_TRIES });
      if (!row?.codeHash || !timingSafeEqual(row.codeHash, this.hash(row, code))) {
        return { kind: 'wrong-code' };
      }
      await storeConfirmation(trx, id, now());
      await this.record(trx, by, id, 'confirmed');
      return { kind: 'done', farmId: row.farmId };
    });
  }

  remove(by: ContactEditor, id: number): Promise<ContactOutcome> {
    return this.change(async (trx) => {
      const row = await lockContact(trx, id);
      if (row === null) return { kind: 'gone' };
      await this.record(trx, by, id, 'removed');
      await deleteContact(trx, id);
      return { kind: 'done', farmId: row.farmId };
    });
  }

  /** Opts out the contact that an opt-out link is for; false if the link is not from this server. */
  async optOut(address: string, token: string): Promise<boolean> {
    const { db, key, now } = this.ports;
    const id = verifyOptOutToken(key, token);
    if (id === null) return false;
    await db.transaction().execute(async (trx) => {
      const row = await lockContact(trx, id);
      if (row === null || row.optedOutAt !== null) return;
      await storeOptOut(trx, id, now());
      await this.record(trx, { actor: null, address, at: now() }, id, 'opted-out');
    });
    return true;
  }

  /** Runs a transaction, and rolls it back unless the outcome is `done`. */
  private async change(work: (trx: Trx) => Promise<ContactOutcome>): Promise<ContactOutcome> {
    let outcome: ContactOutcome = { kind: 'gone' };
    await this.ports.db
      .transaction()
      .execute(async (trx) => {
        outcome = await work(trx);
        if (outcome.kind !== 'done') throw new RollbackError();
      })
      .catch((error: unknown) => {
        if (!(error instanceof RollbackError)) throw error;
      });
    return outcome;
  }

  private async sendNewCode(trx: Trx, by: ContactEditor, id: number): Promise<ContactOutcome> {
    const { key, now, countCodeRequest, sendCode, findName, availableChannels } = this.ports;
    const row = await lockContact(trx, id);
    if (row === null) return { kind: 'gone' };
    if (row.optedOutAt !== null) return { kind: 'opted-out' };
    if (!availableChannels.includes(row.channel)) return { kind: 'unavailable' };
    const userId = by.actor.id;
    const seconds = await countCodeRequest(trx, userId, row.address);
    if (seconds !== null) return { kind: 'wait', seconds };
    const code = String(randomInt(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, '0');
    const expiresAt = millis(now() + CODE_LIFETIME);
    await storeContactCode(trx, id, {
      codeHash: this.hash(row, code),
      codeExpiresAt: new Date(expiresAt),
    });
    await sendCode(trx, {
      contact: row,
      farmName: row.farmName,
      code,
      sender: await findName(trx, userId),
      optOutToken: createOptOutToken(key, id),
      expiresAt,
    });
    return { kind: 'done', farmId: row.farmId };
  }

  private async record(
    trx: Trx,
    changedBy: ChangedBy,
    id: number,
    action: 'added' | 'confirmed' | 'removed' | 'opted-out',
  ): Promise<void> {
    const row = await lockContact(trx, id);
    if (row === null) return;
    const text = `${row.name} (${row.address})`;
    await recordChange(trx, {
      ...changedBy,
      act: 'changed',
      subject: 'farm',
      subjectId: row.farmId,
      subjectName: row.farmName,
      changes: [
        {
          field: 'contact',
          before: action === 'added' ? null : text,
          after: action === 'removed' ? null : action === 'added' ? text : `${text}: ${action}`,
        },
      ],
    });
  }

  private hash({ id, address }: Pick<FarmContactRow, 'id' | 'address'>, code: string): Buffer {
    return createHmac('sha256', this.ports.key)
      .update(`farm contact:${id}:${address}:${code}`)
      .digest();
  }
}

/** Thrown to roll back a transaction whose outcome is not an error. */
class RollbackError extends Error {
  override readonly name = 'RollbackError';
}

function parseAddress(channel: ContactChannel, enteredAddress: string): string | null {
  if (channel === 'sms') return parsePhoneNumber(enteredAddress);
  const email = enteredAddress.toLowerCase();
  return emailAddress.safeParse(email).success ? email : null;
}
