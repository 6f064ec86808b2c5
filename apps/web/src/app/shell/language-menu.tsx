import { LANGUAGES, type Language } from '@granary/contract/accounts/http';
import { IconChevronDown, IconWorld } from '@tabler/icons-react';
import { type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query';
import { lazy } from 'react';
import { useTranslation } from 'react-i18next';
import { LoadWhenOpen } from '../../components/load-when-open.tsx';
import { saveLanguage } from '../../features/accounts/api/save-profile.ts';
import { chooseLanguage, languageNames } from '../../lib/i18n.ts';
import { getCurrentSession } from '../../lib/session.ts';
import { useErrorMessage } from '../../lib/use-error-message.ts';
import classes from './language-menu.module.css';

const MessageDialog = lazy(async () => ({
  default: (await import('../../components/message-dialog.tsx')).MessageDialog,
}));

/**
 * Switches the language of screens and emails. Each language is listed under its own name, such as Deutsch.
 */
export function LanguageMenu() {
  const { t, i18n } = useTranslation();
  const client = useQueryClient();
  const saving = useMutation({
    mutationFn: (language: Language) => saveLanguage(client, language),
    // One after another, so that the last choice is the one that is saved.
    scope: { id: 'language' },
  });
  const changeLanguage = useMutation({
    mutationFn: chooseLanguage,
    onSuccess: (_, language) => {
      if (getCurrentSession() !== null) saving.mutate(language);
    },
  });
  return (
    <span className={classes['control']}>
      <IconWorld size={20} aria-hidden />
      <select
        className={classes['select']}
        aria-label={t('shell.language')}
        value={i18n.language}
        onChange={(event) => changeLanguage.mutate(event.currentTarget.value as Language)}
      >
        {LANGUAGES.map((language) => (
          <option key={language} value={language} lang={language}>
            {languageNames[language]}
          </option>
        ))}
      </select>
      <IconChevronDown size={16} aria-hidden className={classes['arrow']} />
      <ErrorDialog title={t('language.notLoaded')} mutation={changeLanguage} />
      <ErrorDialog title={t('language.notSaved')} mutation={saving} />
    </span>
  );
}

interface ErrorDialogProps {
  readonly title: string;
  readonly mutation: Pick<UseMutationResult, 'isError' | 'error' | 'reset'>;
}

function ErrorDialog({ title, mutation }: ErrorDialogProps) {
  const toErrorMessage = useErrorMessage();
  return (
    <LoadWhenOpen isOpen={mutation.isError}>
      {(isOpen) =>
        isOpen && (
          <MessageDialog
            title={title}
            text={toErrorMessage(mutation.error)}
            onClose={mutation.reset}
          />
        )
      }
    </LoadWhenOpen>
  );
}
