import {
  contactChannels,
  contactSeverities,
  contactStates,
} from '@granary/domain/farm-contacts/farm-contact';
import * as z from 'zod/mini';
import { LANGUAGES } from '../accounts/http.ts';
import { route } from '../route.ts';
import { describe, id, nullableInstant, wireBody, wireObject } from '../wire.ts';

const farmContact = wireObject({
  id: ['contact_id', id],
  name: ['name', z.string()],
  channel: ['channel', z.enum(contactChannels)],
  /** An email address, or a phone number with + and the country code. */
  address: ['address', z.string()],
  minSeverity: ['min_severity', z.enum(contactSeverities)],
  language: ['language', z.enum(LANGUAGES)],
  state: ['state', z.enum(contactStates)],
  /** When messages to the person began to fail. */
  failingSince: ['failing_since', nullableInstant],
  /** When the mail server or gateway last refused the address, if no message has been sent since. */
  refusedAt: ['refused_at', nullableInstant],
});
export type FarmContact = z.output<typeof farmContact>;

export const farmContacts = wireObject({
  /** The channels that the server can send through; none without a public address for opt-out links. */
  availableChannels: ['available_channels', z.array(z.enum(contactChannels))],
  contacts: ['contacts', z.array(farmContact)],
});
export type FarmContacts = z.output<typeof farmContacts>;

export const getFarmContacts = route('GET', 'farm/contacts', {
  summary: 'The people without an account who get alerts about a farm',
  query: z.object({ farm_id: id }),
  response: farmContacts,
});

export const addFarmContact = route('POST', 'farm/contacts', {
  summary:
    'Add a person who gets alerts about a farm once they confirm the code that is sent to them',
  body: wireBody({
    farmId: ['farm_id', id],
    name: ['name', z.string().check(z.trim(), z.minLength(1), z.maxLength(100))],
    channel: ['channel', z.enum(contactChannels)],
    address: [
      'address',
      describe(
        z.string().check(z.trim(), z.minLength(1), z.maxLength(254)),
        'An email address, or a phone number with + and the country code.',
      ),
    ],
    minSeverity: [
      'min_severity',
      describe(z.enum(contactSeverities), 'Text messages are sent only for critical alerts.'),
    ],
    language: ['language', z.enum(LANGUAGES)],
  }),
  response: farmContacts,
});

const params = z.object({ contactId: id });

export const sendContactCode = route('POST', 'farm/contacts/:contactId/sendCode', {
  summary: 'Send another code to a person: six digits, valid for one hour, five tries',
  params,
  response: farmContacts,
});

export const confirmFarmContact = route('POST', 'farm/contacts/:contactId/confirm', {
  summary: 'Confirm a person with the code that was sent to them',
  params,
  body: wireBody({ code: ['code', z.string().check(z.trim(), z.maxLength(20))] }),
  response: farmContacts,
});

export const removeFarmContact = route('DELETE', 'farm/contacts/:contactId', {
  summary: 'Remove a person: they get no more alerts about the farm',
  params,
  response: farmContacts,
});

export const optOutOfAlerts = route('POST', 'farm/contacts/optOut', {
  summary: "Stop a farm's alerts to one person, with the token from the link in each message",
  body: z.strictObject({ token: z.string().check(z.maxLength(200)) }),
  response: z.string(),
});
