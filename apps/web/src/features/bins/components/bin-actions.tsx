import type { BinSummary } from '@granary/contract/bins/lists';
import { ActionIcon, type ActionIconProps, Menu } from '@mantine/core';
import { IconDotsVertical, IconPencil } from '@tabler/icons-react';
import { createLink } from '@tanstack/react-router';
import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { DeleteDialog } from '../../../components/delete-dialog.tsx';
import { MenuLink } from '../../../components/menu-link.tsx';
import { useDeleteBin } from '../api/change-bins.ts';
import { useCanChangeSettings } from '../settings/use-can-change.ts';

type NamedBin = Pick<BinSummary, 'id' | 'name'>;

export interface BinActionsProps {
  readonly bin: NamedBin;
  /** Left out where the user cannot delete bins. */
  readonly onDelete?: () => void;
}

/** Actions for a bin in a list. */
export function BinActions({ bin, onDelete }: BinActionsProps) {
  const { t } = useTranslation();
  const canEdit = useCanChangeSettings();
  if (onDelete === undefined && !canEdit) return null;
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

export function DeleteBinDialog({
  bin,
  onClose,
}: {
  readonly bin: NamedBin;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation();
  const remove = useDeleteBin();
  return (
    <DeleteDialog
      what={t('bins.deleteText', { name: bin.name })}
      restorable={{ what: 'bin', id: bin.id }}
      done={{ title: t('bins.deleted'), text: t('bins.deletedText') }}
      onDelete={() => remove(bin.id)}
      onClose={onClose}
    />
  );
}

type AnchorIconProps = ActionIconProps & Omit<ComponentProps<'a'>, keyof ActionIconProps>;

/** An icon that links to another page. */
const IconLink = createLink((props: AnchorIconProps) => <ActionIcon component="a" {...props} />);
