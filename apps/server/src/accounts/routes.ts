import {
  type Customer,
  getMyInfo,
  getUser,
  getUsersList,
  LANGUAGES,
  type Language,
  setUpAdmin as setUpAdminRoute,
  signIn,
  signOut,
} from '@granary/contract/accounts/http';
import { scopeOf } from '@granary/domain/access/access';
import type { FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import type { Caller } from '../access/guard.ts';
import { signedIn } from '../access/signed-in.ts';
import type { SentenceKey } from '../locales/sentences.ts';
import { RefusalError } from '../platform/http/refusal.ts';
import { languageOf, say } from '../platform/http/sentence.ts';
import { type Guard, serve } from '../platform/http/serve.ts';
import type { Tables } from '../platform/postgres/tables.ts';
import type { Sessions } from './sessions.ts';
import { type AccountProblem, setUpAdmin } from './set-up.ts';
import type { SignIn } from './sign-in.ts';
import { type CustomerRow, findCustomers, findUser } from './store.ts';

export interface AccountPorts {
  readonly db: Kysely<Tables>;
  readonly guard: Guard<Caller>;
  readonly sessions: Sessions;
  readonly signIn: SignIn;
  now(): number;
  /** Told when a session ends, so that its socket is cut at once. */
  sessionEnded(sid: string): void;
}

/** Signing in and out, one's own profile, customers, and the first admin. */
export function accountRoutes(app: FastifyInstance, ports: AccountPorts): void {
  const { db, guard } = ports;

  serve(app, guard, signIn, async ({ body, request }) => {
    const { email, password, remember } = body;
    const isRemembered = remember ?? false;
    const outcome = await ports.signIn.try({ email, password, isRemembered, address: request.ip });
    if (outcome.kind === 'signed-in') return outcome.token;
    if (outcome.kind === 'refused') throw new RefusalError('UNAUTHENTICATED', 'badCredentials');
    const { seconds } = outcome;
    throw new RefusalError('TOO_MANY_REQUESTS', 'tooOften', {
      values: { seconds },
      retryAfterS: seconds,
    });
  });

  serve(app, guard, signOut, async ({ actor, request }) => {
    const { sid } = signedIn(actor);
    await ports.sessions.revoke(sid);
    ports.sessionEnded(sid);
    return say(languageOf(request.headers['accept-language']), 'signedOut');
  });

  serve(app, guard, getMyInfo, async ({ actor }) => {
    const user = await found(db, signedIn(actor).id);
    const { id, firstName, lastName, email, role, phone, city, state, country, timezone } = user;
    const language =
      LANGUAGES.find((known) => known === user.language) ?? ('en' satisfies Language);
    const own = { id, firstName, lastName, email, role, phone };
    return { ...own, city, state, country, timezone, language };
  });

  serve(app, guard, getUser, async ({ query }) => {
    const user = await found(db, query.user_id);
    const { id, firstName, lastName, email, phone, city, state, country, role } = user;
    const { distributorId } = user;
    const names = { id, documentId: id, firstName, lastName, email, phone };
    return { ...names, city, state, country, role, distributorId };
  });

  serve(app, guard, getUsersList, async ({ actor }) => {
    const customers = await findCustomers(db, scopeOf(signedIn(actor)));
    return customers.map(presentCustomer);
  });

  serve(app, guard, setUpAdminRoute, async ({ body }) => {
    const { setupToken, ...admin } = body;
    const made = await setUpAdmin(db, setupToken, admin, ports.now());
    if ('problem' in made) throw refusalOf(made.problem);
    return ports.sessions.begin({ id: made.id, role: 'admin', email: admin.email }, false);
  });
}

async function found(db: Kysely<Tables>, id: number) {
  const user = await findUser(db, id);
  if (!user) throw new RefusalError('NOT_FOUND', 'notFound');
  return user;
}

function presentCustomer(row: CustomerRow): Customer {
  const { id, firstName, lastName, email, city, state, country, farmCount, binCount } = row;
  const names = { id, documentId: id, firstName, lastName, email };
  return { ...names, city, state, country, farmCount, binCount };
}

const problemSentences: Record<AccountProblem, SentenceKey> = {
  'too-short': 'passwordTooShort',
  'too-long': 'passwordTooLong',
  common: 'passwordCommon',
  'email-taken': 'emailTaken',
};

function refusalOf(problem: AccountProblem | 'dead-link'): RefusalError {
  if (problem === 'dead-link') return new RefusalError('FORBIDDEN', 'linkDead');
  const sentence = problemSentences[problem];
  const path = problem === 'email-taken' ? 'email' : 'password';
  return new RefusalError(problem === 'email-taken' ? 'CONFLICT' : 'INVALID_INPUT', sentence, {
    fields: [{ path, sentence }],
  });
}
