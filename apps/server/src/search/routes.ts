import { search } from '@granary/contract/search/http';
import { scopeOf } from '@granary/domain/access/access';
import type { FastifyInstance } from 'fastify';
import type { Caller } from '../access/guard.ts';
import { requireSignedIn } from '../access/signed-in.ts';
import { type Guard, serve } from '../platform/http/serve.ts';
import type { Db } from '../platform/postgres/tables.ts';
import { findMatches } from './store.ts';

export interface SearchPorts {
  readonly db: Db;
  readonly guard: Guard<Caller>;
}

/** Searches bins, farms and customers, for staff. */
export function searchRoutes(app: FastifyInstance, { db, guard }: SearchPorts): void {
  serve(app, guard, search, async ({ actor, body: { model, text } }) =>
    text === '' ? [] : findMatches(db, scopeOf(requireSignedIn(actor)), model, text),
  );
}
