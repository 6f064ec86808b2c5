import { LANGUAGES, type Language } from '@granary/contract/accounts/http';
import { IconChevronDown, IconWorld } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { chooseLanguage, languageNames } from '../../lib/i18n.ts';
import classes from './language-menu.module.css';

/** Switches the language; each is named in itself. */
export function LanguageMenu() {
  const { t, i18n } = useTranslation();
  return (
    <span className={classes['control']}>
      <IconWorld size={20} aria-hidden />
      <select
        className={classes['select']}
        aria-label={t('shell.language')}
        value={i18n.language}
        onChange={(event) => void chooseLanguage(event.currentTarget.value as Language)}
      >
        {LANGUAGES.map((language) => (
          <option key={language} value={language} lang={language}>
            {languageNames[language]}
          </option>
        ))}
      </select>
      <IconChevronDown size={16} aria-hidden className={classes['arrow']} />
    </span>
  );
}
