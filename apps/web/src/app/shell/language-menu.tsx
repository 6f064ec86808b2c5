import { LANGUAGES, type Language } from '@granary/contract/accounts/http';
import { Button, Menu } from '@mantine/core';
import { IconChevronDown, IconWorld } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { chooseLanguage, languageNames } from '../../lib/i18n.ts';
import classes from './top-bar.module.css';

/** Switches the language; each is named in itself. */
export function LanguageMenu() {
  const { t, i18n } = useTranslation();
  const current = i18n.language as Language;
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button
          variant="subtle"
          color="ink"
          className={classes['control'] ?? ''}
          aria-label={t('shell.language', { name: languageNames[current] })}
        >
          <IconWorld size={20} aria-hidden />
          <span className={classes['wide']}>{languageNames[current]}</span>
          <IconChevronDown size={16} aria-hidden className={classes['wide']} />
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.RadioGroup
          value={current}
          onChange={(language) => void chooseLanguage(language as Language)}
        >
          {LANGUAGES.map((language) => (
            <Menu.RadioItem
              key={language}
              value={language}
              lang={language}
              className={classes['item'] ?? ''}
            >
              {languageNames[language]}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </Menu>
  );
}
