import type { Page } from '@playwright/test';
import type { ApiBin } from '../support/api.ts';
import type { DemoUser } from '../support/demo-users.ts';

/** What a screen needs so that it can be opened in any language. */
export interface ScreenContext {
  readonly page: Page;
  readonly bins: ReadonlyMap<string, ApiBin>;
}

/** A screen in one of its states, for one user. */
export interface Screen {
  readonly name: string;
  readonly as: DemoUser | null;
  /** True if its text is checked in all four languages; the text of other screens is checked in three. */
  readonly isCheckedInAllLanguages?: boolean;
  open(context: ScreenContext): Promise<void>;
}

/** The main part of the page. */
export const main = (page: Page) => page.getByRole('main');
/** A cell of the picture of a bin. */
export const cell = (page: Page, cable: number, depth: number) =>
  page.locator(`[data-cell="${cable}-${depth}"]`);

/**
 * Makes matching requests fail with status 500 until `page.unroute` is called. The tour must allow that
 * status.
 */
export const failRequest = (page: Page, url: string) =>
  page.route(url, (route) => route.fulfill({ status: 500, json: {} }));

/** Submits the form of the page. */
export const submit = (page: Page) => main(page).locator('button[type=submit]').click();
