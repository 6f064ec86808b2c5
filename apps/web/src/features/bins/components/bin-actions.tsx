import type { ListedBin } from '@granary/contract/bins/http';
import { ActionIcon, Menu } from '@mantine/core';
import { IconDotsVertical, IconPencil } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { DeleteDialog } from '../../../components/delete-dialog.tsx';
import { IconLink } from '../../../components/icon-link.tsx';
import { MenuLink } from '../../../components/menu-link.tsx';
import { useDeleteBin } from '../api/change-bins.ts';

type Named = Pick<ListedBin, 'id' | 'name'>;

export interface BinActsProps {
  readonly bin: Named;
  /** Staff delete bins; without it the bin can be edited alone. */
  readonly onDelete?: () => void;
}

/** What may be done with a bin of a list. */
export function BinActs({ bin, onDelete }: BinActsProps) {
  const { t } = useTranslation();
  if (onDelete === undefined) {
    return (
      <IconLink
        to="/binsensor/$id/edit"
        params={{ id: bin.id }}
        aria-label={t('bins.editOf', { name: bin.name })}
      >
        <IconPencil size={20} aria-hidden />
      </IconLink>
    );
  }
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon aria-label={t('bins.more', { name: bin.name })}>
          <IconDotsVertical size={20} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <MenuLink mih={44} to="/binsensor/$id/edit" params={{ id: bin.id }}>
          {t('bins.edit')}
        </MenuLink>
        <Menu.Item mih={44} onClick={onDelete}>
          {t('bins.delete')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

/** Asks before a bin is deleted. */
export function DeleteBin({ bin, onClose }: { readonly bin: Named; readonly onClose: () => void }) {
  const { t } = useTranslation();
  const remove = useDeleteBin();
  return (
    <DeleteDialog
      what={t('bins.goes', { name: bin.name })}
      done={{ title: t('bins.deleted'), text: t('bins.deletedText') }}
      onDelete={() => remove(bin.id)}
      onClose={onClose}
    />
  );
}
