import { LANGUAGES } from '@granary/contract/accounts/http';
import { type ContactChannel, contactSeverities } from '@granary/domain/farm-contacts/farm-contact';
import { Button, Group, NativeSelect, Stack, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Notice } from '../../../components/notice.tsx';
import { focusFirstInvalid, showFieldErrors } from '../../../lib/field-errors.ts';
import { languageNames } from '../../../lib/i18n.ts';
import { useLiveState } from '../../../lib/live-client.ts';
import { useErrorMessage } from '../../../lib/use-error-message.ts';
import { useForm } from '../../../lib/use-form.ts';
import { type NewContact, useAddContact } from '../api/farm-contacts.ts';

export interface AddContactFormProps {
  readonly farmId: number;
  /** The channels to choose from; at least one. */
  readonly channels: readonly ContactChannel[];
}

const FIELDS = ['name', 'channel', 'address', 'minSeverity', 'language'] as const;
const fieldByWireName = {
  name: 'name',
  channel: 'channel',
  address: 'address',
  min_severity: 'minSeverity',
  language: 'language',
} as const;

/** Adds a contact, and sends them a code. */
export function AddContactForm({ farmId, channels }: AddContactFormProps) {
  const { t, i18n } = useTranslation();
  const addContact = useAddContact(farmId);
  const isOffline = useLiveState().kind === 'offline';
  const formatError = useErrorMessage();
  const requireText = (text: string) => (text.trim() === '' ? t('sms.required') : null);
  const form = useForm<NewContact>({
    initialValues: {
      name: '',
      channel: channels[0] ?? 'mail',
      address: '',
      minSeverity: 'critical',
      language: LANGUAGES.find((language) => language === i18n.language) ?? 'en',
    },
    validate: { name: requireText, address: requireText },
  });
  const { channel } = form.values;
  const submit = (contact: NewContact) =>
    addContact.mutate(
      { ...contact, minSeverity: channel === 'sms' ? 'critical' : contact.minSeverity },
      {
        onSuccess: () => form.reset(),
        onError: (error) => showFieldErrors(form, error, fieldByWireName, FIELDS),
      },
    );
  const hasFormError = addContact.isError && Object.keys(form.errors).length === 0;
  return (
    <form
      noValidate
      aria-label={t('farmContacts.add')}
      onSubmit={form.onSubmit(submit, (errors) => focusFirstInvalid(form, errors, FIELDS))}
    >
      <Stack gap="sm">
        {hasFormError && <Notice state="warning" isAlert title={formatError(addContact.error)} />}
        <TextInput
          label={t('farmContacts.name')}
          required
          maxLength={100}
          autoComplete="off"
          {...form.getInputProps('name')}
        />
        <NativeSelect
          label={t('farmContacts.channel')}
          data={channels.map((value) => ({ value, label: t(`farmContacts.channels.${value}`) }))}
          {...form.getInputProps('channel')}
        />
        <TextInput
          label={t(`farmContacts.addresses.${channel}`)}
          description={channel === 'sms' ? t('farmContacts.numberHint') : null}
          type={channel === 'sms' ? 'tel' : 'email'}
          required
          maxLength={254}
          autoComplete="off"
          {...form.getInputProps('address')}
        />
        {channel === 'mail' && (
          <NativeSelect
            label={t('farmContacts.severity')}
            data={contactSeverities.map((value) => ({
              value,
              label: t(`farmContacts.severities.${value}`),
            }))}
            {...form.getInputProps('minSeverity')}
          />
        )}
        <NativeSelect
          label={t('farmContacts.language')}
          data={LANGUAGES.map((value) => ({ value, label: languageNames[value] }))}
          {...form.getInputProps('language')}
        />
        <Group>
          <Button type="submit" disabled={isOffline} loading={addContact.isPending}>
            {t('farmContacts.submit')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
