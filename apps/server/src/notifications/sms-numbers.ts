import { createHmac, randomInt, timingSafeEqual } from 'node:crypto';
import { HOUR, MINUTE, type Millis, millis } from '@granary/domain/units';
import { type ChangedBy, recordChange } from '../audit/record-change.ts';
import type { Db, Trx } from '../platform/postgres/tables.ts';
import {
  claimCodeTry,
  confirmNewNumber,
  deleteSmsNumber,
  findBlockingRequestTime,
  findSmsNumber,
  insertSentSms,
  storeNewNumber,
} from './sms-store.ts';

/** Codes are valid for this long, ms. */
const CODE_LIFETIME = 10 * MINUTE;
const CODE_DIGITS = 6;
const MAX_TRIES = 5;
/**
 * The limit on codes and tests per hour, for an account and for a number: each message costs money and might
 * reach a stranger.
 */
const MAX_REQUESTS_PER_HOUR = 3;

export interface SmsNumberPorts {
  readonly db: Db;
  /** The key for hashing codes: a plain hash of six digits is easy to reverse. */
  readonly key: Buffer;
  now(): Millis;
  /** Queues a message with the code, in the user's language; it is sent after the transaction. */
  sendCode(
    trx: Trx,
    to: { readonly userId: number; readonly number: string },
    code: string,
    expiresAt: Millis,
  ): Promise<void>;
  /** The name of an account in the audit log. */
  findName(trx: Trx, userId: number): Promise<string>;
}

export interface SmsNumber {
  /** The confirmed number. */
  readonly number: string | null;
  /** The number that is waiting to be confirmed. */
  readonly newNumber: string | null;
}

export type CodeOutcome =
  | { readonly kind: 'sent' }
  | { readonly kind: 'wait'; readonly seconds: number };

/** The phone numbers that get alerts by text message; each is confirmed by a code. */
export class SmsNumbers {
  constructor(private readonly ports: SmsNumberPorts) {}

  async find(userId: number): Promise<SmsNumber> {
    const { db, now } = this.ports;
    const row = await findSmsNumber(db, userId);
    const isWaiting = row?.codeExpiresAt != null && row.codeExpiresAt.getTime() > now();
    return { number: row?.number ?? null, newNumber: isWaiting ? row.newNumber : null };
  }

  /** Sends a code to a number. */
  requestCode(userId: number, number: string): Promise<CodeOutcome> {
    const { db, sendCode } = this.ports;
    const now = this.ports.now();
    return db.transaction().execute(async (trx): Promise<CodeOutcome> => {
      const seconds = await countSmsRequest(trx, { userId, number }, now);
      if (seconds !== null) return { kind: 'wait', seconds };
      const code = String(randomInt(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, '0');
      const expiresAt = millis(now + CODE_LIFETIME);
      await storeNewNumber(trx, userId, {
        newNumber: number,
        codeHash: this.hash(userId, number, code),
        codeExpiresAt: new Date(expiresAt),
      });
      await sendCode(trx, { userId, number }, code, expiresAt);
      return { kind: 'sent' };
    });
  }

  /** Confirms the new number if the code is correct, and returns whether it was. A code works once. */
  async confirm(changedBy: ChangedBy, userId: number, code: string): Promise<boolean> {
    const { db, now } = this.ports;
    return db.transaction().execute(async (trx) => {
      const row = await claimCodeTry(trx, userId, { now: now(), tries: MAX_TRIES });
      if (!row?.newNumber || !row.codeHash) return false;
      if (!timingSafeEqual(row.codeHash, this.hash(userId, row.newNumber, code))) return false;
      await confirmNewNumber(trx, userId, now());
      await this.record(trx, changedBy, userId, { before: row.number, after: row.newNumber });
      return true;
    });
  }

  /** Removes the number: no more text messages are sent to the user. */
  async remove(changedBy: ChangedBy, userId: number): Promise<void> {
    await this.ports.db.transaction().execute(async (trx) => {
      const row = await findSmsNumber(trx, userId);
      await deleteSmsNumber(trx, userId);
      if (row?.number)
        await this.record(trx, changedBy, userId, { before: row.number, after: null });
    });
  }

  private async record(
    trx: Trx,
    changedBy: ChangedBy,
    userId: number,
    numberChange: { readonly before: string | null; readonly after: string | null },
  ): Promise<void> {
    if (numberChange.before === numberChange.after) return;
    await recordChange(trx, {
      ...changedBy,
      act: 'changed',
      subject: 'user',
      subjectId: userId,
      subjectName: await this.ports.findName(trx, userId),
      changes: [{ field: 'sms_number', ...numberChange }],
    });
  }

  private hash(userId: number, number: string, code: string): Buffer {
    return createHmac('sha256', this.ports.key).update(`sms:${userId}:${number}:${code}`).digest();
  }
}

/**
 * Counts a code or test that a user requested; returns how many seconds to wait if there were too many,
 * otherwise null.
 */
export async function countSmsRequest(
  trx: Trx,
  { userId, number }: { readonly userId: number; readonly number: string },
  now: Millis,
): Promise<number | null> {
  const limit = { now, max: MAX_REQUESTS_PER_HOUR };
  const blockingAt = await findBlockingRequestTime(trx, { userId, number }, limit);
  if (blockingAt !== null) return Math.ceil((blockingAt + HOUR - now) / 1000);
  await insertSentSms(trx, { number, userId, purpose: 'requested', at: new Date(now) });
  return null;
}
