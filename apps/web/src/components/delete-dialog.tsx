import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLiveState } from '../lib/live-client.ts';
import { ErrorState } from './error-state.tsx';
import { Question } from './question.tsx';

export interface DeleteDialogProps {
  /** What goes, in words. */
  readonly what: string;
  /** Why it cannot be deleted now. */
  readonly refusal?: string;
  /** Whether it can be had back, where it can; else it is said that it cannot. */
  readonly text?: string;
  /** Title and text once it is gone. */
  readonly done: { readonly title: string; readonly text?: string };
  readonly onDelete: () => Promise<unknown>;
  /** Closed; `isDeleted` tells whether anything went. */
  readonly onClose: (isDeleted: boolean) => void;
}

/** Asks before something is deleted, and says so when it is. Drawn only while it is asked. */
export function DeleteDialog(props: DeleteDialogProps) {
  const { what, refusal, text, done, onDelete, onClose } = props;
  const { t } = useTranslation();
  const isOffline = useLiveState().kind === 'offline';
  const deleting = useMutation({ mutationFn: onDelete });
  const [opener] = useState(focusedControl);
  const close = () => {
    onClose(deleting.isSuccess);
    // What the dialog was opened from goes with what was deleted.
    const isGone = deleting.isSuccess || opener?.isConnected !== true;
    (isGone ? document.querySelector<HTMLElement>('main h1') : opener)?.focus();
  };
  return (
    <Modal
      opened
      onClose={close}
      returnFocus={false}
      title={deleting.isSuccess ? done.title : t('delete.title')}
      centered
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      {deleting.isSuccess ? (
        <Stack>
          {done.text !== undefined && <Text role="status">{done.text}</Text>}
          <Group justify="flex-end">
            <Button data-autofocus onClick={close}>
              {t('ok')}
            </Button>
          </Group>
        </Stack>
      ) : (
        <Question
          text={text ?? t('delete.text')}
          confirmLabel={t('delete.act')}
          isBusy={deleting.isPending}
          {...(refusal !== undefined && { refusal })}
          {...(isOffline && { refusal: t('live.cannotChange') })}
          onConfirm={() => deleting.mutate()}
          onCancel={close}
        >
          <Text fw={600}>{what}</Text>
          {deleting.isError && <ErrorState error={deleting.error} />}
        </Question>
      )}
    </Modal>
  );
}

/** What has the focus; of a menu, which closes, the button that it belongs to. */
function focusedControl(): HTMLElement | null {
  const focused = document.activeElement;
  const button = focused?.closest('[role=menu]')?.getAttribute('aria-labelledby');
  if (button != null) return document.getElementById(button);
  return focused instanceof HTMLElement ? focused : null;
}
