import type { Language } from '@granary/contract/accounts/http';
import type { FarmState, WorstCustomers } from '@granary/contract/bins/states';
import type { Scope } from '@granary/domain/access/access';
import { assessCustomers, countStates } from '@granary/domain/accounts/customer-states';
import { type Millis, millis } from '@granary/domain/units';
import type { Db } from '../../platform/postgres/tables.ts';
import { type FarmStatesRow, findFarmStateRows } from './bin-states-store.ts';

type Customer = Omit<WorstCustomers['customers'][number], 'documentId'>;

export interface CustomerSources {
  findCustomers(scope: Scope): Promise<Customer[]>;
}

/** Finds the states at `now` of the bins on each farm in a scope; farms without bins are omitted. */
export async function findFarmStates(db: Db, scope: Scope, now: Millis): Promise<FarmState[]> {
  return (await findFarmStateRows(db, scope, now)).map(toFarmState);
}

export interface WorstCustomersQuery {
  readonly scope: Scope;
  /** The number of customers to return. */
  readonly limit: number;
  /** Customers of equal severity are sorted by name in this language. */
  readonly language: Language;
}

/** Finds the customers in a scope whose bins are in the worst states at `now`, and the totals. */
export async function findWorstCustomers(
  db: Db,
  sources: CustomerSources,
  { scope, limit, language }: WorstCustomersQuery,
  now: Millis,
): Promise<WorstCustomers> {
  const [allCustomers, farms] = await Promise.all([
    sources.findCustomers(scope),
    findFarmStates(db, scope, now),
  ]);
  const assessedCustomers = assessCustomers(allCustomers, farms, language);
  const customers = assessedCustomers.slice(0, limit).map(({ customer }) => customer);
  const shownIds = new Set(customers.map(({ id }) => id));
  const counts = countStates(assessedCustomers);
  return {
    customers: customers.map((customer) => ({ ...customer, documentId: customer.id })),
    farms: farms.filter(({ userId }) => shownIds.has(userId)),
    customerCount: allCustomers.length,
    customerStateCounts: { ...ZERO_COUNTS, ...Object.fromEntries(counts) },
    binCount: allCustomers.reduce((sum, { binCount }) => sum + binCount, 0),
  };
}

const ZERO_COUNTS: FarmState['counts'] = {
  critical: 0,
  warning: 0,
  'no-data': 0,
  watch: 0,
  unknown: 0,
  ok: 0,
};

function toFarmState(row: FarmStatesRow): FarmState {
  const { farmId, userId, critical, warning, noData, watch, unknown, ok } = row;
  return {
    farmId,
    userId,
    counts: { critical, warning, 'no-data': noData, watch, unknown, ok },
    worst: toWorstBin(row),
  };
}

function toWorstBin({ binId, binName, temperatureUnit, readAt, worst }: FarmStatesRow) {
  if (binId === null || worst === null) return null;
  return {
    binId,
    binName,
    temperatureUnit,
    readAt: readAt && millis(readAt.getTime()),
    finding: worst.finding,
    cables: [...worst.cables],
    hotSince: worst.hotSince,
  };
}
