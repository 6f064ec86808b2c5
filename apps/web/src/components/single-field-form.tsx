import { Button, Group, TextInput, type TextInputProps } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { UseMutationResult } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { focusFirstInvalid, showFieldErrors } from '../lib/field-errors.ts';
import { useLiveState } from '../lib/live-client.ts';
import { useErrorMessage } from '../lib/use-error-message.ts';
import { Notice } from './notice.tsx';

export interface SingleFieldFormProps {
  /** Wire name. */
  readonly field: string;
  readonly label: string;
  readonly description: string;
  readonly buttonText: string;
  readonly inputProps: Pick<TextInputProps, 'type' | 'inputMode' | 'autoComplete' | 'maxLength'>;
  readonly saving: UseMutationResult<unknown, Error, string>;
  readonly onSaved?: () => void;
}

/** A form with one required text field and a button; also shows the server's error. */
export function SingleFieldForm(props: SingleFieldFormProps) {
  const { field, label, description, buttonText, inputProps, saving, onSaved } = props;
  const { t } = useTranslation();
  const isOffline = useLiveState().kind === 'offline';
  const formatError = useErrorMessage();
  const form = useForm({
    initialValues: { text: '' },
    validate: { text: (text) => (text.trim() === '' ? t('sms.required') : null) },
  });
  const submit = ({ text }: typeof form.values) =>
    saving.mutate(text, {
      onSuccess: () => {
        form.reset();
        onSaved?.();
      },
      onError: (error) => showFieldErrors(form, error, { [field]: 'text' }, ['text']),
    });
  const hasFormError = saving.isError && Object.keys(form.errors).length === 0;
  return (
    <form
      noValidate
      onSubmit={form.onSubmit(submit, (errors) => focusFirstInvalid(form, errors, ['text']))}
    >
      {hasFormError && <Notice state="warning" isAlert title={formatError(saving.error)} />}
      <TextInput
        label={label}
        description={description}
        required
        {...inputProps}
        {...form.getInputProps('text')}
      />
      <Group mt="sm">
        <Button type="submit" disabled={isOffline} loading={saving.isPending}>
          {buttonText}
        </Button>
      </Group>
    </form>
  );
}
