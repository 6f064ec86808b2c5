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

/** The language chosen in this browser; stays after signing out. */
const CHOSEN_KEY = 'language';
/** The language of the signed-in user's profile, which applies if this browser has chosen none. */
const PROFILE_KEY = 'profileLanguage';

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

/** Loads the chosen language, that of the profile or that of the browser, before the first render. */
export async function startI18n(): Promise<void> {
  const stored = [localStorage.getItem(CHOSEN_KEY), localStorage.getItem(PROFILE_KEY)];
  const language = preferredLanguage(stored, navigator.languages);
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
  await loadLanguage(language);
  localStorage.setItem(CHOSEN_KEY, language);
  await showLanguage(language);
}

/** Changes to the language of the profile until the user signs out, if this browser has chosen none. */
export async function applyProfileLanguage(language: Language): Promise<void> {
  if (localStorage.getItem(CHOSEN_KEY) !== null) return;
  await loadLanguage(language);
  localStorage.setItem(PROFILE_KEY, language);
  await showLanguage(language);
}

async function loadLanguage(language: Language): Promise<void> {
  if (!i18n.hasResourceBundle(language, 'translation')) {
    const { default: translation } = await loaders[language]();
    i18n.addResourceBundle(language, 'translation', translation);
  }
}

async function showLanguage(language: Language): Promise<void> {
  await i18n.changeLanguage(language);
  document.documentElement.lang = language;
}

/**
 * Finds the browser's variant of a language, so that dates have the usual form. Only English has
 * AM and PM; the Spanish of some countries would have them too.
 */
export function findLocale(language: string, browser: readonly string[]): string {
  const tag = browser.find((one) => one.slice(0, 2).toLowerCase() === language) ?? language;
  return hasAmPm(tag) ? tag : new Intl.Locale(tag, { hourCycle: 'h23' }).toString();
}

/** Whether people choose and read times with AM and PM in the language of a locale. */
export function hasAmPm(locale: string): boolean {
  return locale.startsWith('en');
}
