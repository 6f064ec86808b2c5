import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Logo } from '../../../components/logo.tsx';
import { readInterfaceSettings } from '../interface-settings.ts';
import classes from './interface-settings.module.css';

/** The longest time that the preloader is shown. */
const MAX_DURATION_MS = 2500;

/** Covers the first page until it is ready. */
export function Preloader({ isReady }: { readonly isReady: boolean }) {
  const { t } = useTranslation();
  const [isHidden, setHidden] = useState(() => !readInterfaceSettings().hasPreloader);
  useEffect(() => {
    const timer = setTimeout(() => setHidden(true), MAX_DURATION_MS);
    return () => clearTimeout(timer);
  }, []);
  // Shown only once: later pages show their own loading state.
  if (isReady && !isHidden) setHidden(true);
  if (isHidden) return null;
  return (
    <div data-screen-only className={classes['preloader']} role="status" aria-label={t('loading')}>
      <Logo size={48} />
    </div>
  );
}
