import { useTranslation } from 'react-i18next';
import { DeleteDialog } from '../../../components/delete-dialog.tsx';
import { useDeleteBin } from '../api/change-bins.ts';
import type { NamedBin } from './bin-actions.tsx';

interface DeleteBinDialogProps {
  readonly bin: NamedBin;
  readonly opener: HTMLElement | null;
  readonly onClose: () => void;
}

/** Asks before a bin is deleted, and confirms the deletion. */
export function DeleteBinDialog({ bin, opener, onClose }: DeleteBinDialogProps) {
  const { t } = useTranslation();
  const remove = useDeleteBin();
  return (
    <DeleteDialog
      itemName={t('bins.deleteText', { name: bin.name })}
      restoreTarget={{ kind: 'bin', id: bin.id }}
      doneTexts={{ title: t('bins.deleted'), text: t('bins.deletedText') }}
      onDelete={() => remove(bin.id)}
      opener={opener}
      onClose={onClose}
    />
  );
}
