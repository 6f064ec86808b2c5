import type { Language } from '@granary/contract/accounts/http';
import { createInstance } from 'i18next';
import { initReactI18next } from 'react-i18next';
import type en from '../locales/en.json';
import { preferredLanguage } from './preferred-language.ts';

declare module 'i18next' {
  interface CustomTypeOptions {
    resources: { translation: typeof en };
  }
}

const STORAGE_KEY = 'language';

/** The name of each language in that language. */
export const languageNames: Readonly<Record<Language, string>> = {
  en: 'English',
  es: 'Español',
  de: 'Deutsch',
  ru: 'Русский',
  it: 'Italiano',
};

const loaders: Readonly<Record<Language, () => Promise<{ default: typeof en }>>> = {
  en: () => import('../locales/en.json'),
  es: () => import('../locales/es.json'),
  de: () => import('../locales/de.json'),
  ru: () => import('../locales/ru.json'),
  it: () => import('../locales/it.json'),
};

export const i18n = createInstance();

/** Loads the chosen language, otherwise the browser's, before the first render. */
export async function startI18n(): Promise<void> {
  const language = preferredLanguage(localStorage.getItem(STORAGE_KEY), navigator.languages);
  document.documentElement.lang = language;
  const { default: translation } = await loaders[language]();
  await i18n.use(initReactI18next).init({
    lng: language,
    resources: { [language]: { translation } },
    interpolation: { escapeValue: false },
    fallbackLng: false,
    returnEmptyString: false,
    react: { useSuspense: false },
  });
}

/** Changes the language and stores it in the browser. */
export async function chooseLanguage(language: Language): Promise<void> {
  if (!i18n.hasResourceBundle(language, 'translation')) {
    const { default: translation } = await loaders[language]();
    i18n.addResourceBundle(language, 'translation', translation);
  }
  localStorage.setItem(STORAGE_KEY, language);
  await i18n.changeLanguage(language);
  document.documentElement.lang = language;
}

/** Finds the browser's variant of a language, so that dates have the usual form. */
export function findLocale(language: string, browser: readonly string[]): string {
  return browser.find((tag) => tag.slice(0, 2).toLowerCase() === language) ?? language;
}
