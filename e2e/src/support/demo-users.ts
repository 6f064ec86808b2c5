/** The demo's accounts; all have the same password. */
export type DemoUser = 'farmer' | 'neighbour' | 'distributor' | 'admin';

export const DEMO_PASSWORD = 'granary-demo';

/** First and last names, as in the top bar. */
export const demoUserNames: Readonly<Record<DemoUser, string>> = {
  farmer: 'Anneke Dueck',
  neighbour: 'Tomas Reimer',
  distributor: 'Marcel Fontaine',
  admin: 'Ines Wiebe',
};

export function demoUserEmail(user: DemoUser): string {
  return `${user}@granary.example`;
}
