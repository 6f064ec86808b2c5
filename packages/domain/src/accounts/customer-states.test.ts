import { describe, expect, it } from 'vitest';
import type { Finding } from '../bins/state.ts';
import { HOUR, millis } from '../units.ts';
import { assessCustomers, countStates, type OwnedFarmStates } from './customer-states.ts';

const createCustomer = (id: number, firstName: string) => ({
  id,
  firstName,
  lastName: '',
  email: `${id}@farm.example`,
});

const ZERO_COUNTS = { critical: 0, warning: 0, 'no-data': 0, watch: 0, unknown: 0, ok: 0 };

type WorstFinding = { readonly finding: Finding };

const createState = (
  userId: number,
  counts: Partial<OwnedFarmStates<WorstFinding>['counts']>,
  finding: Finding | null = null,
): OwnedFarmStates<WorstFinding> => ({
  userId,
  counts: { ...ZERO_COUNTS, ...counts },
  worst: finding && { finding },
});

const createHotSpot = (excess: number): Finding => ({
  kind: 'hot-spot',
  cable: 1,
  position: 2,
  depth: 2,
  temperature: 30,
  excess,
  limit: 5,
  co2: null,
  alerts: [
    {
      rule: 'hot-spot',
      severity: 'critical',
      since: millis(0),
      value: excess,
      limit: 5,
      sensor: null,
    },
  ],
});
const noData: Finding = { kind: 'no-data', since: millis(0), usualIntervalMs: HOUR };

const customers = [
  createCustomer(1, 'Zoe'),
  createCustomer(2, 'Anna'),
  createCustomer(3, 'Bert'),
  createCustomer(4, 'Carl'),
  createCustomer(5, 'Dora'),
  createCustomer(6, 'New 10'),
  createCustomer(7, 'New 9'),
];
const states = [
  createState(1, { ok: 3 }),
  createState(1, { critical: 1, ok: 1 }, createHotSpot(12)),
  createState(1, { 'no-data': 1 }, noData),
  createState(2, { ok: 2 }),
  createState(3, { 'no-data': 2, ok: 1 }, noData),
  createState(4, { critical: 1 }, createHotSpot(20)),
  createState(5, { ok: 1 }),
];

describe('assessed customers', () => {
  const assessedCustomers = assessCustomers(customers, states, 'en');

  it('are sorted by severity, then by name, with those without bins last', () => {
    const names = assessedCustomers.map(({ customer: { firstName } }) => firstName);
    expect(names).toEqual(['Carl', 'Zoe', 'Bert', 'Anna', 'Dora', 'New 9', 'New 10']);
  });

  it('include the bin counts of all their farms and the worst finding', () => {
    const [, zoe] = assessedCustomers;
    expect(zoe).toMatchObject({
      counts: { ...ZERO_COUNTS, critical: 1, 'no-data': 1, ok: 4 },
      worst: { finding: createHotSpot(12) },
    });
  });

  it('have the worst state of their bins, or no state if they have no bins', () => {
    expect(assessedCustomers.map((assessedCustomer) => assessedCustomer.state)).toEqual([
      'critical',
      'critical',
      'no-data',
      'ok',
      'ok',
      null,
      null,
    ]);
    expect(countStates(assessedCustomers)).toEqual(
      new Map([
        ['critical', 2],
        ['no-data', 1],
        ['ok', 2],
      ]),
    );
  });

  it('are sorted by name until the states of their bins are known', () => {
    const names = assessCustomers(customers, [], 'en').map(
      ({ customer: { firstName } }) => firstName,
    );
    expect(names).toEqual(['Anna', 'Bert', 'Carl', 'Dora', 'New 9', 'New 10', 'Zoe']);
  });
});
