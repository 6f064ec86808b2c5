import { getDefaultZIndex } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { useUnsavedChangesBlocker } from './use-unsaved-blocker.ts';

interface UnsavedGuardProps {
  readonly isDirty: boolean;
  /** True if leaving would lose a board key rather than unsaved values. */
  readonly hasBoardKey?: boolean;
}

/**
 * Asks for confirmation before the user leaves a page with unsaved values or a key that is shown only once.
 */
export function UnsavedGuard({ isDirty, hasBoardKey = false }: UnsavedGuardProps) {
  const { t } = useTranslation();
  const { isBlocked, leave, stay } = useUnsavedChangesBlocker(isDirty);
  return (
    <ConfirmDialog
      isOpen={isBlocked}
      title={t(hasBoardKey ? 'unsaved.keyTitle' : 'unsaved.title')}
      // It can open above another dialog.
      zIndex={getDefaultZIndex('popover')}
      text={t(hasBoardKey ? 'unsaved.keyText' : 'unsaved.text')}
      confirmLabel={t('unsaved.leave')}
      isBusy={false}
      onConfirm={leave}
      onCancel={stay}
    />
  );
}
