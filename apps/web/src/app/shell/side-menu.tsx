import { canOwnFarms } from '@granary/domain/access/roles';
import {
  IconAlertTriangle,
  IconCpu,
  IconDatabase,
  IconHistory,
  IconLayoutDashboard,
  IconLayoutGrid,
  IconList,
  IconMap,
  IconPhone,
  IconPlant2,
  IconSearch,
  IconShieldLock,
  IconTruck,
  IconUserPlus,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { SidebarType } from '../../features/interface-settings/interface-settings.ts';
import type { Session } from '../../lib/session.ts';
import { listMenuEntries, type MenuEntry } from './menu.ts';
import { MyBins } from './my-bins.tsx';
import classes from './side-menu.module.css';
import { useScrollToCurrentEntry } from './use-scroll-to-current.ts';

const icons = {
  allBins: IconLayoutGrid,
  overview: IconList,
  alerts: IconAlertTriangle,
  alertsAndServer: IconAlertTriangle,
  dashboards: IconLayoutDashboard,
  addUser: IconUserPlus,
  distributors: IconTruck,
  search: IconSearch,
  contacts: IconPhone,
  changes: IconHistory,
  securityEvents: IconShieldLock,
  rawData: IconDatabase,
  cropSettings: IconPlant2,
  firmware: IconCpu,
  maps: IconMap,
} as const;

export interface SideMenuProps {
  readonly session: Session;
  readonly type: SidebarType;
  readonly onExpand: () => void;
}

/** The pages that the user's role can open, and the user's bins by name. */
export function SideMenu({ session, type, onExpand }: SideMenuProps) {
  const { t } = useTranslation();
  const menu = useRef<HTMLDivElement>(null);
  useScrollToCurrentEntry(menu);
  const { beforeBins, afterBins } = listMenuEntries(session);
  return (
    <div ref={menu} className={classes['menu']} data-type={type}>
      <Entries entries={beforeBins} />
      {canOwnFarms(session.role) && (
        <>
          <p className={classes['title']}>{t('shell.menu.user')}</p>
          <MyBins isCollapsed={type === 'icon'} onExpand={onExpand} />
        </>
      )}
      <Entries entries={afterBins} />
    </div>
  );
}

function Entries({ entries }: { readonly entries: readonly MenuEntry[] }) {
  if (entries.length === 0) return null;
  return (
    <ul className={classes['list']}>
      {entries.map((entry) => (
        <li key={entry.to}>
          <MenuEntryLink entry={entry} className={classes['entry'] ?? ''} />
        </li>
      ))}
    </ul>
  );
}

interface MenuEntryLinkProps {
  readonly entry: MenuEntry;
  readonly className: string;
}

/** A link in the menu, marked while its page is open. */
export function MenuEntryLink({ entry, className }: MenuEntryLinkProps) {
  const { t } = useTranslation();
  const Icon = icons[entry.label];
  const label = t(`shell.menu.${entry.label}`);
  return (
    <Link
      to={entry.to}
      className={className}
      activeProps={{ 'aria-current': 'page' }}
      activeOptions={{ includeSearch: false }}
      title={label}
    >
      <Icon size={20} aria-hidden />
      <span className={classes['label']}>{label}</span>
    </Link>
  );
}
