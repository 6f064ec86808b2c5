import * as contract from '@granary/contract/farm-contacts/http';
import type { FastifyInstance } from 'fastify';
import type { RoutePorts } from '../access/guard.ts';
import { toChangedBy } from '../access/signed-in.ts';
import { formatReply } from '../platform/http/error-message.ts';
import { ApiError, fieldError, tooManyRequestsError } from '../platform/http/error-response.ts';
import { serve } from '../platform/http/serve.ts';
import type { ContactOutcome, FarmContactList } from './farm-contacts.ts';

export interface FarmContactRoutePorts extends RoutePorts {
  readonly contacts: FarmContactList;
}

/** Lists and changes a farm's contacts, and lets them opt out. */
export function farmContactRoutes(app: FastifyInstance, ports: FarmContactRoutePorts): void {
  const { guard, now, contacts } = ports;
  const listContacts = (outcome: ContactOutcome) => contacts.list(requireDone(outcome));

  serve(app, guard, contract.getFarmContacts, ({ query }) => contacts.list(query.farm_id));

  serve(app, guard, contract.addFarmContact, async ({ actor, body, request }) =>
    listContacts(await contacts.add(toChangedBy(actor, request, now()), body)),
  );

  serve(app, guard, contract.sendContactCode, async ({ actor, params, request }) =>
    listContacts(await contacts.sendCode(toChangedBy(actor, request, now()), params.contactId)),
  );

  serve(app, guard, contract.confirmFarmContact, async ({ actor, params, body, request }) =>
    listContacts(
      await contacts.confirm(toChangedBy(actor, request, now()), params.contactId, body.code),
    ),
  );

  serve(app, guard, contract.removeFarmContact, async ({ actor, params, request }) =>
    listContacts(await contacts.remove(toChangedBy(actor, request, now()), params.contactId)),
  );

  serve(app, guard, contract.optOutOfAlerts, async ({ body, request }) => {
    const isDone = await contacts.optOut(request.ip, body.token);
    if (!isDone) throw new ApiError('INVALID_INPUT', 'contactLinkInvalid');
    return formatReply(request, 'contactOptedOut');
  });
}

function requireDone(outcome: ContactOutcome): number {
  switch (outcome.kind) {
    case 'done':
      return outcome.farmId;
    case 'gone':
      throw new ApiError('NOT_FOUND', 'notFound');
    case 'unavailable':
      throw new ApiError('CONFLICT', 'contactUnavailable');
    case 'invalid-email':
      throw fieldError('INVALID_INPUT', 'address', 'contactEmailInvalid');
    case 'invalid-phone-number':
      throw fieldError('INVALID_INPUT', 'address', 'phoneNumberInvalid');
    case 'sms-critical-only':
      throw fieldError('INVALID_INPUT', 'min_severity', 'contactSmsCritical');
    case 'limit-reached-or-duplicate':
      throw fieldError('CONFLICT', 'address', 'contactNotAdded');
    case 'opted-out':
      throw new ApiError('CONFLICT', 'contactHasOptedOut');
    case 'wrong-code':
      throw fieldError('INVALID_INPUT', 'code', 'smsCodeIncorrect');
    case 'wait':
      throw tooManyRequestsError(outcome.seconds);
  }
}
