import type { alertStates } from '@granary/contract/alerts/filters';
import { useTranslation } from 'react-i18next';
import { Notice } from '../../../components/notice.tsx';

type AlertState = (typeof alertStates)[number];

interface ListNoticesProps {
  readonly isEmpty: boolean;
  /** The state of the listed alerts. */
  readonly state: AlertState;
  /** Whether the filters might be hiding alerts. */
  readonly isFiltered: boolean;
  /** How many bins in the list have not been checked yet. */
  readonly uncheckedBinCount: number;
}

/** Explains why a list has no alerts, or that some might be missing. */
export function ListNotices({ isEmpty, state, isFiltered, uncheckedBinCount }: ListNoticesProps) {
  const { t } = useTranslation();
  if (uncheckedBinCount > 0) {
    return (
      <Notice
        title={t('alerts.checking', { count: uncheckedBinCount })}
        detail={t('alerts.checkingDetail')}
      />
    );
  }
  if (!isEmpty) return null;
  if (isFiltered) return <Notice title={t('alerts.none')} detail={t('alerts.noneMatch')} />;
  return (
    <Notice
      title={t(state === 'open' ? 'alerts.noneOpen' : 'alerts.none')}
      detail={t(state === 'closed' ? 'alerts.noneClosed' : 'alerts.noneDetail')}
    />
  );
}
