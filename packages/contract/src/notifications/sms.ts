import * as z from 'zod/mini';
import { route } from '../route.ts';
import { describe, wireBody, wireObject } from '../wire.ts';

/** The phone number that gets a user's alerts by text message. */
export const smsNumber = wireObject({
  /** Whether the server has a gateway for text messages. */
  isAvailable: ['available', z.boolean()],
  number: ['number', z.nullable(z.string())],
  /** A new number that has not been confirmed with a code yet. */
  newNumber: ['new_number', z.nullable(z.string())],
});
export type SmsNumber = z.output<typeof smsNumber>;

export const getSmsNumber = route('GET', 'user/smsNumber', {
  summary: "The phone number that gets the caller's critical alerts by text message",
  response: smsNumber,
});

export const setSmsNumber = route('POST', 'user/smsNumber', {
  summary:
    'Send a confirmation code to a phone number: six digits, valid for ten minutes, five tries',
  body: wireBody({
    number: [
      'number',
      describe(
        z.string().check(z.trim(), z.maxLength(40)),
        'With + and the country code, such as +1 204 555 0100.',
      ),
    ],
  }),
  response: smsNumber,
});

export const confirmSmsNumber = route('POST', 'user/confirmSmsNumber', {
  summary: 'Confirm the new phone number with the code that was sent to it',
  body: wireBody({ code: ['code', z.string().check(z.trim(), z.maxLength(20))] }),
  response: smsNumber,
});

export const removeSmsNumber = route('DELETE', 'user/smsNumber', {
  summary: 'Remove the phone number: alerts are no longer sent by text message',
  response: smsNumber,
});
