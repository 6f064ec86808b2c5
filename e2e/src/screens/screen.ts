import type { Page } from '@playwright/test';
import type { ApiBin } from '../support/api.ts';
import type { DemoUser } from '../support/demo-users.ts';

/** Everything that is needed to open a screen, in any language. */
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

/** Makes a call fail until it is unrouted. The tour must allow the error. */
export const failRequest = (page: Page, call: string) =>
  page.route(call, (route) => route.fulfill({ status: 500, json: {} }));

/** Submits the form of the page. */
export const submit = (page: Page) => main(page).locator('button[type=submit]').click();
