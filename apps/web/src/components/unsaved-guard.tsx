import { getDefaultZIndex } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { QuestionDialog } from './question-dialog.tsx';
import { useUnsavedBlocker } from './use-unsaved-blocker.ts';

interface UnsavedGuardProps {
  readonly isDirty: boolean;
  /** What would be lost is a board's key, not what was typed. */
  readonly isKey?: boolean;
}

/** Asks before a page is left on which something is typed and not saved, or shown only once. */
export function UnsavedGuard({ isDirty, isKey = false }: UnsavedGuardProps) {
  const { t } = useTranslation();
  const { isBlocked: isHeld, leave, stay } = useUnsavedBlocker(isDirty);
  return (
    <QuestionDialog
      isOpen={isHeld}
      title={t(isKey ? 'unsaved.keyTitle' : 'unsaved.title')}
      // It may have to ask above a dialog.
      zIndex={getDefaultZIndex('popover')}
      text={t(isKey ? 'unsaved.keyText' : 'unsaved.text')}
      confirmLabel={t('unsaved.leave')}
      isBusy={false}
      onConfirm={leave}
      onCancel={stay}
    />
  );
}
