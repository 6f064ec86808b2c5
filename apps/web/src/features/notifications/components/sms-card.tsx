import type { SmsNumber } from '@granary/contract/notifications/sms';
import { Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LoadingBlocks } from '../../../components/loading-blocks.tsx';
import { Notice } from '../../../components/notice.tsx';
import { QueryContent } from '../../../components/query-content.tsx';
import { SingleFieldForm } from '../../../components/single-field-form.tsx';
import { useLiveState } from '../../../lib/live-client.ts';
import { useErrorMessage } from '../../../lib/use-error-message.ts';
import {
  smsNumberQuery,
  useConfirmSmsNumber,
  useRemoveSmsNumber,
  useSendSmsCode,
} from '../api/sms-number.ts';
import classes from './push-card.module.css';

export interface SmsCardProps {
  /** Whether text messages are on in the saved profile. */
  readonly isOnInProfile: boolean;
}

/** The phone number for text messages, and the code that confirms it. */
export function SmsCard({ isOnInProfile }: SmsCardProps) {
  const { t } = useTranslation();
  const query = useQuery(smsNumberQuery);
  return (
    <section className={classes['card']}>
      <h2 className={classes['heading']}>{t('sms.title')}</h2>
      <QueryContent
        query={query}
        loadingContent={<LoadingBlocks count={1} height={44} />}
        errorTitle={t('sms.failed')}
      >
        {(sms) => <Status sms={sms} isOnInProfile={isOnInProfile} />}
      </QueryContent>
    </section>
  );
}

function Status({ sms, isOnInProfile }: SmsCardProps & { readonly sms: SmsNumber }) {
  const { t } = useTranslation();
  const [isChanging, setChanging] = useState(false);
  if (!sms.isAvailable) {
    return (
      <Notice state="unknown" title={t('sms.unavailable')} detail={t('sms.unavailableDetail')} />
    );
  }
  return (
    <>
      {sms.number !== null && !isOnInProfile && (
        <Notice
          state="warning"
          title={t('sms.offInProfile')}
          detail={t('sms.offInProfileDetail')}
        />
      )}
      <Text>
        {sms.number === null ? t('sms.none') : t('sms.confirmed', { number: sms.number })}
      </Text>
      {sms.newNumber !== null && <CodeForm number={sms.newNumber} />}
      {sms.number === null || isChanging || sms.newNumber !== null ? (
        <NumberForm onSent={() => setChanging(false)} />
      ) : (
        <Buttons onChange={() => setChanging(true)} />
      )}
    </>
  );
}

/** Asks for a number, and sends a code to it. */
function NumberForm({ onSent }: { readonly onSent: () => void }) {
  const { t } = useTranslation();
  const sendCode = useSendSmsCode();
  return (
    <SingleFieldForm
      field="number"
      label={t('sms.number')}
      description={t('sms.numberHint')}
      buttonText={t('sms.send')}
      inputProps={{ type: 'tel', autoComplete: 'tel', maxLength: 40 }}
      saving={sendCode}
      onSaved={onSent}
    />
  );
}

function CodeForm({ number }: { readonly number: string }) {
  const { t } = useTranslation();
  return (
    <SingleFieldForm
      field="code"
      label={t('sms.code', { number })}
      description={t('sms.codeHint')}
      buttonText={t('sms.confirm')}
      inputProps={{ inputMode: 'numeric', autoComplete: 'one-time-code', maxLength: 20 }}
      saving={useConfirmSmsNumber()}
    />
  );
}

function Buttons({ onChange }: { readonly onChange: () => void }) {
  const { t } = useTranslation();
  const isOffline = useLiveState().kind === 'offline';
  const formatError = useErrorMessage();
  const removeNumber = useRemoveSmsNumber();
  return (
    <>
      {removeNumber.isError && (
        <Notice state="warning" isAlert title={formatError(removeNumber.error)} />
      )}
      <Group>
        <Button variant="default" onClick={onChange}>
          {t('sms.change')}
        </Button>
        <Button
          variant="default"
          disabled={isOffline}
          loading={removeNumber.isPending}
          onClick={() => removeNumber.mutate(undefined)}
        >
          {t('sms.remove')}
        </Button>
      </Group>
    </>
  );
}
