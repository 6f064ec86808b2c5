import type { FarmContact } from '@granary/contract/farm-contacts/http';
import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { Notice } from '../../../components/notice.tsx';
import { SingleFieldForm } from '../../../components/single-field-form.tsx';
import { useNow } from '../../../lib/clock.ts';
import { useLiveState } from '../../../lib/live-client.ts';
import { useErrorMessage } from '../../../lib/use-error-message.ts';
import { useFormat } from '../../../lib/use-format.ts';
import { useConfirmContact, useRemoveContact, useSendContactCode } from '../api/farm-contacts.ts';
import classes from './farm-contacts.module.css';

export interface ContactRowProps {
  readonly farmId: number;
  readonly contact: FarmContact;
}

/** A farm contact, with their state and actions. */
export function ContactRow({ farmId, contact }: ContactRowProps) {
  const { t } = useTranslation();
  const { name, channel, address, minSeverity, state, refusedAt } = contact;
  const isRefused = state === 'confirmed' && refusedAt !== null;
  const facts = [
    ...(isRefused ? [] : [t(`farmContacts.states.${state}`)]),
    `${t(`farmContacts.channels.${channel}`)}: ${address}`,
    t(`farmContacts.severities.${minSeverity}`),
  ];
  return (
    <>
      <p className={classes['name']}>{name}</p>
      <p className={classes['detail']}>{facts.join(' · ')}</p>
      {state !== 'opted-out' && <DeliveryWarnings contact={contact} />}
      {state === 'waiting' && <CodeForm farmId={farmId} contact={contact} />}
      <ContactActions farmId={farmId} contact={contact} />
    </>
  );
}

/** Warns if messages fail to reach a contact. */
function DeliveryWarnings({
  contact: { failingSince, refusedAt },
}: Pick<ContactRowProps, 'contact'>) {
  const { t } = useTranslation();
  const format = useFormat();
  const now = useNow();
  return (
    <>
      {failingSince !== null && (
        <Notice
          state="warning"
          title={t('channels.failing', { time: format.ago(failingSince, now, 'long') })}
          detail={t('channels.failingDetail')}
        />
      )}
      {refusedAt !== null && (
        <Notice
          state="warning"
          title={t('channels.refused', { time: format.ago(refusedAt, now, 'long') })}
          detail={t('farmContacts.refused')}
        />
      )}
    </>
  );
}

function CodeForm({ farmId, contact: { id, name } }: ContactRowProps) {
  const { t } = useTranslation();
  return (
    <SingleFieldForm
      field="code"
      label={t('farmContacts.code', { name })}
      description={t('farmContacts.codeHint')}
      buttonText={t('farmContacts.confirm', { name })}
      inputProps={{ inputMode: 'numeric', autoComplete: 'off', maxLength: 20 }}
      saving={useConfirmContact(farmId, id)}
    />
  );
}

function ContactActions({ farmId, contact: { id, name, state } }: ContactRowProps) {
  const { t } = useTranslation();
  const isOffline = useLiveState().kind === 'offline';
  const formatError = useErrorMessage();
  const sendCode = useSendContactCode(farmId);
  const removeContact = useRemoveContact(farmId);
  const [isConfirmingRemoval, setConfirmingRemoval] = useState(false);
  const error = sendCode.error ?? removeContact.error;
  return (
    <>
      {error !== null && <Notice state="warning" isAlert title={formatError(error)} />}
      <Group mt="sm">
        {state === 'waiting' && (
          <Button
            variant="default"
            disabled={isOffline}
            loading={sendCode.isPending}
            aria-label={t('farmContacts.againOf', { name })}
            onClick={() => sendCode.mutate(id)}
          >
            {t('farmContacts.again')}
          </Button>
        )}
        <Button
          variant="default"
          disabled={isOffline}
          aria-label={t('farmContacts.removeOf', { name })}
          onClick={() => setConfirmingRemoval(true)}
        >
          {t('farmContacts.remove')}
        </Button>
      </Group>
      <ConfirmDialog
        isOpen={isConfirmingRemoval}
        title={t('farmContacts.removeTitle')}
        text={t('farmContacts.removeText', { name })}
        confirmLabel={t('farmContacts.remove')}
        isBusy={removeContact.isPending}
        onConfirm={() => removeContact.mutate(id, { onSettled: () => setConfirmingRemoval(false) })}
        onCancel={() => setConfirmingRemoval(false)}
      />
    </>
  );
}
