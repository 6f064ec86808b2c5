import { ENTRY_CO2_ENDS_BELOW } from '@granary/domain/alerts/alert-end';
import { ENTRY_CO2_LIMIT, entryRules } from '@granary/domain/alerts/bin-entry';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { CollapsibleNotice } from '../../../components/collapsible-notice.tsx';
import { Notice } from '../../../components/notice.tsx';
import { useFormat } from '../../../lib/use-format.ts';
import { binAlertsQuery } from '../api/get-alerts.ts';
import classes from './alert-row.module.css';

const steps = ['lockOut', 'measure', 'harness', 'watch'] as const;

interface BinEntryNoticeProps {
  readonly binId: number;
  /** The page of the bin. */
  readonly children: ReactNode;
}

/**
 * If an alert forbids entry, shows above the bin page why nobody may enter the bin. Otherwise, shows below
 * the page what to do before entering. No reading makes entry safe, so there is a notice even without an
 * alert.
 */
export function BinEntryNotice({ binId, children }: BinEntryNoticeProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const { data: alerts = [] } = useQuery(binAlertsQuery(binId));
  const reasons = entryRules.filter((rule) => alerts.some((alert) => alert.rule === rule));
  const mustNotEnter = reasons.length > 0;
  const formatPpm = (value: number) => t('units.ppm', { value: format.number(value, 0) });
  const limits = { limit: formatPpm(ENTRY_CO2_LIMIT), end: formatPpm(ENTRY_CO2_ENDS_BELOW) };
  // The children stay in place, so that nothing typed there is lost when an alert opens or ends.
  return (
    <>
      {mustNotEnter && (
        <Notice
          state="critical"
          isAlert
          title={t('binEntry.title')}
          detail={[
            ...reasons.map((rule) => t(`binEntry.reasons.${rule}`, limits)),
            t('binEntry.line'),
          ].join(' ')}
        />
      )}
      {children}
      {!mustNotEnter && (
        <CollapsibleNotice title={t('binEntry.line')} action={<EntrySteps />} otherNotices={[]} />
      )}
    </>
  );
}

function EntrySteps() {
  const { t } = useTranslation();
  return (
    <>
      <ul className={classes['steps']}>
        {steps.map((step) => (
          <li key={step}>{t(`binEntry.steps.${step}`)}</li>
        ))}
      </ul>
      <p className={classes['detail']}>{t('binEntry.source')}</p>
    </>
  );
}
