import type { Alert } from '@granary/contract/alerts/http';
import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { lazy, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { describeAlert } from '../../../bin-data/describe-alert.ts';
import { ContactLinks } from '../../../components/contact-links.tsx';
import { LoadWhenOpen } from '../../../components/load-when-open.tsx';
import { Notice } from '../../../components/notice.tsx';
import { StateIcon } from '../../../components/state/state-icon.tsx';
import { useNow } from '../../../lib/clock.ts';
import { focusOnMount } from '../../../lib/focus-new.ts';
import { useLiveState } from '../../../lib/live-client.ts';
import { useCan } from '../../../lib/use-can.ts';
import { useErrorMessage } from '../../../lib/use-error-message.ts';
import { useFormat } from '../../../lib/use-format.ts';
import { useAcknowledgeAlert } from '../api/get-alerts.ts';
import classes from './alert-row.module.css';

const AcknowledgeDialog = lazy(async () => ({
  default: (await import('./acknowledge-dialog.tsx')).AcknowledgeDialog,
}));

export interface AlertRowProps {
  readonly alert: Alert;
  /** Whether the bin, farm and owner are named; false on the bin's own page. */
  readonly isPlaceShown: boolean;
}

/** An alert: what is wrong, where, since when, and what was done. */
export function AlertRow({ alert, isPlaceShown }: AlertRowProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const now = useNow();
  const { rule, severity, since, closedAt } = alert;
  const detail = describeAlert(alert, { t, format });
  return (
    <article className={classes['alert']} data-closed={closedAt !== null}>
      <span className={classes['shape']}>
        <StateIcon state={closedAt === null ? severity : 'ok'} size={20} />
      </span>
      <div className={classes['text']}>
        <h3 className={classes['title']}>
          {t(`alerts.rules.${rule}`)}
          <span className={classes['severity']}>
            {closedAt === null ? t(`states.${severity}`) : t('alerts.closed')}
          </span>
        </h3>
        {detail !== '' && <p className={classes['value']}>{detail}</p>}
        {isPlaceShown && <Place alert={alert} />}
        <p className={classes['detail']}>
          <time dateTime={new Date(since).toISOString()}>
            {t(rule === 'hot-spot' ? 'alerts.alertSince' : 'alerts.since', {
              time: format.dateTime(since, now),
              ago: format.ago(since, now),
            })}
          </time>
          {closedAt !== null &&
            ` · ${t('alerts.closedAt', { time: format.dateTime(closedAt, now) })}`}
        </p>
        <RecommendedAction alert={alert} />
        <AlertResponse alert={alert} />
      </div>
    </article>
  );
}

/** Shows what to do about an open alert for a cable or sensor without data. */
function RecommendedAction({ alert: { rule, closedAt, binId } }: Pick<AlertRowProps, 'alert'>) {
  const { t } = useTranslation();
  const canRemoveCables = useCan('bin.install');
  if (closedAt !== null || (rule !== 'cable-no-data' && rule !== 'sensor-no-data')) return null;
  return (
    <p className={classes['detail']}>
      {t(`alerts.actions.${rule}`)}{' '}
      {rule === 'sensor-no-data' && (
        <Link to="/binsensor/$id/cables" params={{ id: binId }}>
          {t('alerts.cables')}
        </Link>
      )}
      {rule === 'cable-no-data' && canRemoveCables && (
        <Link to="/binsensor/$id/edit" params={{ id: binId }}>
          {t('alerts.settings')}
        </Link>
      )}
    </p>
  );
}

/** Links to the bin and names its farm; for staff, also shows the owner's name and contact details. */
function Place({ alert }: Pick<AlertRowProps, 'alert'>) {
  const canListCustomers = useCan('customers.list');
  const { binId, binName, farmName, ownerName, ownerPhone, ownerEmail } = alert;
  return (
    <>
      <p className={classes['detail']}>
        <Link className={classes['bin'] ?? ''} to="/binsensor/$id" params={{ id: binId }}>
          {binName}
        </Link>
        {` · ${farmName}`}
        {canListCustomers && ` · ${ownerName}`}
      </p>
      {canListCustomers && <ContactLinks phone={ownerPhone} email={ownerEmail} />}
    </>
  );
}

/** Shows who acknowledged the alert and when, or buttons to acknowledge it with or without a note. */
function AlertResponse({ alert }: Pick<AlertRowProps, 'alert'>) {
  const { t } = useTranslation();
  const format = useFormat();
  const now = useNow();
  const canAcknowledge = useCan('alerts.write');
  const isOffline = useLiveState().kind === 'offline';
  const formatError = useErrorMessage();
  const acknowledge = useAcknowledgeAlert();
  const [isAddingNote, setAddingNote] = useState(false);
  const { acknowledgedAt, acknowledgedBy, note, closedAt } = alert;
  if (acknowledgedAt !== null) {
    // The button that had the focus is no longer rendered, so this text gets the focus.
    const isAcknowledgedHere = acknowledge.isPending || acknowledge.isSuccess;
    return (
      <p className={classes['detail']} tabIndex={-1} ref={isAcknowledgedHere ? focusOnMount : null}>
        {t('alerts.acknowledgedBy', {
          name: acknowledgedBy ?? '–',
          time: format.dateTime(acknowledgedAt, now),
        })}
        {note !== '' && <span className={classes['note']}>{note}</span>}
      </p>
    );
  }
  if (closedAt !== null || !canAcknowledge) return null;
  const names = { rule: t(`alerts.rules.${alert.rule}`), bin: alert.binName };
  return (
    <>
      {acknowledge.isError && !isAddingNote && (
        <Notice state="warning" isAlert title={formatError(acknowledge.error)} />
      )}
      <div className={classes['buttons']}>
        <Button
          variant="default"
          disabled={isOffline}
          loading={acknowledge.isPending}
          onClick={() => acknowledge.mutate({ id: alert.id, note: '' })}
          aria-label={t('alerts.acknowledgeOf', names)}
        >
          {t('alerts.acknowledge')}
        </Button>
        <Button
          variant="subtle"
          color="ink"
          disabled={isOffline}
          onClick={() => setAddingNote(true)}
          aria-label={t('alerts.withNoteOf', names)}
        >
          {t('alerts.withNote')}
        </Button>
      </div>
      <LoadWhenOpen isOpen={isAddingNote}>
        {(isOpen) => (
          <AcknowledgeDialog
            alert={alert}
            acknowledge={acknowledge}
            isOpen={isOpen}
            onClose={() => setAddingNote(false)}
          />
        )}
      </LoadWhenOpen>
    </>
  );
}
