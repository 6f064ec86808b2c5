import { type Capability, canOwnFarms, hasCapability } from '@granary/domain/access/roles';
import type { Session } from '../../lib/session.ts';

const entries = {
  allBins: { to: '/allbins', requiredCapability: null },
  overview: { to: '/overview', requiredCapability: null },
  alerts: { to: '/alerts', requiredCapability: null },
  alertsAndServer: { to: '/alerts', requiredCapability: 'server-health.read' },
  dashboards: { to: '/dashboard', requiredCapability: null },
  addUser: { to: '/addUser', requiredCapability: 'customers.add' },
  distributors: { to: '/distributors', requiredCapability: 'distributors.list' },
  search: { to: '/search', requiredCapability: 'search' },
  contacts: { to: '/contacts', requiredCapability: null },
  changes: { to: '/changes', requiredCapability: 'audit.read' },
  securityEvents: { to: '/securityEvents', requiredCapability: 'security-events.read' },
  rawData: { to: '/rawData', requiredCapability: 'raw-data.read' },
  cropSettings: { to: '/cropsettings', requiredCapability: 'crop-tables.read' },
  firmware: { to: '/firmware', requiredCapability: 'firmware.read' },
  maps: { to: '/maps', requiredCapability: 'place-providers.write' },
} as const satisfies Readonly<
  Record<string, { to: string; requiredCapability: Capability | null }>
>;

type Label = keyof typeof entries;

export interface MenuEntry {
  readonly to: (typeof entries)[Label]['to'];
  readonly label: Label;
}

/** Lists the entries of the menu in two parts; the user's bins are between them. */
export function listMenuEntries({ role }: Pick<Session, 'role'>): {
  readonly beforeBins: readonly MenuEntry[];
  readonly afterBins: readonly MenuEntry[];
} {
  const listAllowedEntries = (labels: readonly Label[]) =>
    labels.flatMap((label) => {
      const { to, requiredCapability } = entries[label];
      return requiredCapability === null || hasCapability(role, requiredCapability)
        ? [{ to, label }]
        : [];
    });
  const tools = ['cropSettings', 'firmware', 'maps', 'changes', 'securityEvents'] as const;
  if (canOwnFarms(role)) {
    const beforeBins = listAllowedEntries([
      'allBins',
      'overview',
      'alerts',
      'dashboards',
      'addUser',
      'search',
      'rawData',
      ...tools,
    ]);
    return { beforeBins, afterBins: listAllowedEntries(['contacts']) };
  }
  const staffLabels: readonly Label[] = hasCapability(role, 'distributors.list')
    ? ['addUser', 'rawData', 'distributors', 'search']
    : ['addUser', 'search', 'rawData'];
  const alerts = hasCapability(role, 'server-health.read') ? 'alertsAndServer' : 'alerts';
  return {
    beforeBins: listAllowedEntries(['dashboards', alerts, ...staffLabels, ...tools]),
    afterBins: [],
  };
}
