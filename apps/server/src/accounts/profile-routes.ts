import { type Contact, getContacts, getMyInfo, updateUser } from '@granary/contract/accounts/http';
import { canHaveCustomers } from '@granary/domain/access/roles';
import { fullName } from '@granary/domain/accounts/full-name';
import type { FastifyInstance } from 'fastify';
import type { RoutePorts } from '../access/guard.ts';
import { requireSignedIn, toChangedBy } from '../access/signed-in.ts';
import {
  ApiError,
  editConflictError,
  fieldError,
  invalidFieldsError,
} from '../platform/http/error-response.ts';
import { serve } from '../platform/http/serve.ts';
import type { UserRow } from '../platform/postgres/tables.ts';
import { changeProfile, serializeProfile } from './profile.ts';
import { findContacts, findUser } from './store.ts';

/** The caller's profile and contacts. */
export function profileRoutes(app: FastifyInstance, { db, guard, now }: RoutePorts): void {
  serve(app, guard, getMyInfo, async ({ actor }) => {
    const user = await findUser(db, requireSignedIn(actor).id);
    if (!user) throw new ApiError('NOT_FOUND', 'notFound');
    return serializeProfile(user);
  });

  serve(app, guard, getContacts, async ({ actor }) =>
    (await findContacts(db, requireSignedIn(actor).id)).map(serializeContact),
  );

  serve(app, guard, updateUser, async ({ actor, body, request }) => {
    const { version, ...edit } = body;
    const changedBy = toChangedBy(actor, request, now());
    const outcome = await changeProfile(
      db,
      changedBy,
      { userId: requireSignedIn(actor).id, version },
      edit,
    );
    switch (outcome.kind) {
      case 'saved':
        return outcome.profile;
      case 'unknown-zone':
        throw fieldError('INVALID_INPUT', 'timezone', 'timezoneUnknown');
      case 'missing-time':
        throw fieldError('INVALID_INPUT', outcome.field, 'quietHoursIncomplete');
      case 'not-allowed':
        throw invalidFieldsError([], outcome.fields);
      case 'stale':
        throw editConflictError(outcome.fields);
    }
  });
}

/** Omits an admin's phone number and address, which are private. */
function serializeContact(row: UserRow): Contact {
  const { role, email, phone, city, state, country, officeAddress, workingHours } = row;
  const name = fullName(row);
  if (canHaveCustomers(role)) {
    const address = { officeAddress, city, state, country };
    return { kind: 'distributor', name, email, phone, workingHours, ...address };
  }
  const address = { officeAddress: '', city: '', state: '', country: '' };
  return { kind: 'admin', name, email, phone: '', workingHours: '', ...address };
}
