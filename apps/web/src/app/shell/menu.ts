import { type Capability, canOwnFarms, hasCapability } from '@granary/domain/access/roles';
import type { Session } from '../../lib/session.ts';

const entries = {
  allBins: { to: '/allbins', needs: null },
  overview: { to: '/overview', needs: null },
  alerts: { to: '/alerts', needs: null },
  alertsAndServer: { to: '/alerts', needs: 'server-health.read' },
  dashboards: { to: '/dashboard', needs: null },
  addUser: { to: '/addUser', needs: 'customers.add' },
  distributors: { to: '/distributors', needs: 'distributors.list' },
  search: { to: '/search', needs: 'search' },
  contacts: { to: '/contacts', needs: null },
  changes: { to: '/changes', needs: 'audit.read' },
  securityEvents: { to: '/securityEvents', needs: 'security-events.read' },
  rawData: { to: '/rawData', needs: 'raw-data.read' },
  cropSettings: { to: '/cropsettings', needs: 'crop-tables.read' },
  firmware: { to: '/firmware', needs: 'firmware.read' },
  maps: { to: '/maps', needs: 'place-providers.write' },
} as const satisfies Readonly<Record<string, { to: string; needs: Capability | null }>>;

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
  const listAllowed = (labels: readonly Label[]) =>
    labels.flatMap((label) => {
      const { to, needs } = entries[label];
      return needs === null || hasCapability(role, needs) ? [{ to, label }] : [];
    });
  const tools = ['cropSettings', 'firmware', 'maps', 'changes', 'securityEvents'] as const;
  if (canOwnFarms(role)) {
    const beforeBins = listAllowed([
      'allBins',
      'overview',
      'alerts',
      'dashboards',
      'addUser',
      'search',
      'rawData',
      ...tools,
    ]);
    return { beforeBins, afterBins: listAllowed(['contacts']) };
  }
  const staffLabels: readonly Label[] = hasCapability(role, 'distributors.list')
    ? ['addUser', 'rawData', 'distributors', 'search']
    : ['addUser', 'search', 'rawData'];
  const alerts = hasCapability(role, 'server-health.read') ? 'alertsAndServer' : 'alerts';
  return {
    beforeBins: listAllowed(['dashboards', alerts, ...staffLabels, ...tools]),
    afterBins: [],
  };
}
