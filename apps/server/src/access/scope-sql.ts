import type { Scope } from '@granary/domain/access/access';
import { type Expression, type SqlBool, sql } from 'kysely';

/** The SQL condition that limits a query to a scope; the query must join the owner as `users`. */
export function inScope(scope: Scope): Expression<SqlBool> {
  switch (scope.kind) {
    case 'all':
      return sql<SqlBool>`true`;
    case 'customersOf':
      return sql<SqlBool>`users.distributor_id = ${scope.distributorId}`;
    case 'own':
      return sql<SqlBool>`users.id = ${scope.userId}`;
    case 'nothing':
      return sql<SqlBool>`false`;
  }
}
