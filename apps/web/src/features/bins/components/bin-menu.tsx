import { Menu } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { LazyMenuState } from '../../../components/lazy-menu.tsx';
import { MenuLink } from '../../../components/menu-link.tsx';
import type { NamedBin } from './bin-actions.tsx';

interface BinMenuProps extends LazyMenuState {
  readonly bin: NamedBin;
  readonly canEdit: boolean;
  readonly onDelete: () => void;
}

/** A bin's menu in a staff list. */
export function BinMenu({ bin, canEdit, onDelete, target, ...menu }: BinMenuProps) {
  const { t } = useTranslation();
  return (
    <Menu position="bottom-end" {...menu}>
      <Menu.Target>{target}</Menu.Target>
      <Menu.Dropdown>
        {canEdit && (
          <MenuLink mih={44} to="/binsensor/$id/edit" params={{ id: bin.id }}>
            {t('bins.edit')}
          </MenuLink>
        )}
        <Menu.Item mih={44} onClick={onDelete}>
          {t('bins.delete')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
