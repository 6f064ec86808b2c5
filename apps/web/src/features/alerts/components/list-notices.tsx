import { useTranslation } from 'react-i18next';
import { Notice } from '../../../components/notice.tsx';

interface ListNoticesProps {
  readonly isEmpty: boolean;
  /** Whether the list has all open alerts; otherwise filters may hide some. */
  readonly isOpenOnly: boolean;
  /** How many bins of the list are still to be checked. */
  readonly uncheckedBins: number;
}

/** Explains why a list has no alerts, or may lack some. */
export function ListNotices({ isEmpty, isOpenOnly, uncheckedBins }: ListNoticesProps) {
  const { t } = useTranslation();
  if (uncheckedBins > 0) {
    return (
      <Notice
        title={t('alerts.checking', { count: uncheckedBins })}
        detail={t('alerts.checkingDetail')}
      />
    );
  }
  if (!isEmpty) return null;
  return (
    <Notice
      title={isOpenOnly ? t('alerts.noneOpen') : t('alerts.none')}
      detail={t(isOpenOnly ? 'alerts.noneDetail' : 'alerts.noneMatch')}
    />
  );
}
