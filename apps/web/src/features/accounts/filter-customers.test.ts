import type { Customer } from '@granary/contract/accounts/http';
import { fullName } from '@granary/domain/accounts/full-name';
import { describe, expect, it } from 'vitest';
import { filterCustomers } from './filter-customers.ts';

const customer = (firstName: string, lastName: string, city = ''): Customer => ({
  id: 1,
  documentId: 1,
  firstName,
  lastName,
  email: `${firstName.toLowerCase()}@farm.example`,
  phone: '204 555-0100',
  city,
  state: 'MB',
  country: 'Canada',
  farmCount: 1,
  binCount: 2,
});

const all = [
  customer('Anneke', 'Dueck', 'Elm Creek'),
  customer('José', 'Gómez', 'Carman'),
  customer('Сергей', 'Орлов'),
];

const names = (text: string) =>
  filterCustomers(
    all.map((one) => ({ customer: one })),
    text,
  ).map((found) => found.customer.firstName);

describe('filtering customers', () => {
  it('keeps all customers for an empty text', () => {
    expect(names('')).toHaveLength(3);
    expect(names('   ')).toHaveLength(3);
  });

  it('finds any part of the name, email address or place, in any order', () => {
    expect(names('creek anne')).toEqual(['Anneke']);
    expect(names('anneke@farm')).toEqual(['Anneke']);
    expect(names('creek gomez')).toEqual([]);
  });

  it('ignores case and accents', () => {
    expect(names('GOMEZ')).toEqual(['José']);
    expect(names('орлов')).toEqual(['Сергей']);
  });
});

describe('the full name', () => {
  it('falls back to the email address', () => {
    expect(fullName(customer('', ''))).toBe('@farm.example');
  });
});
