import type { ListedBin } from '@granary/contract/bins/http';
import { ActionIcon, Menu } from '@mantine/core';
import { IconDotsVertical } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { DeleteDialog } from '../../components/delete-dialog.tsx';
import { useDeleteBin } from './change-bins.ts';

type Named = Pick<ListedBin, 'id' | 'name'>;

export interface BinActsProps {
  readonly bin: Named;
  readonly onDelete: () => void;
}

/** What staff may do with a bin of a list. */
export function BinActs({ bin, onDelete }: BinActsProps) {
  const { t } = useTranslation();
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon aria-label={t('bins.more', { name: bin.name })}>
          <IconDotsVertical size={20} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
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
