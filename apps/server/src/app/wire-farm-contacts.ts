import { fullName } from '@granary/domain/accounts/full-name';
import { shortenName } from '@granary/domain/notifications/shorten-name';
import { findUser } from '../accounts/store.ts';
import { type CodeMessage, FarmContactList } from '../farm-contacts/farm-contacts.ts';
import { createOptOutToken } from '../farm-contacts/opt-out-token.ts';
import { farmContactRoutes } from '../farm-contacts/routes.ts';
import { countSmsRequest } from '../notifications/sms-numbers.ts';
import { findContactStates } from '../outbox/channel-states-store.ts';
import { formatMessage } from '../platform/http/error-message.ts';
import type { Trx } from '../platform/postgres/tables.ts';
import type { Dependencies, HttpServer } from './dependencies.ts';
import { toLanguage } from './wire-alerts.ts';
import type { Messages } from './wire-outbox.ts';

/** Creates a contact's opt-out link; null if the public URL of this server is not set. */
function createOptOutLink(publicUrl: string | null, token: string): string | null {
  return publicUrl === null ? null : `${publicUrl.replace(/\/+$/, '')}/stop-alerts#token=${token}`;
}

/** Adds a function that creates opt-out links for farm contacts to the dependencies. */
export function withContactLinks(dependencies: Dependencies) {
  const { config, secrets } = dependencies;
  return {
    ...dependencies,
    createOptOutLink: (contactId: number) =>
      createOptOutLink(config.publicUrl, createOptOutToken(secrets.tokenKey, contactId)),
  };
}

/** Wires the routes of farm contacts: people without an account who get alerts about a farm. */
export function wireFarmContacts(
  { db, now, config, secrets }: Dependencies,
  { app, guard }: HttpServer,
  { outbox, deliversMail, sendsSms }: Pick<Messages, 'outbox' | 'deliversMail' | 'sendsSms'>,
): void {
  const hasLinks = config.publicUrl !== null;
  const contacts = new FarmContactList({
    db,
    key: secrets.tokenKey,
    now,
    availableChannels: [
      ...(hasLinks && deliversMail ? (['mail'] as const) : []),
      ...(hasLinks && sendsSms ? (['sms'] as const) : []),
    ],
    findDeliveryStates: (ids) => findContactStates(db, ids),
    countCodeRequest: (trx, userId, number) => countSmsRequest(trx, { userId, number }, now()),
    sendCode: (trx, message) => sendCode(outbox, config.publicUrl, trx, message),
    findName: async (trx, userId) => {
      const user = await findUser(trx, userId);
      return user === null ? '' : fullName(user) || user.email;
    },
  });
  farmContactRoutes(app, { db, guard, now, contacts });
}

async function sendCode(
  outbox: Messages['outbox'],
  publicUrl: string | null,
  trx: Trx,
  { contact, farmName, code, sender, optOutToken, expiresAt }: CodeMessage,
): Promise<void> {
  const language = toLanguage(contact.language);
  const values = {
    sender: shortenName(sender),
    farm: shortenName(farmName),
    code,
    link: createOptOutLink(publicUrl, optOutToken) ?? '',
  };
  const { id: contactId, channel, address: to } = contact;
  const messageDetails = { userId: null, contactId, expiresAt };
  if (channel === 'sms') {
    const text = formatMessage(language, 'contactCodeSms', values);
    return outbox.addSms(trx, { to, text }, messageDetails);
  }
  const subject = formatMessage(language, 'contactCodeSubject', values);
  const text = formatMessage(language, 'contactCodeText', values);
  return outbox.addMail(trx, { to, subject, text }, messageDetails);
}
