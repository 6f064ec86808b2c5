import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { BinLandscape } from '../../bin-picture/bin-landscape.tsx';
import { Logo } from '../../components/logo.tsx';
import { LanguageMenu } from './language-menu.tsx';
import classes from './public-layout.module.css';
import { useFocusOnNavigation } from './use-focus-on-navigation.ts';

export interface PublicLayoutProps {
  readonly title: string;
  readonly text: string;
  readonly children: ReactNode;
}

/** The layout of pages for visitors who are not signed in; it also sets the document title. */
export function PublicLayout({ title, text, children }: PublicLayoutProps) {
  const { t } = useTranslation();
  useFocusOnNavigation();
  useEffect(() => {
    document.title = `${title} · ${t('product')}`;
  }, [title, t]);
  return (
    <div className={classes['frame']}>
      <header className={classes['bar']}>
        <a href="/" className={classes['name']}>
          <Logo />
          {t('product')}
        </a>
        <LanguageMenu />
      </header>
      <main className={classes['main']}>
        <div>
          <h1 className={classes['title']} tabIndex={-1}>
            {title}
          </h1>
          <p className={classes['text']}>{text}</p>
        </div>
        {children}
      </main>
      <div className={classes['bins']}>
        <BinLandscape />
      </div>
      <footer className={classes['footer']}>{t('product')}</footer>
    </div>
  );
}
