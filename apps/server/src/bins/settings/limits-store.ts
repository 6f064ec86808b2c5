import type { Scope } from '@granary/domain/access/access';
import { type SqlBool, sql } from 'kysely';
import { inScope } from '../../access/scope-sql.ts';
import { toLikePattern } from '../../platform/postgres/like-pattern.ts';
import type { Db } from '../../platform/postgres/tables.ts';

/**
 * The alert limits of the bins of a scope whose name, crop, farm or owner contains a text, ignoring case;
 * by owner, farm and name.
 */
export async function findBinLimits(db: Db, scope: Scope, search: string) {
  let bins = db
    .selectFrom('bins')
    .innerJoin('farms', 'farms.id', 'bins.farmId')
    .innerJoin('users', 'users.id', 'farms.ownerId')
    .where('bins.deletedAt', 'is', null)
    .where('farms.deletedAt', 'is', null)
    .where(inScope(scope));
  const text = search.trim();
  if (text !== '') {
    const found = sql`bins.search_text || ' ' || lower(coalesce(bins.crop, '')) || ' ' ||
      farms.search_text || ' ' || users.search_text`;
    bins = bins.where(sql<SqlBool>`${found} like lower(${toLikePattern(text)})`);
  }
  return bins
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

/** The bins among these that are in a scope. */
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
