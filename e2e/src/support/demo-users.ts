/** The demo's accounts; all have the same password. */
export type Person = 'farmer' | 'neighbour' | 'distributor' | 'admin';

export const PASSWORD = 'granary-demo';

/** First and last name, as the top bar shows them. */
export const nameOf: Readonly<Record<Person, string>> = {
  farmer: 'Anneke Dueck',
  neighbour: 'Tomas Reimer',
  distributor: 'Marcel Fontaine',
  admin: 'Ines Wiebe',
};

export function emailOf(person: Person): string {
  return `${person}@granary.example`;
}
