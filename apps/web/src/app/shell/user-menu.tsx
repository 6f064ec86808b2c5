import { Button, Menu, useMantineColorScheme } from '@mantine/core';
import { IconLogout, IconUser, IconUserCircle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { MenuLink } from '../../components/menu-link.tsx';
import type { Session } from '../../lib/session.ts';
import classes from './top-bar.module.css';

const schemes = ['light', 'dark', 'auto'] as const;
type Scheme = (typeof schemes)[number];

/** The account menu: name and role, profile, color scheme, sign out. */
export function UserMenu({ session }: { readonly session: Session }) {
  const { t } = useTranslation();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const name = session.username ?? session.email;
  return (
    <Menu position="bottom-end" width={240}>
      <Menu.Target>
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
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          {name} · {t(`roles.${session.role}`)}
          <br />
          {session.email}
        </Menu.Label>
        <MenuLink
          to="/profile"
          className={classes['item'] ?? ''}
          leftSection={<IconUser size={18} aria-hidden />}
        >
          {t('shell.profile')}
        </MenuLink>
        <Menu.Divider />
        <Menu.Label>{t('shell.appearance')}</Menu.Label>
        <Menu.RadioGroup
          value={colorScheme}
          onChange={(scheme) => setColorScheme(scheme as Scheme)}
        >
          {schemes.map((scheme) => (
            <Menu.RadioItem key={scheme} value={scheme} className={classes['item'] ?? ''}>
              {t(`shell.scheme.${scheme}`)}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        <Menu.Divider />
        <MenuLink
          to="/logout"
          preload={false}
          className={classes['item'] ?? ''}
          leftSection={<IconLogout size={18} aria-hidden />}
        >
          {t('shell.signOut')}
        </MenuLink>
      </Menu.Dropdown>
    </Menu>
  );
}
