import { getNotes } from '@granary/contract/accounts/http';
import { Button, Stack, Text, Textarea } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { Notice } from '../../../components/notice.tsx';
import { SubmitRow } from '../../../components/submit-row.tsx';
import { UnsavedGuard } from '../../../components/unsaved-guard.tsx';
import { call } from '../../../lib/api.ts';
import { isConflict } from '../../../lib/api-error.ts';
import { useTemporaryMessage } from '../../../lib/temporary-message.ts';
import { useCan } from '../../../lib/use-can.ts';
import { useErrorMessage } from '../../../lib/use-error-message.ts';
import { type Notes, updateNotes } from '../api/notes.ts';
import classes from './notes-form.module.css';

const ROWS = 25;

export interface NotesFormProps {
  readonly userId: number;
  readonly label: string;
  /** The notes when the page opened. */
  readonly initialNotes: Notes;
}

/** Edits notes. If someone else saved newer notes, both versions are shown and nothing is overwritten. */
export function NotesForm({ userId, label, initialNotes }: NotesFormProps) {
  const { t } = useTranslation();
  const canWrite = useCan('notes.write');
  const [savedNotes, setSavedNotes] = useState(initialNotes);
  const [text, setText] = useState(initialNotes.text);
  const [otherNotes, setOtherNotes] = useState<Notes | null>(null);
  const [isConfirming, setConfirming] = useState(false);
  const formatError = useErrorMessage();
  const savedMessage = useTemporaryMessage('short');
  const saving = useMutation({
    mutationFn: (notes: Notes) => updateNotes(userId, notes),
    onSuccess: (newNotes) => {
      setSavedNotes(newNotes);
      setOtherNotes(null);
      savedMessage.show();
    },
    onError: async (error) => {
      if (!isConflict(error)) return;
      // If loading the notes also fails, the notice that saving failed remains.
      const currentNotes = await call(getNotes, { params: { userId } }).catch(() => null);
      if (currentNotes !== null) setOtherNotes(currentNotes);
    },
  });
  const save = (event: FormEvent) => {
    event.preventDefault();
    // A user who saves again has seen the other version, so it can be overwritten.
    const { version } = otherNotes ?? savedNotes;
    savedMessage.hide();
    saving.mutate({ text, ...(version !== undefined && { version }) });
  };
  const replaceWith = (notes: Notes) => {
    setSavedNotes(notes);
    setText(notes.text);
    setOtherNotes(null);
    setConfirming(false);
    savedMessage.hide();
    saving.reset();
  };
  return (
    <form className={classes['form']} onSubmit={save}>
      <UnsavedGuard isDirty={text !== savedNotes.text} />
      {saving.isError && otherNotes === null && (
        <Notice
          state="warning"
          isAlert
          title={formatError(saving.error, t('notes.updateFailed'))}
        />
      )}
      {otherNotes !== null && (
        <Notice
          state="warning"
          isAlert
          title={t('notes.stale')}
          detail={t('notes.staleDetail')}
          action={
            <Button variant="default" onClick={() => setConfirming(true)}>
              {t('notes.useTheirs')}
            </Button>
          }
        />
      )}
      <Textarea
        label={label}
        rows={ROWS}
        maxLength={20_000}
        readOnly={!canWrite}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      {otherNotes !== null && (
        <Stack gap="xs">
          <Text fw={600}>{t('notes.theirs')}</Text>
          <pre className={classes['otherNotes']}>{otherNotes.text}</pre>
        </Stack>
      )}
      {otherNotes !== null && (
        <ConfirmDialog
          isOpen={isConfirming}
          title={t('notes.useTheirsTitle')}
          text={t('notes.useTheirsText')}
          confirmLabel={t('notes.useTheirs')}
          isBusy={false}
          onConfirm={() => replaceWith(otherNotes)}
          onCancel={() => setConfirming(false)}
        />
      )}
      {canWrite && <SubmitRow buttonText={t('notes.save')} isBusy={saving.isPending} />}
      <div role="status">
        {savedMessage.isShown && <Notice state="ok" title={t('notes.updated')} />}
      </div>
    </form>
  );
}
