import { randomUUID } from 'node:crypto';
import type { ChannelName } from '@granary/domain/notifications/channel';
import { type Millis, millis } from '@granary/domain/units';
import { decrypt, encrypt } from '../platform/crypto/encryption.ts';
import type { MessageOutcome } from '../platform/postgres/tables/outbox.ts';
import type { Db, Trx } from '../platform/postgres/tables.ts';
import {
  claimMessage,
  endExpiredMessages,
  endMessage,
  findMessage,
  insertMessage,
  recordFailure,
  withdrawMessages,
} from './outbox-store.ts';

/** A mail in plain text. */
export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

/** A notification for a browser or device. */
export interface Push {
  /** The address of the device. */
  readonly token: string;
  readonly userId: number;
  readonly title: string;
  readonly body: string;
  /** A path of the web app. */
  readonly target: string;
  readonly at: Millis;
}

/** A text message. */
export interface Sms {
  /** In E.164 format, with the +. */
  readonly to: string;
  readonly text: string;
}

/** Who a message is for, what it is about, and when it can be sent. */
export interface MessageDetails {
  /** The account it is for; null for a person without an account. */
  readonly userId: number | null;
  readonly expiresAt: Millis;
  /** It is not sent before this time. */
  readonly notBefore?: Millis;
  /** The farm contact that it is for. */
  readonly contactId?: number;
  /** The farm that it is about: it is sent only if the recipient may see the farm at that time. */
  readonly farmId?: number;
  /**
   * The notification that it is about: alerts that ended or were acknowledged before the message is sent are
   * left out.
   */
  readonly notificationId?: number;
  /** Whether the user requested it to test delivery. */
  readonly isTest?: true;
}

/** A channel refused a message permanently, such as one to an address that does not exist. */
export class RefusedMessageError extends Error {
  override readonly name = 'RefusedMessageError';
}

export interface OutboxPorts {
  readonly db: Db;
  /** Encrypts messages until they end. */
  readonly key: Buffer;
  now(): Millis;
  /** Schedules `send` with the ID to run after the commit and the delay, and retries it until it resolves. */
  addJob(trx: Trx, channel: ChannelName, id: string, delayMs: number): Promise<void>;
  /**
   * Hands a mail over. The ID is the same each time, so that a mail that was sent twice can be recognized.
   * Rejects with a `RefusedMessageError` if another attempt would be useless.
   */
  sendMail(id: string, mail: Mail): Promise<void>;
  /** Hands a notification over, as `sendMail` does. */
  sendPush(id: string, push: Push, expiresAt: Millis): Promise<void>;
  /** Hands a text message over, as `sendMail` does. */
  sendSms(id: string, sms: Sms): Promise<void>;
  /**
   * Whether an account, or the person with address `to` if `userId` is null, may receive messages about a
   * farm.
   */
  maySee(userId: number | null, to: string | null, farmId: number): Promise<boolean>;
  /** A push message without alerts that ended or were acknowledged; null if none are left. */
  updatePush(push: Push, notificationId: number): Promise<Push | null>;
  /** Counts outcomes, failures and repeats of messages. */
  counted(channel: ChannelName, event: MessageOutcome | 'failed' | 'repeated'): void;
  failed(error: unknown): void;
}

/**
 * Outgoing messages. A message is written in the transaction that causes it, so it is sent if and only if the
 * transaction commits, and no caller waits for the channel.
 */
export class Outbox {
  constructor(private readonly ports: OutboxPorts) {}

  /** Adds a mail in a transaction. */
  addMail(trx: Trx, mail: Mail, details: MessageDetails): Promise<void> {
    return this.add(trx, 'mail', mail, details);
  }

  /** Adds a notification for a device in a transaction. */
  addPush(trx: Trx, push: Push, details: Omit<MessageDetails, 'userId'>): Promise<void> {
    return this.add(trx, 'push', push, { ...details, userId: push.userId });
  }

  /**
   * Withdraws a notification's pending push messages in a transaction. Their outbox jobs then end these
   * messages.
   */
  withdrawPushes(trx: Trx, notificationId: number): Promise<void> {
    return withdrawMessages(trx, notificationId);
  }

  /** Ends the messages that expired, including those for which no attempt is due. */
  async endExpired(): Promise<void> {
    const channels = await endExpiredMessages(this.ports.db, this.ports.now());
    for (const channel of channels) this.ports.counted(channel, 'expired');
  }

  /** Adds a text message in a transaction. */
  addSms(trx: Trx, sms: Sms, details: MessageDetails): Promise<void> {
    return this.add(trx, 'sms', sms, details);
  }

  private async add(
    trx: Trx,
    channel: ChannelName,
    content: Mail | Push | Sms,
    { userId, expiresAt, notBefore, farmId, contactId, notificationId, isTest }: MessageDetails,
  ): Promise<void> {
    const { key, now, addJob } = this.ports;
    const id = randomUUID();
    await insertMessage(trx, {
      id,
      channel,
      userId,
      farmId: farmId ?? null,
      contactId: contactId ?? null,
      notificationId: notificationId ?? null,
      content: encrypt(toScope(key, id), Buffer.from(JSON.stringify(content))),
      createdAt: new Date(now()),
      expiresAt: new Date(expiresAt),
      isTest: isTest ?? false,
    });
    await addJob(trx, channel, id, Math.max(0, (notBefore ?? 0) - now()));
  }

  /** Hands a message over, unless it ended. Rejects if the handover failed and should be retried. */
  async send(channel: ChannelName, id: string): Promise<void> {
    const { db, key, now, counted } = this.ports;
    const message = await findMessage(db, id);
    if (message === null) return;
    if (message.content === null) return this.end(channel, id, 'withdrawn');
    const expiresAt = millis(message.expiresAt.getTime());
    if (expiresAt <= now()) return this.end(channel, id, 'expired');
    const storedContent = decrypt(toScope(key, id), message.content).toString();
    const content = await this.findCurrentContent(message, storedContent);
    if (content === null) return this.end(channel, id, 'withdrawn');
    // Claimed only now, so that an earlier error is not counted as a handover.
    const claim = await claimMessage(db, id, now());
    // The message ended or was withdrawn after it was read.
    if (claim === null) return this.send(channel, id);
    if (claim.repeats > 0) counted(channel, 'repeated');
    try {
      await this.handOver(channel, id, content, expiresAt);
    } catch (error) {
      this.ports.failed(error);
      if (error instanceof RefusedMessageError) return this.end(channel, id, 'refused');
      counted(channel, 'failed');
      await recordFailure(db, id, now());
      throw error;
    }
    await this.end(channel, id, 'sent');
  }

  /** The part of a message that may still be sent and is worth sending; null if there is none. */
  private async findCurrentContent(
    { userId, farmId, notificationId }: Awaited<ReturnType<typeof findMessage>> & {},
    content: string,
  ): Promise<string | null> {
    const { maySee, updatePush } = this.ports;
    const { to = null } = JSON.parse(content) as Partial<Mail | Sms>;
    if (farmId !== null && !(await maySee(userId, to, farmId))) return null;
    if (notificationId === null) return content;
    const push = await updatePush(JSON.parse(content) as Push, notificationId);
    return push && JSON.stringify(push);
  }

  private handOver(
    channel: ChannelName,
    id: string,
    content: string,
    expiresAt: Millis,
  ): Promise<void> {
    switch (channel) {
      case 'mail':
        return this.ports.sendMail(id, JSON.parse(content) as Mail);
      case 'push':
        return this.ports.sendPush(id, JSON.parse(content) as Push, expiresAt);
      case 'sms':
        return this.ports.sendSms(id, JSON.parse(content) as Sms);
    }
  }

  private async end(channel: ChannelName, id: string, outcome: MessageOutcome): Promise<void> {
    const isEnded = await endMessage(this.ports.db, id, outcome, this.ports.now());
    if (isEnded) this.ports.counted(channel, outcome);
  }
}

function toScope(key: Buffer, id: string) {
  return { key, purpose: 'outbox', rowId: id };
}
