import { Modal } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { currentSession } from '../lib/session.ts';
import { Question } from './question.tsx';

/** Asks before a page is left on which something is typed and not saved. */
export function UnsavedGuard({ isDirty }: { readonly isDirty: boolean }) {
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
    <Modal
      opened={blocker.status === 'blocked'}
      onClose={() => blocker.reset?.()}
      title={t('unsaved.title')}
      centered
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <Question
        text={t('unsaved.text')}
        act={t('unsaved.leave')}
        isBusy={false}
        onConfirm={() => blocker.proceed?.()}
        onCancel={() => blocker.reset?.()}
      />
    </Modal>
  );
}

function tokenOfNow(): string | null {
  return currentSession()?.token ?? null;
}

/** A page, or a tab of one: another leaves what is typed behind. */
function placeOf({ pathname, search }: { readonly pathname: string; readonly search: object }) {
  return `${pathname} ${'tab' in search ? String(search.tab) : ''}`;
}
