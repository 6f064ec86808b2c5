import type { Scope } from '@granary/domain/access/access';
import { type SqlBool, sql } from 'kysely';
import { inScope } from '../../access/scope-sql.ts';
import { toLikePattern } from '../../platform/postgres/like-pattern.ts';
import type { Db } from '../../platform/postgres/tables.ts';

/**
 * Finds the alert limits of bins in a scope whose name, crop, farm or owner contains the search text,
 * ignoring case; sorted by owner, farm and name.
 */
export async function findBinLimits(db: Db, scope: Scope, search: string) {
  let query = db
    .selectFrom('bins')
    .innerJoin('farms', 'farms.id', 'bins.farmId')
    .innerJoin('users', 'users.id', 'farms.ownerId')
    .where('bins.deletedAt', 'is', null)
    .where('farms.deletedAt', 'is', null)
    .where(inScope(scope));
  const text = search.trim();
  if (text !== '') {
    const searchText = sql`bins.search_text || ' ' || lower(coalesce(bins.crop, '')) || ' ' ||
      farms.search_text || ' ' || users.search_text`;
    query = query.where(sql<SqlBool>`${searchText} like lower(${toLikePattern(text)})`);
  }
  return query
    .select(['bins.id', 'bins.name', 'bins.crop', 'bins.version', 'farms.name as farmName'])
    .select(['users.firstName', 'users.lastName', 'users.email'])
    .select(['temperatureAlertEnabled', 'temperatureAlertC', 'co2AlertEnabled', 'co2Alert'])
    .select(['differenceAlertEnabled', 'differenceAlertC'])
    .select(['silenceAlertEnabled', 'silenceAlertHours'])
    .select(['minLevelAlertEnabled', 'minLevelAlert', 'maxLevelAlertEnabled', 'maxLevelAlert'])
    .orderBy('users.lastName')
    .orderBy('users.firstName')
    .orderBy('users.id')
    .orderBy('farms.name')
    .orderBy('farms.id')
    .orderBy('bins.name')
    .orderBy('bins.id')
    .execute();
}

/** Finds which of the given bins are in a scope. */
export async function findBinsInScope(
  db: Db,
  scope: Scope,
  ids: readonly number[],
): Promise<Set<number>> {
  const rows = await db
    .selectFrom('bins')
    .innerJoin('farms', 'farms.id', 'bins.farmId')
    .innerJoin('users', 'users.id', 'farms.ownerId')
    .select('bins.id')
    .where(sql<SqlBool>`bins.id = any(${ids}::integer[])`)
    .where('bins.deletedAt', 'is', null)
    .where(inScope(scope))
    .execute();
  return new Set(rows.map(({ id }) => id));
}
