import { ActionIcon } from '@mantine/core';
import { IconLayoutSidebar, IconMenu2, IconSettings, IconX } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { Logo } from '../../components/logo.tsx';
import { NotificationBell } from '../../features/notifications/components/notification-bell.tsx';
import type { Session } from '../../lib/session.ts';
import { LanguageMenu } from './language-menu.tsx';
import classes from './top-bar.module.css';
import { UserMenu } from './user-menu.tsx';

export interface TopBarProps {
  readonly session: Session;
  readonly isDrawerOpen: boolean;
  /** Null if there is no sidebar. */
  readonly isCondensed: boolean | null;
  readonly onToggleDrawer: () => void;
  readonly onToggleCondensed: () => void;
  readonly onOpenSettings: () => void;
}

export function TopBar(props: TopBarProps) {
  const { t } = useTranslation();
  return (
    <div className={classes['bar']}>
      <ActionIcon
        hiddenFrom="md"
        onClick={props.onToggleDrawer}
        aria-label={t(props.isDrawerOpen ? 'shell.closeMenu' : 'shell.openMenu')}
        aria-expanded={props.isDrawerOpen}
        aria-controls="menu"
      >
        {props.isDrawerOpen ? <IconX size={22} aria-hidden /> : <IconMenu2 size={22} aria-hidden />}
      </ActionIcon>
      <Link to="/" className={classes['logo']} aria-label={t('product')}>
        <Logo />
        <span className={classes['product']}>{t('product')}</span>
      </Link>
      {props.isCondensed !== null && (
        <ActionIcon
          visibleFrom="md"
          onClick={props.onToggleCondensed}
          aria-label={t(props.isCondensed ? 'shell.expandMenu' : 'shell.condenseMenu')}
          aria-expanded={!props.isCondensed}
          aria-controls="menu"
        >
          <IconLayoutSidebar size={20} aria-hidden />
        </ActionIcon>
      )}
      <div className={classes['space']} />
      <LanguageMenu />
      <NotificationBell />
      <ActionIcon
        onClick={props.onOpenSettings}
        aria-label={t('shell.settings')}
        aria-haspopup="dialog"
      >
        <IconSettings size={22} aria-hidden />
      </ActionIcon>
      <UserMenu session={props.session} />
    </div>
  );
}
