import { Button } from '@mantine/core';
import { IconUserCircle } from '@tabler/icons-react';
import { lazy } from 'react';
import { useTranslation } from 'react-i18next';
import { LazyMenu } from '../../components/lazy-menu.tsx';
import type { Session } from '../../lib/session.ts';
import classes from './top-bar.module.css';

const AccountMenu = lazy(async () => ({
  default: (await import('./account-menu.tsx')).AccountMenu,
}));

/** The account menu, with the name and the role on its button. */
export function UserMenu({ session }: { readonly session: Session }) {
  const { t } = useTranslation();
  const name = session.fullName ?? session.email;
  return (
    <LazyMenu
      target={
        <Button
          variant="subtle"
          color="ink"
          className={classes['control'] ?? ''}
          aria-label={t('shell.account', { name, role: t(`roles.${session.role}`) })}
        >
          <IconUserCircle size={24} aria-hidden />
          <span className={classes['account']}>
            <span className={classes['name']}>{name}</span>{' '}
            <span className={classes['role']}>{t(`roles.${session.role}`)}</span>
          </span>
        </Button>
      }
    >
      {(menu) => <AccountMenu session={session} {...menu} />}
    </LazyMenu>
  );
}
