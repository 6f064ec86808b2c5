import { MantineProvider } from '@mantine/core';
import { createInstance } from 'i18next';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { I18nextProvider, initReactI18next } from 'react-i18next';
import en from '../locales/en.json';

/** Draws a part of a screen in English, for tests, as far as it is drawn at once. */
export async function drawn(part: ReactNode): Promise<string> {
  const i18n = createInstance();
  const resources = { en: { translation: en } };
  await i18n
    .use(initReactI18next)
    .init({ lng: 'en', resources, interpolation: { escapeValue: false } });
  return renderToStaticMarkup(
    <I18nextProvider i18n={i18n}>
      <MantineProvider>{part}</MantineProvider>
    </I18nextProvider>,
  );
}
