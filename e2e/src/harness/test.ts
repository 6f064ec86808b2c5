import { test as base, expect } from '@playwright/test';
import { ConsoleErrors } from './console.ts';

/** Playwright's test; it fails where a page complains, unless the test has said that it would. */
export const test = base.extend<{ consoleErrors: ConsoleErrors }>({
  consoleErrors: [
    async ({ context }, use) => {
      const errors = new ConsoleErrors(context);
      errors.watch();
      await use(errors);
      expect(errors.problems, 'errors on the console').toEqual([]);
    },
    { auto: true },
  ],
});
