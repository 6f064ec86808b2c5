/** The demo's accounts; all have the same password. */
export type DemoUser = 'farmer' | 'neighbor' | 'distributor' | 'admin';

export const DEMO_PASSWORD = 'granary-demo';

/** First and last names, as in the top bar. */
export const demoUserNames: Readonly<Record<DemoUser, string>> = {
  farmer: 'Anneke Dueck',
  neighbor: 'Tomas Reimer',
  distributor: 'Marcel Fontaine',
  admin: 'Ines Wiebe',
};

const emails: Readonly<Record<DemoUser, string>> = {
  farmer: 'farmer@granary.example',
  neighbor: 'neighbour@granary.example',
  distributor: 'distributor@granary.example',
  admin: 'admin@granary.example',
};

export function demoUserEmail(user: DemoUser): string {
  return emails[user];
}
