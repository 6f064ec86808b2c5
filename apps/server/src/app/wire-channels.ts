import { findLanguage, findUser } from '../accounts/store.ts';
import { channelRoutes } from '../notifications/channel-routes.ts';
import type { ChannelPorts, TestDelivery } from '../notifications/channels.ts';
import { countSmsRequest } from '../notifications/sms-numbers.ts';
import { findSmsNumber } from '../notifications/sms-store.ts';
import { findPushDevices } from '../notifications/store.ts';
import { findChannelStates, findTestMessages } from '../outbox/channel-states-store.ts';
import { formatMessage } from '../platform/http/error-message.ts';
import type { Dependencies, HttpServer } from './dependencies.ts';
import { toLanguage } from './wire-alerts.ts';
import type { Messages } from './wire-outbox.ts';

/** Wires the routes that show how messages reach a user through each channel and that send test messages. */
export function wireChannels(
  { db, now }: Dependencies,
  { app, guard }: HttpServer,
  { outbox, deliversMail, sendsSms }: Messages,
): void {
  const format = ({ language }: TestDelivery, key: 'testTitle' | 'testText') =>
    formatMessage(toLanguage(language), key);
  const toMessageDetails = ({ userId, expiresAt }: TestDelivery) => ({
    userId,
    expiresAt,
    isTest: true as const,
  });
  const ports: ChannelPorts = {
    db,
    now,
    availableChannels: { mail: deliversMail, push: true, sms: sendsSms },
    findAddresses: async (trx, userId) => ({
      email: (await findUser(trx, userId))?.email ?? '',
      language: (await findLanguage(trx, userId)) ?? '',
      number: (await findSmsNumber(trx, userId))?.number ?? null,
      devices: await findPushDevices(trx, userId),
    }),
    findStates: findChannelStates,
    findTests: findTestMessages,
    addMail: (trx, to, delivery) => {
      const subject = format(delivery, 'testTitle');
      const mail = { to, subject, text: `${format(delivery, 'testText')}\n` };
      return outbox.addMail(trx, mail, toMessageDetails(delivery));
    },
    addPush: (trx, token, delivery) => {
      const title = format(delivery, 'testTitle');
      const body = format(delivery, 'testText');
      const { userId, at } = delivery;
      const push = { token, userId, title, body, target: '/profile', at };
      return outbox.addPush(trx, push, toMessageDetails(delivery));
    },
    addSms: async (trx, number, delivery) => {
      const seconds = await countSmsRequest(trx, { userId: delivery.userId, number }, now());
      if (seconds !== null) return seconds;
      const text = `${format(delivery, 'testTitle')}: ${format(delivery, 'testText')}`;
      await outbox.addSms(trx, { to: number, text }, toMessageDetails(delivery));
      return null;
    },
  };
  channelRoutes(app, { db, guard, now }, ports);
}
