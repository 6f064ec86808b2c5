import { expect, type Page } from '@playwright/test';

/** Chooses a language in the top bar, even while a dialog covers it. */
export async function chooseLanguage(page: Page, language: string): Promise<void> {
  await page.locator('select:has(option[lang])').first().selectOption(language);
  await expect(page.locator('html')).toHaveAttribute('lang', language);
}
