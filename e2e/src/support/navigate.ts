import type { Page } from '@playwright/test';

/** Navigates within the site as its links do, without reloading the page. */
export async function navigateWithin(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState({}, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);
}
