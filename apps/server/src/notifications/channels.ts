import type { Channel } from '@granary/contract/notifications/channels';
import type { ChannelName } from '@granary/domain/notifications/channel';
import { HOUR, MINUTE, type Millis, millis } from '@granary/domain/units';
import type { ChannelState, TestMessage } from '../outbox/channel-states-store.ts';
import type { Db, Trx } from '../platform/postgres/tables.ts';

/** The addresses to which messages to a user are sent. */
export interface Addresses {
  readonly email: string;
  readonly language: string;
  /** The confirmed phone number. */
  readonly number: string | null;
  /** Browsers that receive push messages. */
  readonly devices: readonly string[];
}

/** A test message to an address. */
export interface TestDelivery {
  readonly userId: number;
  readonly language: string;
  readonly at: Millis;
  readonly expiresAt: Millis;
}

export interface ChannelPorts {
  readonly db: Db;
  now(): Millis;
  /** The channels that the server can send through. */
  readonly availableChannels: Readonly<Record<ChannelName, boolean>>;
  findAddresses(db: Db, userId: number): Promise<Addresses>;
  findStates(db: Db, userId: number): Promise<readonly ChannelState[]>;
  findTests(db: Db, userId: number): Promise<readonly TestMessage[]>;
  addMail(trx: Trx, to: string, delivery: TestDelivery): Promise<void>;
  addPush(trx: Trx, device: string, delivery: TestDelivery): Promise<void>;
  /** Adds a text message; returns null, or how many seconds to wait if it was not added. */
  addSms(trx: Trx, number: string, delivery: TestDelivery): Promise<number | null>;
}

export type TestOutcome =
  | { readonly kind: 'added' | 'no-address' }
  | { readonly kind: 'wait'; readonly seconds: number };

/** The time after which a test message that could not be sent has failed, ms. */
const TEST_LIFETIME = HOUR;
const TEST_INTERVAL = MINUTE;

/** The state of each channel for messages to a user. */
export async function findChannels(ports: ChannelPorts, userId: number): Promise<Channel[]> {
  const { db, availableChannels } = ports;
  const addresses = await ports.findAddresses(db, userId);
  const tests = await ports.findTests(db, userId);
  const toMillis = (at: Date | null) => at && millis(at.getTime());
  return (await ports.findStates(db, userId)).map((state) => {
    const name = state.channel;
    const test = tests.find(({ channel }) => channel === name);
    return {
      name,
      isAvailable: availableChannels[name] && hasAddress(addresses, name),
      failingSince: toMillis(state.failingSince),
      refusedAt: name === 'push' ? null : toMillis(state.refusedAt),
      test: test ? { at: millis(test.createdAt.getTime()), state: toTestState(test) } : null,
    };
  });
}

/** Sends a test message to a user. */
export async function testChannel(
  ports: ChannelPorts,
  userId: number,
  name: ChannelName,
): Promise<TestOutcome> {
  const { db, availableChannels } = ports;
  const now = ports.now();
  return db.transaction().execute(async (trx): Promise<TestOutcome> => {
    const addresses = await ports.findAddresses(trx, userId);
    if (!availableChannels[name] || !hasAddress(addresses, name)) return { kind: 'no-address' };
    const lastTest = (await ports.findTests(trx, userId)).find(({ channel }) => channel === name);
    const dueAt = (lastTest?.createdAt.getTime() ?? 0) + TEST_INTERVAL;
    if (dueAt > now) return { kind: 'wait', seconds: Math.ceil((dueAt - now) / 1000) };
    const seconds = await addTest(ports, trx, name, addresses, {
      userId,
      language: addresses.language,
      at: now,
      expiresAt: millis(now + TEST_LIFETIME),
    });
    return seconds === null ? { kind: 'added' } : { kind: 'wait', seconds };
  });
}

async function addTest(
  ports: ChannelPorts,
  trx: Trx,
  name: ChannelName,
  { email, number, devices }: Addresses,
  delivery: TestDelivery,
): Promise<number | null> {
  switch (name) {
    case 'mail':
      await ports.addMail(trx, email, delivery);
      return null;
    case 'push':
      for (const device of devices) await ports.addPush(trx, device, delivery);
      return null;
    case 'sms':
      return number === null ? null : ports.addSms(trx, number, delivery);
  }
}

function hasAddress({ number, devices }: Addresses, name: ChannelName): boolean {
  switch (name) {
    case 'mail':
      return true;
    case 'push':
      return devices.length > 0;
    case 'sms':
      return number !== null;
  }
}

function toTestState({ outcome, failedAt }: TestMessage): NonNullable<Channel['test']>['state'] {
  // Test messages are not about a farm, so they are never withdrawn.
  const finalOutcome = outcome === 'withdrawn' ? 'expired' : outcome;
  return finalOutcome ?? (failedAt === null ? 'waiting' : 'retrying');
}
