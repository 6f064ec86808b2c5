import type { BinSummary } from '@granary/contract/bins/lists';
import { ActionIcon, type ActionIconProps } from '@mantine/core';
import { IconDotsVertical, IconPencil } from '@tabler/icons-react';
import { createLink } from '@tanstack/react-router';
import { type ComponentProps, lazy } from 'react';
import { useTranslation } from 'react-i18next';
import { LazyMenu } from '../../../components/lazy-menu.tsx';
import { useCanChangeSettings } from '../settings/use-can-change.ts';

/** The properties of a bin that its actions need. */
export type NamedBin = Pick<BinSummary, 'id' | 'name'>;

const BinMenu = lazy(async () => ({ default: (await import('./bin-menu.tsx')).BinMenu }));

export interface BinActionsProps {
  readonly bin: NamedBin;
  /** Omitted if the user cannot delete bins. */
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
    <LazyMenu
      target={
        <ActionIcon aria-label={t('bins.more', { name: bin.name })}>
          <IconDotsVertical size={20} aria-hidden />
        </ActionIcon>
      }
    >
      {(menu) => <BinMenu bin={bin} canEdit={canEdit} onDelete={onDelete} {...menu} />}
    </LazyMenu>
  );
}

type IconLinkProps = ActionIconProps & Omit<ComponentProps<'a'>, keyof ActionIconProps>;

/** An icon that links to another page. */
const IconLink = createLink((props: IconLinkProps) => <ActionIcon component="a" {...props} />);
