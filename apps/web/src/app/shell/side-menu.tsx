import { IconLayoutDashboard, IconLayoutGrid, IconList } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { Session } from '../../lib/session.ts';
import { type MenuEntry, menuOf } from './menu.ts';
import { MyBins } from './my-bins.tsx';
import classes from './side-menu.module.css';

const icons = {
  allBins: IconLayoutGrid,
  overview: IconList,
  dashboards: IconLayoutDashboard,
} as const;

export interface SideMenuProps {
  readonly session: Session;
  readonly isCondensed: boolean;
  readonly onExpand: () => void;
}

/** What a role can reach; a user also their bins by name. */
export function SideMenu({ session, isCondensed, onExpand }: SideMenuProps) {
  const { t } = useTranslation();
  return (
    <div className={classes['menu']} data-condensed={isCondensed}>
      <ul className={classes['list']}>
        {menuOf(session.role).map((entry) => (
          <li key={entry.to}>
            <Entry entry={entry} />
          </li>
        ))}
      </ul>
      {session.role === 'user' && (
        <>
          <p className={classes['title']}>{t('shell.menu.user')}</p>
          <MyBins isCondensed={isCondensed} onExpand={onExpand} />
        </>
      )}
    </div>
  );
}

function Entry({ entry }: { readonly entry: MenuEntry }) {
  const { t } = useTranslation();
  const Icon = icons[entry.label];
  const label = t(`shell.menu.${entry.label}`);
  return (
    <Link
      to={entry.to}
      className={classes['entry'] ?? ''}
      activeProps={{ 'aria-current': 'page' }}
      title={label}
    >
      <Icon size={20} aria-hidden />
      <span className={classes['label']}>{label}</span>
    </Link>
  );
}
