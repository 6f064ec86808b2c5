import {
  addUser,
  assignDistributor as assignDistributorRoute,
  type Customer,
  deleteUser,
  getDistributorList,
  getNotes,
  getUser,
  getUsersByDistributor,
  getUsersList,
  saveNotes as saveNotesRoute,
} from '@granary/contract/accounts/http';
import { may, scopeOf } from '@granary/domain/access/access';
import type { Millis } from '@granary/domain/units';
import type { FastifyInstance } from 'fastify';
import type { Kysely, Transaction } from 'kysely';
import type { Caller } from '../access/guard.ts';
import { changedBy, signedIn } from '../access/signed-in.ts';
import type { SentenceKey } from '../locales/sentences.ts';
import { RefusalError } from '../platform/http/refusal.ts';
import { languageOf, say } from '../platform/http/sentence.ts';
import { type Guard, serve } from '../platform/http/serve.ts';
import type { Tables } from '../platform/postgres/tables.ts';
import { findNotes, saveNotes } from './notes.ts';
import {
  addPerson,
  assignDistributor,
  type DeleteOutcome,
  deletePerson,
  presentUser,
} from './people.ts';
import { accountRefusal } from './routes.ts';
import type { Sessions, SignedIn } from './sessions.ts';
import { type CustomerRow, findCustomers, findDistributors, findUser } from './store.ts';

export interface PeoplePorts {
  readonly db: Kysely<Tables>;
  readonly guard: Guard<Caller>;
  readonly sessions: Sessions;
  now(): Millis;
  forgetDevices(trx: Transaction<Tables>, userId: number): Promise<void>;
  sessionEnded(sid: string): void;
}

/** Customers and distributors, as staff look after them. */
export function peopleRoutes(app: FastifyInstance, ports: PeoplePorts): void {
  const { db, guard, now } = ports;

  serve(app, guard, getUser, async ({ query }) => {
    const user = await findUser(db, query.user_id);
    if (!user) throw new RefusalError('NOT_FOUND', 'notFound');
    return presentUser(user);
  });

  serve(app, guard, getUsersList, async ({ actor }) =>
    (await findCustomers(db, scopeOf(signedIn(actor)))).map(presentCustomer),
  );

  serve(app, guard, addUser, async ({ actor, body, request }) => {
    const distributorId = distributorFor(signedIn(actor), body);
    const language = languageOf(request.headers['accept-language']);
    const person = { ...body, distributorId, language };
    const made = await addPerson(db, changedBy(actor, request, now()), person);
    if (!('problem' in made)) return presentUser(made);
    throw made.problem === 'no-distributor'
      ? invalid('distributor_id', 'noDistributor')
      : accountRefusal(made.problem);
  });

  serve(app, guard, deleteUser, async ({ actor, body, request }) => {
    const outcome = await deletePerson(ports, changedBy(actor, request, now()), body.userId);
    if (outcome.kind !== 'deleted') throw deleteRefusal(outcome.kind);
    for (const sid of outcome.endedSessions) ports.sessionEnded(sid);
    return say(languageOf(request.headers['accept-language']), 'userDeleted');
  });

  distributorRoutes(app, ports);
  notesRoutes(app, ports);
}

function distributorRoutes(app: FastifyInstance, { db, guard, now }: PeoplePorts): void {
  serve(app, guard, getDistributorList, async () =>
    (await findDistributors(db)).map((row) => ({ ...row, documentId: row.id })),
  );

  serve(app, guard, getUsersByDistributor, async ({ params }) => {
    const distributor = await findUser(db, params.id);
    if (distributor?.role !== 'distributor') throw new RefusalError('NOT_FOUND', 'notFound');
    const scope = { kind: 'customersOf', distributorId: params.id } as const;
    return (await findCustomers(db, scope)).map(presentCustomer);
  });

  serve(app, guard, assignDistributorRoute, async ({ actor, body, request }) => {
    switch (await assignDistributor(db, changedBy(actor, request, now()), body)) {
      case 'assigned':
        return say(languageOf(request.headers['accept-language']), 'customerAssigned');
      case 'no-distributor':
        throw invalid('distributor_id', 'noDistributor');
      case 'not-a-customer':
        throw invalid('user_id', 'notACustomer');
      case 'stale':
        throw new RefusalError('CONFLICT', 'conflict', {
          fields: [{ path: 'distributor_id', sentence: 'changedMeanwhile' }],
        });
    }
  });
}

function notesRoutes(app: FastifyInstance, { db, guard, now }: PeoplePorts): void {
  serve(app, guard, getNotes, async ({ params }) => {
    const notes = await findNotes(db, params.userId);
    if (!notes) throw new RefusalError('NOT_FOUND', 'notFound');
    return notes;
  });

  serve(app, guard, saveNotesRoute, async ({ actor, params, body, request }) => {
    const by = changedBy(actor, request, now());
    const outcome = await saveNotes(db, by, params.userId, body);
    switch (outcome.kind) {
      case 'saved': {
        const said = say(languageOf(request.headers['accept-language']), 'notesUpdated');
        return { RESP_MSG: said, version: outcome.version };
      }
      case 'stale':
        throw new RefusalError('CONFLICT', 'conflict', {
          fields: [{ path: 'admin_notes', sentence: 'changedMeanwhile' }],
        });
      case 'gone':
        throw new RefusalError('NOT_FOUND', 'notFound');
    }
  });
}

/**
 * Whose customer a new account is: a distributor's own, or whose an admin says. Only admins add
 * distributors, and those belong to nobody.
 */
function distributorFor(
  actor: SignedIn,
  body: { readonly role: 'user' | 'distributor'; readonly distributorId?: number | null },
): number | null {
  const { role, distributorId = null } = body;
  if (role === 'distributor') {
    if (!may(actor, 'distributors.add', null)) throw new RefusalError('FORBIDDEN', 'notAllowed');
    if (distributorId !== null) throw invalid('distributor_id', 'invalidField');
    return null;
  }
  if (actor.role === 'admin') return distributorId;
  if (distributorId !== null && distributorId !== actor.id) {
    throw new RefusalError('FORBIDDEN', 'notAllowed');
  }
  return actor.id;
}

function presentCustomer(row: CustomerRow): Customer {
  return { ...row, documentId: row.id };
}

function invalid(path: string, sentence: SentenceKey): RefusalError {
  return new RefusalError('INVALID_INPUT', sentence, { fields: [{ path, sentence }] });
}

function deleteRefusal(kind: Exclude<DeleteOutcome['kind'], 'deleted'>): RefusalError {
  switch (kind) {
    case 'not-verified':
      return new RefusalError('FORBIDDEN', 'verifyFirst');
    case 'oneself':
      return new RefusalError('CONFLICT', 'cannotDeleteOneself');
    case 'has-farms':
      return new RefusalError('CONFLICT', 'userHasFarms');
    case 'has-customers':
      return new RefusalError('CONFLICT', 'distributorHasCustomers');
    case 'gone':
      return new RefusalError('NOT_FOUND', 'notFound');
  }
}
