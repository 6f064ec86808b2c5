import type { Customer } from '@granary/contract/accounts/http';
import { fullName } from '@granary/domain/accounts/full-name';

/** Joins city, state and country, leaving out empty ones. */
export function formatPlace(customer: Pick<Customer, 'city' | 'state' | 'country'>): string {
  return [customer.city, customer.state, customer.country].filter((part) => part !== '').join(', ');
}

/** Keeps the customers whose name, email address or place contains every word of the text. */
export function filterCustomers<Item extends { readonly customer: Customer }>(
  customers: readonly Item[],
  text: string,
): Item[] {
  const terms = normalizeText(text).split(/\s+/).filter(Boolean);
  return customers.filter(({ customer }) => {
    const searchText = getSearchText(customer);
    return terms.every((term) => searchText.includes(term));
  });
}

/** Caches the searchable text of each customer while someone types. */
const searchTexts = new WeakMap<Customer, string>();

function getSearchText(customer: Customer): string {
  const cachedText = searchTexts.get(customer);
  if (cachedText !== undefined) return cachedText;
  const text = normalizeText(`${fullName(customer)} ${customer.email} ${formatPlace(customer)}`);
  searchTexts.set(customer, text);
  return text;
}

/** Lowercases text and removes accents, so that "gomez" finds "Gómez". */
function normalizeText(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}
