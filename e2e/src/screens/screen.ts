import type { Page } from '@playwright/test';
import type { BinOnWire } from '../support/api.ts';
import type { DemoUser } from '../support/demo-users.ts';

/** What a screen needs to be opened; nothing in it depends on the language. */
export interface Opening {
  readonly page: Page;
  readonly bins: ReadonlyMap<string, BinOnWire>;
}

/** A screen in one of its states, as somebody sees it. */
export interface Screen {
  readonly name: string;
  readonly as: DemoUser | null;
  open(opening: Opening): Promise<void>;
}

/** What stands between the frame of the page. */
export const main = (page: Page) => page.getByRole('main');
/** A cell of the picture of a bin. */
export const cell = (page: Page, cable: number, depth: number) =>
  page.locator(`[data-cell="${cable}-${depth}"]`);

/** Lets a call fail until it is unrouted; the walk must know of it. */
export const fail = (page: Page, call: string) =>
  page.route(call, (route) => route.fulfill({ status: 500, json: {} }));
