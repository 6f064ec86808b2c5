import { SECOND } from '@granary/domain/units';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './end-hint.module.css';

/** How long the hint stays, ms. */
const SHOWN_FOR = 2 * SECOND;

/** Whether the hint is shown; each call of `show` begins its time anew. */
export function useEndHint() {
  const [shown, setShown] = useState(0);
  useEffect(() => {
    if (shown === 0) return;
    const timer = setTimeout(() => setShown(0), SHOWN_FOR);
    return () => clearTimeout(timer);
  }, [shown]);
  return { isShown: shown > 0, show: () => setShown((before) => before + 1) };
}

/** Tells, at the bottom right, that there is no further record. */
export function EndHint({ isShown }: { readonly isShown: boolean }) {
  const { t } = useTranslation();
  return (
    <div role="status" className={classes['place']}>
      {isShown && <p className={classes['hint']}>{t('records.end')}</p>}
    </div>
  );
}
