import { search } from '@granary/contract/search/http';
import { getActorScope } from '@granary/domain/access/access';
import type { FastifyInstance } from 'fastify';
import type { RoutePorts } from '../access/guard.ts';
import { requireSignedIn } from '../access/signed-in.ts';
import { serve } from '../platform/http/serve.ts';
import { findMatches } from './store.ts';

/** Searches bins, farms and customers, for staff. */
export function searchRoutes(app: FastifyInstance, { db, guard }: RoutePorts): void {
  serve(app, guard, search, async ({ actor, body: { model, text } }) =>
    text === '' ? [] : findMatches(db, getActorScope(requireSignedIn(actor)), model, text),
  );
}
