import { useTranslation } from 'react-i18next';
import classes from './end-of-list.module.css';

/** Tells, at the bottom right, that there is no further record. */
export function EndHint({ isShown }: { readonly isShown: boolean }) {
  const { t } = useTranslation();
  return (
    <div role="status" className={classes['place']}>
      {isShown && <p className={classes['hint']}>{t('records.end')}</p>}
    </div>
  );
}
