import * as contract from '@granary/contract/accounts/http';
import { can, getActorScope } from '@granary/domain/access/access';
import {
  canAddRole,
  canChooseDistributor,
  canHaveCustomers,
  canOwnFarms,
  type Role,
} from '@granary/domain/access/roles';
import type { SecurityEvent } from '@granary/domain/security-events/security-event';
import type { FastifyInstance } from 'fastify';
import type { RoutePorts } from '../access/guard.ts';
import {
  requireSignedIn,
  type SignedInUser,
  toChangedBy,
  toEventActor,
} from '../access/signed-in.ts';
import { findPreferredLanguage, formatReply } from '../platform/http/error-message.ts';
import {
  ApiError,
  editConflictError,
  fieldError,
  invalidFieldsError,
} from '../platform/http/error-response.ts';
import { serve } from '../platform/http/serve.ts';
import type { Trx } from '../platform/postgres/tables.ts';
import type { Invitations } from './invitations.ts';
import { findNotes, saveNotes } from './notes.ts';
import { findCustomerDetails, updateCustomerDetails } from './profile.ts';
import { toAccountError } from './routes.ts';
import type { Sessions } from './sessions.ts';
import { type CustomerRow, findCustomers, findDistributors, findUser } from './store.ts';
import {
  assignDistributor,
  createAccount,
  type DeleteOutcome,
  deleteAccount,
  serializeUser,
} from './users.ts';

export interface UserPorts extends RoutePorts {
  readonly sessions: Sessions;
  readonly invitations: Invitations;
  forgetDevices(trx: Trx, userId: number): Promise<void>;
  sessionEnded(sid: string): void;
  record(event: SecurityEvent): void;
}

/** Routes that manage customers and distributors. */
export function userRoutes(app: FastifyInstance, ports: UserPorts): void {
  const { db, guard, now, invitations } = ports;

  serve(app, guard, contract.getUser, async ({ query }) => {
    const user = await findUser(db, query.user_id);
    if (!user) throw new ApiError('NOT_FOUND', 'notFound');
    return serializeUser(user);
  });

  serve(app, guard, contract.getUsersList, async ({ actor }) =>
    (await findCustomers(db, getActorScope(requireSignedIn(actor)))).map(serializeCustomer),
  );

  serve(app, guard, contract.addUser, async ({ actor, body, request }) => {
    const distributorId = chooseDistributor(requireSignedIn(actor), body);
    const language = findPreferredLanguage(request.headers['accept-language']);
    const person = { ...body, distributorId, language };
    const account = await createAccount(db, toChangedBy(actor, request, now()), person);
    if (!('problem' in account)) {
      ports.record({ kind: 'account-added', userId: account.id, ...toEventActor(actor, request) });
      if (body.password !== '') return serializeUser(account);
      const invitation = await invitations.invite(account.id, toEventActor(actor, request));
      return { ...serializeUser(account), ...(invitation && { invitation }) };
    }
    throw account.problem === 'no-distributor'
      ? fieldError('INVALID_INPUT', 'distributor_id', 'noDistributor')
      : toAccountError(account.problem);
  });

  serve(app, guard, contract.deleteUser, async ({ actor, body, request }) => {
    const outcome = await deleteAccount(ports, toChangedBy(actor, request, now()), body.userId);
    if (outcome.kind !== 'deleted') throw toDeleteError(outcome.kind);
    for (const sid of outcome.endedSessions) ports.sessionEnded(sid);
    ports.record({
      kind: 'account-deleted',
      userId: body.userId,
      ...toEventActor(actor, request),
    });
    return formatReply(request, 'userDeleted');
  });

  customerDetailsRoutes(app, ports);
  distributorRoutes(app, ports);
  notesRoutes(app, ports);
}

function customerDetailsRoutes(app: FastifyInstance, { db, guard, now }: UserPorts): void {
  serve(app, guard, contract.getCustomerDetails, async ({ params }) => {
    const details = await findCustomerDetails(db, params.userId);
    if (!details) throw new ApiError('NOT_FOUND', 'notFound');
    return details;
  });

  serve(app, guard, contract.updateCustomerDetails, async ({ actor, params, body, request }) => {
    const { version, ...edit } = body;
    const changedBy = toChangedBy(actor, request, now());
    const outcome = await updateCustomerDetails(
      db,
      changedBy,
      { userId: params.userId, version },
      edit,
    );
    switch (outcome.kind) {
      case 'saved':
        return outcome.details;
      case 'not-allowed':
        throw invalidFieldsError([], outcome.fields);
      case 'stale':
        throw editConflictError(outcome.fields);
      case 'gone':
        throw new ApiError('NOT_FOUND', 'notFound');
    }
  });
}

function distributorRoutes(app: FastifyInstance, ports: UserPorts): void {
  const { db, guard, now, record } = ports;

  serve(app, guard, contract.getDistributorList, async () =>
    (await findDistributors(db)).map((row) => ({ ...row, documentId: row.id })),
  );

  serve(app, guard, contract.getUsersByDistributor, async ({ actor, params }) => {
    const distributor = await findUser(db, params.id);
    const isVisible =
      distributor !== null &&
      canHaveCustomers(distributor.role) &&
      can(requireSignedIn(actor), 'account.read', { userId: distributor.id, distributorId: null });
    if (!isVisible) throw new ApiError('NOT_FOUND', 'notFound');
    const scope = { kind: 'customersOf', distributorId: params.id } as const;
    return (await findCustomers(db, scope)).map(serializeCustomer);
  });

  serve(app, guard, contract.assignDistributor, async ({ actor, body, request }) => {
    switch (await assignDistributor(db, toChangedBy(actor, request, now()), body)) {
      case 'assigned':
        record({
          kind: 'distributor-changed',
          userId: body.userId,
          ...toEventActor(actor, request),
        });
        return formatReply(request, 'customerAssigned');
      case 'no-distributor':
        throw fieldError('INVALID_INPUT', 'distributor_id', 'noDistributor');
      case 'not-a-customer':
        throw fieldError('INVALID_INPUT', 'user_id', 'notACustomer');
      case 'stale':
        throw editConflictError(['distributor_id']);
    }
  });
}

function notesRoutes(app: FastifyInstance, { db, guard, now }: UserPorts): void {
  serve(app, guard, contract.getNotes, async ({ params }) => {
    const notes = await findNotes(db, params.userId);
    if (!notes) throw new ApiError('NOT_FOUND', 'notFound');
    return notes;
  });

  serve(app, guard, contract.saveNotes, async ({ actor, params, body, request }) => {
    const changedBy = toChangedBy(actor, request, now());
    const outcome = await saveNotes(db, changedBy, params.userId, body);
    switch (outcome.kind) {
      case 'saved': {
        const message = formatReply(request, 'notesUpdated');
        return { RESP_MSG: message, version: outcome.version };
      }
      case 'stale':
        throw editConflictError(['admin_notes']);
      case 'gone':
        throw new ApiError('NOT_FOUND', 'notFound');
    }
  });
}

/**
 * The distributor of a new account; only accounts that can own farms have one. A caller who can choose the
 * distributor does so; a caller who can have customers becomes the distributor.
 */
function chooseDistributor(
  actor: SignedInUser,
  body: { readonly role: Role; readonly distributorId?: number | null },
): number | null {
  const { role, distributorId = null } = body;
  if (!canAddRole(actor.role, role)) throw new ApiError('FORBIDDEN', 'notAllowed');
  if (!canOwnFarms(role)) {
    if (distributorId !== null) throw fieldError('INVALID_INPUT', 'distributor_id', 'invalidField');
    return null;
  }
  if (canChooseDistributor(actor.role)) return distributorId;
  const ownId = canHaveCustomers(actor.role) ? actor.id : null;
  if (canOwnFarms(actor.role) || (distributorId !== null && distributorId !== ownId)) {
    throw new ApiError('FORBIDDEN', 'notAllowed');
  }
  return ownId;
}

function serializeCustomer(row: CustomerRow): contract.Customer {
  return { ...row, documentId: row.id };
}

function toDeleteError(kind: Exclude<DeleteOutcome['kind'], 'deleted'>): ApiError {
  switch (kind) {
    case 'not-verified':
      return new ApiError('FORBIDDEN', 'verifyFirst');
    case 'own-account':
      return new ApiError('CONFLICT', 'cannotDeleteOwnAccount');
    case 'has-farms':
      return new ApiError('CONFLICT', 'userHasFarms');
    case 'has-customers':
      return new ApiError('CONFLICT', 'distributorHasCustomers');
    case 'gone':
      return new ApiError('NOT_FOUND', 'notFound');
  }
}
