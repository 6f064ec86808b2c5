import * as contract from '@granary/contract/notifications/sms';
import { parsePhoneNumber } from '@granary/domain/notifications/phone-number';
import type { FastifyInstance } from 'fastify';
import type { RoutePorts } from '../access/guard.ts';
import { requireSignedIn, toChangedBy } from '../access/signed-in.ts';
import { ApiError, fieldError, tooManyRequestsError } from '../platform/http/error-response.ts';
import { serve } from '../platform/http/serve.ts';
import type { SmsNumbers } from './sms-numbers.ts';

export interface SmsRoutePorts extends RoutePorts {
  readonly smsNumbers: SmsNumbers;
  /** Whether there is a gateway for text messages. */
  readonly sendsSms: boolean;
}

/** Reads, sets, confirms and removes the phone number that gets the caller's alerts. */
export function smsRoutes(app: FastifyInstance, ports: SmsRoutePorts): void {
  const { guard, now, smsNumbers, sendsSms } = ports;
  const readSmsNumber = async (userId: number): Promise<contract.SmsNumber> => ({
    isAvailable: sendsSms,
    ...(await smsNumbers.find(userId)),
  });

  serve(app, guard, contract.getSmsNumber, ({ actor }) => readSmsNumber(requireSignedIn(actor).id));

  serve(app, guard, contract.setSmsNumber, async ({ actor, body }) => {
    const { id } = requireSignedIn(actor);
    const number = parsePhoneNumber(body.number);
    if (number === null) throw fieldError('INVALID_INPUT', 'number', 'phoneNumberInvalid');
    if (!sendsSms) throw new ApiError('CONFLICT', 'smsUnavailable');
    const outcome = await smsNumbers.requestCode(id, number);
    if (outcome.kind === 'wait') throw tooManyRequestsError(outcome.seconds);
    return readSmsNumber(id);
  });

  serve(app, guard, contract.confirmSmsNumber, async ({ actor, body, request }) => {
    const { id } = requireSignedIn(actor);
    const isConfirmed = await smsNumbers.confirm(toChangedBy(actor, request, now()), id, body.code);
    if (!isConfirmed) throw fieldError('INVALID_INPUT', 'code', 'smsCodeIncorrect');
    return readSmsNumber(id);
  });

  serve(app, guard, contract.removeSmsNumber, async ({ actor, request }) => {
    const { id } = requireSignedIn(actor);
    await smsNumbers.remove(toChangedBy(actor, request, now()), id);
    return readSmsNumber(id);
  });
}
