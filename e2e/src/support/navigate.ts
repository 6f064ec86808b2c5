import type { Page } from '@playwright/test';

/** Goes to an address of the site as a link of it would, without loading the page anew. */
export async function navigateWithin(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState({}, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);
}
