import type { Customer } from '@granary/contract/accounts/http';
import { fullName } from '@granary/domain/accounts/full-name';

/** City, state and country, as far as they are known. */
export function formatPlace(who: Pick<Customer, 'city' | 'state' | 'country'>): string {
  return [who.city, who.state, who.country].filter((part) => part !== '').join(', ');
}

/** Those in whose customer's name, e-mail address or place every word of the text occurs. */
export function filterCustomers<Held extends { readonly customer: Customer }>(
  customers: readonly Held[],
  text: string,
): Held[] {
  const words = normalizeText(text).split(/\s+/).filter(Boolean);
  return customers.filter(({ customer }) => {
    const all = getSearchText(customer);
    return words.every((word) => all.includes(word));
  });
}

/** What is searched of a customer: worked out once, while letters are typed. */
const searchTexts = new WeakMap<Customer, string>();

function getSearchText(customer: Customer): string {
  const known = searchTexts.get(customer);
  if (known !== undefined) return known;
  const text = normalizeText(`${fullName(customer)} ${customer.email} ${formatPlace(customer)}`);
  searchTexts.set(customer, text);
  return text;
}

/** Without case and accents, so that "gomez" finds "Gómez". */
function normalizeText(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}
