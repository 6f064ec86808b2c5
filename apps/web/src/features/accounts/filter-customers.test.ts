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

const allCustomers = [
  customer('Anneke', 'Dueck', 'Elm Creek'),
  customer('José', 'Gómez', 'Carman'),
  customer('Сергей', 'Орлов'),
];

const findNames = (text: string) =>
  filterCustomers(
    allCustomers.map((person) => ({ customer: person })),
    text,
  ).map((found) => found.customer.firstName);

describe('filtering customers', () => {
  it('keeps all customers if the search text is empty', () => {
    expect(findNames('')).toHaveLength(3);
    expect(findNames('   ')).toHaveLength(3);
  });

  it('matches parts of the name, email address or place in any order', () => {
    expect(findNames('creek anne')).toEqual(['Anneke']);
    expect(findNames('anneke@farm')).toEqual(['Anneke']);
    expect(findNames('creek gomez')).toEqual([]);
  });

  it('ignores case and accents', () => {
    expect(findNames('GOMEZ')).toEqual(['José']);
    expect(findNames('орлов')).toEqual(['Сергей']);
  });
});

describe('the full name', () => {
  it('falls back to the email address', () => {
    expect(fullName(customer('', ''))).toBe('@farm.example');
  });
});
