import type { TwoFactorStatus } from '@granary/contract/accounts/security';
import { Button, Group, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LoadingBlocks } from '../../../components/loading-blocks.tsx';
import { Notice } from '../../../components/notice.tsx';
import { QueryContent } from '../../../components/query-content.tsx';
import { useLiveState } from '../../../lib/live-client.ts';
import { twoFactorQuery } from '../api/two-factor.ts';
import classes from './account-form.module.css';
import { type TwoFactorAction, TwoFactorDialog } from './two-factor-dialog.tsx';

/** Turns two-factor sign-in on and off. */
export function TwoFactorCard() {
  const { t } = useTranslation();
  const client = useQueryClient();
  const query = useQuery(twoFactorQuery);
  const [action, setAction] = useState<TwoFactorAction | null>(null);
  const close = () => {
    setAction(null);
    void client.invalidateQueries(twoFactorQuery);
  };
  return (
    <section className={classes['card']}>
      <h2 className={classes['heading']}>{t('twoFactor.title')}</h2>
      <QueryContent
        query={query}
        loadingContent={<LoadingBlocks count={1} height={44} />}
        errorTitle={t('twoFactor.failed')}
      >
        {(status) => <Status status={status} onAction={setAction} />}
      </QueryContent>
      {action !== null && <TwoFactorDialog action={action} onClose={close} />}
    </section>
  );
}

interface StatusProps {
  readonly status: TwoFactorStatus;
  readonly onAction: (newAction: TwoFactorAction) => void;
}

function Status({ status, onAction }: StatusProps) {
  const { t } = useTranslation();
  const isOffline = useLiveState().kind === 'offline';
  const { isEnabled, isRequired, recoveryCodesLeft: count } = status;
  if (!isEnabled) {
    return (
      <>
        {isRequired && <Notice state="warning" isAlert title={t('twoFactor.required')} />}
        <Text>{t('twoFactor.off')}</Text>
        <Group>
          <Button disabled={isOffline} onClick={() => onAction('turn-on')}>
            {t('twoFactor.turnOn')}
          </Button>
        </Group>
      </>
    );
  }
  return (
    <>
      <Text>
        {t('twoFactor.on')} {t('twoFactor.codesLeft', { count })}
      </Text>
      <Group>
        <Button variant="default" disabled={isOffline} onClick={() => onAction('new-codes')}>
          {t('twoFactor.newCodes')}
        </Button>
        {!isRequired && (
          <Button variant="default" disabled={isOffline} onClick={() => onAction('turn-off')}>
            {t('twoFactor.turnOff')}
          </Button>
        )}
      </Group>
    </>
  );
}
