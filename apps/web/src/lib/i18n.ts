import type { Language } from '@granary/contract/accounts/http';
import { createInstance } from 'i18next';
import { initReactI18next } from 'react-i18next';
import type en from '../locales/en.json';
import type { TextPart } from '../locales/text-parts.ts';
import { findPreferredLanguage } from './preferred-language.ts';

declare module 'i18next' {
  interface CustomTypeOptions {
    resources: { translation: typeof en };
  }
}

/** The storage key of the language chosen in this browser, which remains stored after sign-out. */
const CHOSEN_KEY = 'language';
/**
 * The storage key of the signed-in user's profile language, which applies if none was chosen in this browser.
 */
const PROFILE_KEY = 'profileLanguage';

/** The name of each language in that language. */
export const languageNames: Readonly<Record<Language, string>> = {
  en: 'English',
  es: 'Español',
  de: 'Deutsch',
  ru: 'Русский',
  it: 'Italiano',
};

type Texts = Readonly<Record<string, unknown>>;

/** The loaders of each part's text files, by path. */
const loaders: Readonly<Record<TextPart, Record<string, () => Promise<Texts>>>> = {
  start: import.meta.glob<Texts>('../locales/*.json', { query: '?texts=start', import: 'default' }),
  bins: import.meta.glob<Texts>('../locales/*.json', { query: '?texts=bins', import: 'default' }),
  lists: import.meta.glob<Texts>('../locales/*.json', { query: '?texts=lists', import: 'default' }),
  other: import.meta.glob<Texts>('../locales/*.json', { query: '?texts=other', import: 'default' }),
};

export const i18n = createInstance();

/** The parts that the pages opened so far need. */
const neededParts = new Set<TextPart>();
/** `language/part` of the texts that are loaded. */
const loadedParts = new Set<string>();

/** Loads the language chosen in this browser, the profile's or the browser's, before the first render. */
export async function startI18n(): Promise<void> {
  const storedLanguages = [localStorage.getItem(CHOSEN_KEY), localStorage.getItem(PROFILE_KEY)];
  const language = findPreferredLanguage(storedLanguages, navigator.languages);
  document.documentElement.lang = language;
  await Promise.all([
    i18n.use(initReactI18next).init({
      lng: language,
      resources: {},
      interpolation: { escapeValue: false },
      fallbackLng: false,
      returnEmptyString: false,
      react: { useSuspense: false },
    }),
    loadTexts('start'),
  ]);
}

/** Loads a part of the texts in the current language, and again in every language that is chosen later. */
export async function loadTexts(part: TextPart): Promise<void> {
  neededParts.add(part);
  // The pages that load `other` also use the texts of `lists`.
  if (part === 'other') neededParts.add('lists');
  const { language } = i18n;
  await loadLanguage(language as Language);
  // The user might have chosen another language in the meantime.
  if (language !== i18n.language) await loadTexts(part);
}

/** Loads the code of a page together with a part of the texts. */
export function loadWithTexts<Module>(part: TextPart, load: () => Promise<Module>) {
  return async (): Promise<Module> => {
    const [module] = await Promise.all([load(), loadTexts(part)]);
    return module;
  };
}

/** Changes the language and stores it in the browser. */
export async function chooseLanguage(language: Language): Promise<void> {
  await loadLanguage(language);
  localStorage.setItem(CHOSEN_KEY, language);
  await showLanguage(language);
}

/**
 * Switches to the profile language until the user signs out, unless a language was chosen in this browser.
 */
export async function applyProfileLanguage(language: Language): Promise<void> {
  if (localStorage.getItem(CHOSEN_KEY) !== null) return;
  await loadLanguage(language);
  localStorage.setItem(PROFILE_KEY, language);
  await showLanguage(language);
}

async function loadLanguage(language: Language): Promise<void> {
  const missingParts = [...neededParts].filter((part) => !loadedParts.has(`${language}/${part}`));
  if (missingParts.length === 0) return;
  await Promise.all(missingParts.map((part) => loadPart(language, part)));
  // A page opened in the meantime might need another part.
  await loadLanguage(language);
}

async function loadPart(language: Language, part: TextPart): Promise<void> {
  const load = loaders[part][`../locales/${language}.json`];
  if (load === undefined) throw new Error(`No texts are available in ${language}`);
  i18n.addResourceBundle(language, 'translation', await load());
  loadedParts.add(`${language}/${part}`);
}

async function showLanguage(language: Language): Promise<void> {
  await i18n.changeLanguage(language);
  document.documentElement.lang = language;
}

/**
 * Finds the browser's variant of a language, so that dates have the usual form. Only English uses AM and PM
 * here, although Spanish in some countries does too.
 */
export function findLocale(language: string, browserLanguages: readonly string[]): string {
  const tag =
    browserLanguages.find((locale) => locale.slice(0, 2).toLowerCase() === language) ?? language;
  return hasAmPm(tag) ? tag : new Intl.Locale(tag, { hourCycle: 'h23' }).toString();
}

/** Whether times are entered and shown with AM and PM in the language of a locale. */
export function hasAmPm(locale: string): boolean {
  return locale.startsWith('en');
}
