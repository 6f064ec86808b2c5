import { type CustomerDetails, LANGUAGES } from '@granary/contract/accounts/http';
import { Button, Group, NativeSelect, Stack, Switch, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../../components/dialog.tsx';
import { ErrorState } from '../../../components/error-state.tsx';
import { LoadingBlocks } from '../../../components/loading-blocks.tsx';
import { MessageDialog } from '../../../components/message-dialog.tsx';
import { makeFieldRules } from '../../../lib/edit.ts';
import { focusFirstInvalid, toFieldErrors } from '../../../lib/field-errors.ts';
import { focusOnMount } from '../../../lib/focus-new.ts';
import { languageNames } from '../../../lib/i18n.ts';
import { useLiveState } from '../../../lib/live-client.ts';
import { useEdit } from '../../../lib/use-edit.ts';
import { useForm } from '../../../lib/use-form.ts';
import { customerDetailsQuery } from '../api/customer-details.ts';
import { useUpdateCustomerDetails } from '../api/manage-users.ts';
import { isValidPhone } from '../contact-validation.ts';
import type { NamedUser } from './delete-user-dialog.tsx';
import { StaleFieldsNotice } from './stale-fields-notice.tsx';

export interface EditCustomerDialogProps {
  readonly customer: NamedUser;
  readonly onClose: () => void;
}

/**
 * Edits a customer's name, phone number, language and escalation setting. Render the dialog only while it is
 * open.
 */
export function EditCustomerDialog({ customer, onClose }: EditCustomerDialogProps) {
  const { t } = useTranslation();
  const query = useQuery(customerDetailsQuery(customer.id));
  const [isDone, setDone] = useState(false);
  const title = t('correctCustomer.title', { name: customer.name });
  if (isDone) {
    return <MessageDialog title={title} text={t('correctCustomer.done')} onClose={onClose} />;
  }
  return (
    <Dialog onClose={onClose} title={title}>
      {query.data !== undefined ? (
        <EditCustomerForm
          userId={customer.id}
          initialDetails={query.data}
          onSaved={() => setDone(true)}
          onClose={onClose}
        />
      ) : query.isError ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <LoadingBlocks count={4} height={44} />
      )}
    </Dialog>
  );
}

type Values = Omit<CustomerDetails, 'version'>;
type Field = keyof Values;

const fieldByWireName: Readonly<Record<string, Field>> = {
  first_name: 'firstName',
  last_name: 'lastName',
  phone: 'phone',
  language: 'language',
  enable_escalation: 'escalates',
};
const fieldOrder: readonly Field[] = Object.values(fieldByWireName);

const fieldLabels = {
  firstName: 'person.firstName',
  lastName: 'person.lastName',
  phone: 'person.phone',
  language: 'profile.language',
  escalates: 'correctCustomer.escalates',
} as const satisfies Record<Field, string>;

function toValues({ firstName, lastName, phone, language, escalates }: CustomerDetails): Values {
  return { firstName, lastName, phone, language, escalates };
}

function formatField(currentValues: Values, field: Field, t: TFunction): string {
  return t('profile.staleField', {
    value: formatValue(currentValues, field, t) || t('profile.empty'),
  });
}

function formatValue(latestValues: Values, field: Field, t: TFunction): string {
  if (field === 'escalates') return t(latestValues.escalates ? 'profile.on' : 'profile.off');
  return field === 'language' ? languageNames[latestValues.language] : latestValues[field];
}

interface FormProps {
  readonly userId: number;
  /** The details when the dialog opened. */
  readonly initialDetails: CustomerDetails;
  readonly onSaved: () => void;
  readonly onClose: () => void;
}

/** Edits the details. Input is preserved if saving fails, and other users' edits are shown. */
function EditCustomerForm({ userId, initialDetails, onSaved, onClose }: FormProps) {
  const { t } = useTranslation();
  const isOffline = useLiveState().kind === 'offline';
  const { form, edit, focusInvalid } = useCustomerEdit(userId, initialDetails);
  const { changes, saving, save } = edit;
  const isStale = changes.length > 0;
  const hasFormError = saving.isError && !isStale && Object.keys(form.errors).length === 0;
  return (
    <form noValidate onSubmit={form.onSubmit((values) => save(values, onSaved), focusInvalid)}>
      <Stack>
        {hasFormError && <ErrorState error={saving.error} />}
        {isStale && <StaleFieldsNotice names={changes.map((field) => t(fieldLabels[field]))} />}
        {(['firstName', 'lastName', 'phone'] as const).map((field) => (
          <TextInput
            key={field}
            label={t(fieldLabels[field])}
            withAsterisk={field !== 'phone'}
            aria-required={field !== 'phone'}
            maxLength={field === 'phone' ? 30 : 100}
            autoComplete="off"
            {...(field === 'firstName' && { ref: focusOnMount })}
            {...(field === 'phone' && { type: 'tel', inputMode: 'tel' })}
            {...form.getInputProps(field)}
          />
        ))}
        <NativeSelect
          label={t('profile.language')}
          description={t('correctCustomer.languageHint')}
          data={LANGUAGES.map((value) => ({ value, label: languageNames[value] }))}
          {...form.getInputProps('language')}
        />
        <Switch
          label={t('correctCustomer.escalates')}
          description={t('correctCustomer.escalatesHint')}
          {...form.getInputProps('escalates', { type: 'checkbox' })}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button type="submit" loading={saving.isPending} disabled={isOffline || !form.isDirty()}>
            {t('profile.save')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function useCustomerEdit(userId: number, initialDetails: CustomerDetails) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const updateDetails = useUpdateCustomerDetails(userId);
  const requireText = (text: string) => (text.trim() === '' ? t('person.required') : null);
  const form = useForm<Values>({
    initialValues: toValues(initialDetails),
    validate: {
      firstName: requireText,
      lastName: requireText,
      phone: (phone) => (isValidPhone(phone) ? null : t('person.phoneInvalid')),
    },
  });
  const rules = makeFieldRules<CustomerDetails, Values>(
    fieldOrder,
    toValues,
    (latestValues, field) => formatField(latestValues, field, t),
  );
  const focusInvalid = (errors: Readonly<Record<string, unknown>>) =>
    focusFirstInvalid(form, errors, fieldOrder);
  const edit = useEdit({
    form,
    rules,
    base: useState(initialDetails),
    watchedKey: customerDetailsQuery(userId).queryKey,
    mustShowChanges: (typed, base, latest) =>
      Object.keys(rules.findConflicts(typed, base, latest)).length > 0,
    send: (values: Values, { version }: CustomerDetails) =>
      updateDetails.mutateAsync({ ...values, version }),
    toEntity: (saved: CustomerDetails) => saved,
    reload: () => client.fetchQuery(customerDetailsQuery(userId)),
    toFieldErrors: (error) => toFieldErrors(error, fieldByWireName),
    focus: focusInvalid,
  });
  return { form, edit, focusInvalid };
}
