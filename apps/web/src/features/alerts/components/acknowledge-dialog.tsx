import { type Alert, MAX_ALERT_NOTE_LENGTH } from '@granary/contract/alerts/http';
import { Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../../components/dialog.tsx';
import { Notice } from '../../../components/notice.tsx';
import { useErrorMessage } from '../../../lib/use-error-message.ts';
import type { useAcknowledgeAlert } from '../api/get-alerts.ts';

export interface AcknowledgeDialogProps {
  readonly alert: Alert;
  readonly acknowledge: ReturnType<typeof useAcknowledgeAlert>;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** Acknowledges an alert with a note that everyone with access to the bin can read. */
export function AcknowledgeDialog(props: AcknowledgeDialogProps) {
  const { t } = useTranslation();
  return (
    <Dialog opened={props.isOpen} onClose={props.onClose} title={t('alerts.acknowledgeTitle')}>
      <NoteForm {...props} />
    </Dialog>
  );
}

/** Rendered only while the dialog is open, so that the note starts empty each time. */
function NoteForm({ alert, acknowledge, onClose }: AcknowledgeDialogProps) {
  const { t } = useTranslation();
  const formatError = useErrorMessage();
  const [note, setNote] = useState('');
  const [isSubmitted, setSubmitted] = useState(false);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        setSubmitted(true);
        acknowledge.mutate({ id: alert.id, note: note.trim() }, { onSuccess: onClose });
      }}
    >
      <Stack gap="md">
        <Text>
          {t('alerts.acknowledgeText', {
            rule: t(`alerts.rules.${alert.rule}`),
            bin: alert.binName,
          })}
        </Text>
        {isSubmitted && acknowledge.isError && (
          <Notice state="warning" isAlert title={formatError(acknowledge.error)} />
        )}
        <Textarea
          data-autofocus
          label={t('alerts.note')}
          description={t('alerts.noteHint')}
          maxLength={MAX_ALERT_NOTE_LENGTH}
          autosize
          minRows={2}
          value={note}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button type="submit" loading={acknowledge.isPending}>
            {t('alerts.acknowledge')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
