import { useTranslation } from 'react-i18next';
import { StateShape } from '../../../components/state/state-shape.tsx';
import classes from './frame-table.module.css';

/** Why a frame was not read. */
export function RejectionReason({ reason }: { readonly reason: string }) {
  const { t } = useTranslation();
  return (
    <span className={classes['reason']}>
      <StateShape state="warning" size={16} />
      <span>
        {t('rawData.reason')}: {reason}
      </span>
    </span>
  );
}
