import { formatRestoreCommand, RESTORE_DAYS, type RestorableKind } from '@granary/contract/restore';
import { Button, Group, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { getFocusedControl } from '../lib/focused-control.ts';
import { useLiveState } from '../lib/live-client.ts';
import { useCan } from '../lib/use-can.ts';
import { Confirmation } from './confirmation.tsx';
import { Dialog } from './dialog.tsx';
import { ErrorState } from './error-state.tsx';

export interface DeleteDialogProps {
  readonly itemName: string;
  /** Why the item cannot be deleted now. */
  readonly disabledReason?: string;
  /** The confirmation text; by default, the specification's text. */
  readonly text?: string;
  /** The item that an admin can restore. */
  readonly restoreTarget?: { readonly kind: RestorableKind; readonly id: number };
  /** Title and text after deletion. */
  readonly doneTexts: { readonly title: string; readonly text?: string };
  readonly onDelete: () => Promise<unknown>;
  /**
   * The element that gets the focus when the dialog closes; by default, the element that had it when the
   * dialog mounted. Pass it if a menu opens the dialog, because the menu may close before the dialog's code
   * loads.
   */
  readonly opener?: HTMLElement | null;
  /** Called when the dialog closes. */
  readonly onClose: (isDeleted: boolean) => void;
}

/** Asks before something is deleted, and confirms the deletion. Mounted only while it is open. */
export function DeleteDialog(props: DeleteDialogProps) {
  const { itemName, disabledReason, text, restoreTarget, doneTexts, onDelete, onClose } = props;
  const { t } = useTranslation();
  const isOffline = useLiveState().kind === 'offline';
  const deleting = useMutation({ mutationFn: onDelete });
  const [initialFocus] = useState(getFocusedControl);
  const opener = props.opener ?? initialFocus;
  const close = () => {
    onClose(deleting.isSuccess);
    // After a deletion, the button that opened the dialog is removed as well.
    const isOpenerRemoved = deleting.isSuccess || opener?.isConnected !== true;
    (isOpenerRemoved ? document.querySelector<HTMLElement>('main h1') : opener)?.focus();
  };
  return (
    <Dialog
      onClose={close}
      returnFocus={false}
      title={deleting.isSuccess ? doneTexts.title : t('delete.title')}
    >
      {deleting.isSuccess ? (
        <Stack>
          {doneTexts.text !== undefined && <Text role="status">{doneTexts.text}</Text>}
          {restoreTarget !== undefined && <RestoreHint {...restoreTarget} />}
          <Group justify="flex-end">
            <Button data-autofocus onClick={close}>
              {t('ok')}
            </Button>
          </Group>
        </Stack>
      ) : (
        <Confirmation
          text={text ?? t('delete.text')}
          confirmLabel={t('delete.confirm')}
          isBusy={deleting.isPending}
          {...(disabledReason !== undefined && { disabledReason })}
          {...(isOffline && { disabledReason: t('live.cannotChange') })}
          onConfirm={() => deleting.mutate()}
          onCancel={close}
        >
          <Text fw={600}>{itemName}</Text>
          {restoreTarget !== undefined && <RestoreHint {...restoreTarget} />}
          {deleting.isError && <ErrorState error={deleting.error} />}
        </Confirmation>
      )}
    </Dialog>
  );
}

/** Shows for how long an admin can restore a deleted item; admins also see the restore command. */
export function RestoreHint({ kind, id }: { readonly kind: RestorableKind; readonly id: number }) {
  const { t } = useTranslation();
  const days = RESTORE_DAYS;
  if (!useCan('server-health.read')) return <Text c="dimmed">{t('delete.restore', { days })}</Text>;
  return (
    <Text c="dimmed">
      {t('delete.restoreCommand', { days })} <code>{formatRestoreCommand(kind, id)}</code>
    </Text>
  );
}
