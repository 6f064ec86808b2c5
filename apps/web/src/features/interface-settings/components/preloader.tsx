import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Logo } from '../../../components/logo.tsx';
import { useInterfaceSettings } from '../interface-settings.ts';
import classes from './interface-settings.module.css';

/** Longer than this, ms, it hides nothing. */
const LONGEST = 2500;

/** Stands before the first page until that is ready. */
export function Preloader({ isReady }: { readonly isReady: boolean }) {
  const { t } = useTranslation();
  const [{ hasPreloader }] = useInterfaceSettings();
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setOver(true), LONGEST);
    return () => clearTimeout(timer);
  }, []);
  // What is ready once stays so: later pages show their own loading.
  if (isReady && !isOver) setOver(true);
  if (!hasPreloader || isOver) return null;
  return (
    <div className={classes['preloader']} role="status" aria-label={t('loading')}>
      <Logo size={48} />
    </div>
  );
}
