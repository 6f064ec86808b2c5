import { Menu, useMantineColorScheme } from '@mantine/core';
import { IconLogout, IconUser } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { LazyMenuState } from '../../components/lazy-menu.tsx';
import { MenuLink } from '../../components/menu-link.tsx';
import type { Session } from '../../lib/session.ts';
import classes from './top-bar.module.css';

const schemes = ['light', 'dark', 'auto'] as const;
type Scheme = (typeof schemes)[number];

type AccountMenuProps = LazyMenuState & { readonly session: Session };

/** The account menu: name and role, profile, color scheme, sign out. */
export function AccountMenu({ session, target, ...menu }: AccountMenuProps) {
  const { t } = useTranslation();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const name = session.fullName ?? session.email;
  return (
    <Menu position="bottom-end" width={240} {...menu}>
      <Menu.Target>{target}</Menu.Target>
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
