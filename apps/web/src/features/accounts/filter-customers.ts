import type { Customer } from '@granary/contract/accounts/http';
import { fullName } from '@granary/domain/accounts/full-name';

/** City, state and country, as far as they are known. */
export function placeOf(who: Pick<Customer, 'city' | 'state' | 'country'>): string {
  return [who.city, who.state, who.country].filter((part) => part !== '').join(', ');
}

/** Those in whose customer's name, e-mail address or place every word of the text occurs. */
export function filterCustomers<Held extends { readonly customer: Customer }>(
  customers: readonly Held[],
  text: string,
): Held[] {
  const words = plain(text).split(/\s+/).filter(Boolean);
  return customers.filter(({ customer }) => {
    const all = searchedText(customer);
    return words.every((word) => all.includes(word));
  });
}

/** What is searched of a customer: worked out once, while letters are typed. */
const texts = new WeakMap<Customer, string>();

function searchedText(customer: Customer): string {
  const known = texts.get(customer);
  if (known !== undefined) return known;
  const text = plain(`${fullName(customer)} ${customer.email} ${placeOf(customer)}`);
  texts.set(customer, text);
  return text;
}

/** Without case and accents, so that "gomez" finds "Gómez". */
function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}
