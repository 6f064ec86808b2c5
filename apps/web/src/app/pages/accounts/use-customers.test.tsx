import type { Customer } from '@granary/contract/accounts/http';
import type { FarmState, WorstCustomers } from '@granary/contract/bins/states';
import { millis } from '@granary/domain/units';
import { QueryClient } from '@tanstack/react-query';
import { describe, expect, it, vi } from 'vitest';

// The session module reads localStorage on import.
vi.hoisted(() => {
  vi.stubGlobal('localStorage', { getItem: () => null });
  vi.stubGlobal('navigator', { languages: ['en'] });
});

const { customersQuery: allCustomersQuery, customersBySeverityQuery: worstQuery } = await import(
  '../../../features/accounts/api/get-customers.ts'
);
const { customerStatesQuery } = await import('../../../features/accounts/api/get-customers.ts');
const { renderMarkup } = await import('../../../lib/render.fixture.tsx');
const { useCustomers } = await import('./use-customers.ts');

const customer = (id: number, firstName: string): Customer => ({
  id,
  documentId: id,
  firstName,
  lastName: '',
  email: `${id}@farm.example`,
  phone: '204 555-0100',
  city: '',
  state: '',
  country: '',
  farmCount: 1,
  binCount: 2,
});
const NO_BINS = { critical: 0, warning: 0, 'no-data': 0, watch: 0, unknown: 0, ok: 0 };
const farm = (userId: number, counts: Partial<FarmState['counts']>): FarmState => ({
  farmId: userId,
  userId,
  counts: { ...NO_BINS, ...counts },
  worst: null,
});

const people = [customer(1, 'Anna'), customer(2, 'Berta'), customer(3, 'Carl')];
const farms = [farm(1, { ok: 2 }), farm(2, { warning: 1, ok: 1 }), farm(3, { critical: 2 })];
/** The server returns only Carl. */
const worst: WorstCustomers = {
  customers: people.slice(2),
  farms: farms.slice(2),
  customerCount: 3,
  binCount: 6,
  customerStateCounts: { ...NO_BINS, critical: 1, warning: 1, ok: 1 },
};

interface QueryResults {
  readonly worst?: WorstCustomers;
  readonly people?: readonly Customer[] | 'failed';
  readonly farms?: readonly FarmState[] | 'failed';
}

/** Renders the hook with these query results; returns its list with the customers' names in order. */
function renderHook(results: QueryResults) {
  const client = new QueryClient({ defaultOptions: { queries: { retryOnMount: false } } });
  const setResult = (query: { queryKey: readonly unknown[] }, data: unknown) => {
    if (data === undefined) return;
    const updatedAt = 7;
    if (data !== 'failed') client.setQueryData(query.queryKey, data, { updatedAt });
    else {
      const cached = client.getQueryCache().build(client, { queryKey: query.queryKey });
      cached.setState({ status: 'error', error: new Error('Down.'), fetchStatus: 'idle' });
    }
  };
  setResult(worstQuery, results.worst);
  setResult(allCustomersQuery, results.people);
  setResult(customerStatesQuery, results.farms);
  const [, json = ''] = /<pre>(.*)<\/pre>/.exec(renderMarkup(<CustomersProbe />, client)) ?? [];
  return JSON.parse(json) as unknown;
}

function CustomersProbe() {
  const { customerList } = useCustomers();
  if (customerList === null) return <pre>null</pre>;
  const { customers: rows, customerCountByState, ...rest } = customerList;
  const names = rows.map((row) => row.customer.firstName);
  return (
    <pre>
      {JSON.stringify({
        names,
        customerCountByState: Object.fromEntries(customerCountByState),
        ...rest,
      })}
    </pre>
  );
}

const totals = {
  customerCount: 3,
  binCount: 6,
  customerCountByState: { critical: 1, warning: 1, ok: 1 },
  assessedAt: millis(7),
};

describe('the listed customers', () => {
  it('are null until some customers and their states have loaded', () => {
    expect(renderHook({})).toBeNull();
    expect(renderHook({ people })).toBeNull();
  });

  it('are the ones in the worst state, with totals from the server, while the others load', () => {
    const first = { ...totals, names: ['Carl'], hasAllCustomers: false, hasAllStates: false };
    expect(renderHook({ worst })).toEqual(first);
    expect(renderHook({ worst, farms })).toEqual({ ...first, hasAllStates: true });
  });

  it('are the ones in the worst state, then all by name, while the states load', () => {
    expect(renderHook({ worst, people })).toEqual({
      ...totals,
      names: ['Carl', 'Anna', 'Berta'],
      hasAllCustomers: true,
      hasAllStates: false,
    });
  });

  it('are all customers, worst state first, once everything has loaded', () => {
    const names = ['Carl', 'Berta', 'Anna'];
    expect(renderHook({ people, farms })).toEqual({
      ...totals,
      names,
      hasAllCustomers: true,
      hasAllStates: true,
    });
  });

  it('do not change if the others or their states fail to load', () => {
    expect(renderHook({ worst, people: 'failed' })).toMatchObject({
      names: ['Carl'],
      hasAllCustomers: true,
    });
    expect(renderHook({ worst, people, farms: 'failed' })).toMatchObject({
      names: ['Carl', 'Anna', 'Berta'],
      hasAllStates: true,
    });
    expect(renderHook({ people, farms: 'failed' })).toMatchObject({
      names: ['Anna', 'Berta', 'Carl'],
      assessedAt: null,
      hasAllStates: true,
    });
  });
});
