import type { Page } from '@playwright/test';
import type { ApiBin } from '../support/api.ts';
import type { DemoUser } from '../support/demo-users.ts';

/** What opening a screen needs; nothing depends on the language. */
export interface ScreenContext {
  readonly page: Page;
  readonly bins: ReadonlyMap<string, ApiBin>;
}

/** A screen in one of its states, for one user. */
export interface Screen {
  readonly name: string;
  readonly as: DemoUser | null;
  /** Whether its texts are checked in each language; those of others in three of them. */
  readonly isInEachLanguage?: boolean;
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
