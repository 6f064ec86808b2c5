import { getDefaultZIndex } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { currentSession } from '../lib/session.ts';
import { QuestionDialog } from './question-dialog.tsx';

interface UnsavedGuardProps {
  readonly isDirty: boolean;
  /** What would be lost is a board's key, not what was typed. */
  readonly isKey?: boolean;
}

/** Asks before a page is left on which something is typed and not saved, or shown only once. */
export function UnsavedGuard({ isDirty, isKey = false }: UnsavedGuardProps) {
  const { t } = useTranslation();
  const [session] = useState(tokenOfNow);
  const blocker = useBlocker({
    // Whose session has ended cannot save, and must get to the sign-in page.
    shouldBlockFn: ({ current, next }) =>
      isDirty && placeOf(current) !== placeOf(next) && tokenOfNow() === session,
    enableBeforeUnload: isDirty,
    withResolver: true,
  });
  return (
    <QuestionDialog
      isOpen={blocker.status === 'blocked'}
      title={t(isKey ? 'unsaved.keyTitle' : 'unsaved.title')}
      // It may have to ask above a dialog.
      zIndex={getDefaultZIndex('popover')}
      text={t(isKey ? 'unsaved.keyText' : 'unsaved.text')}
      act={t('unsaved.leave')}
      isBusy={false}
      onConfirm={() => blocker.proceed?.()}
      onCancel={() => blocker.reset?.()}
    />
  );
}

function tokenOfNow(): string | null {
  return currentSession()?.token ?? null;
}

/** A page, or a tab of one: another leaves what is typed behind. */
function placeOf({ pathname, search }: { readonly pathname: string; readonly search: object }) {
  return `${pathname} ${'tab' in search ? String(search.tab) : ''}`;
}
