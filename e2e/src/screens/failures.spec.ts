import { expect } from '@playwright/test';
import { test } from '../harness/test.ts';

const INTERNAL = 'Internal Error. Something went wrong. Please contact system administrator';

interface Failure {
  readonly as: 'farmer' | 'admin';
  readonly path: string;
  /** Those that ask for what is shown. */
  readonly calls: readonly string[];
  readonly says: string | RegExp;
}

const failures: readonly Failure[] = [
  {
    as: 'farmer',
    path: '/dashboard',
    calls: ['farm/getAllFarms'],
    says: 'Error fetching farms data!',
  },
  {
    as: 'farmer',
    path: '/binsensorlist/1',
    calls: ['farm/getAllBins'],
    says: 'Error fetching farms data!',
  },
  {
    as: 'farmer',
    path: '/binsensorlist/1',
    calls: ['farm/getFarm'],
    says: 'Error fetching farms data!',
  },
  {
    as: 'farmer',
    path: '/allbins',
    calls: ['board/getAllBinForAUser'],
    says: /^Error loading data: ./,
  },
  {
    as: 'admin',
    path: '/dashboard',
    calls: ['user/getUsersList', 'user/getWorstCustomers'],
    says: 'Error fetching customer data!',
  },
  {
    as: 'admin',
    path: '/farmlist/3',
    calls: ['user/getUser'],
    says: 'Error fetching customer data!',
  },
  {
    as: 'admin',
    path: '/distributors',
    calls: ['user/getDistributorList'],
    says: 'Error fetching distributor data!',
  },
  {
    as: 'admin',
    path: '/distributors/1/users',
    calls: ['user/getUsersByDistributor/1'],
    says: 'Error fetching users!',
  },
];

for (const { as, path, calls, says } of failures) {
  test.describe(`${as} at ${path}, without ${calls[0]}`, () => {
    test.use({ as });

    test('is told in the words of the list that it could not be read', async ({
      page,
      consoleErrors,
    }) => {
      for (const failing of calls) {
        consoleErrors.allowAnswer(400, `/api/${failing}`);
        await page.route(`**/api/${failing}*`, (route) =>
          route.fulfill({
            status: 400,
            json: { RESP_CODE: 'BAD_REQUEST', RESP_MSG: '', message: '' },
          }),
        );
      }
      await page.goto(path);
      await expect(page.getByRole('alert').first()).toContainText(says);
    });

    test('is told of an internal error as one', async ({ page, consoleErrors }) => {
      for (const failing of calls) {
        consoleErrors.allowAnswer(500, `/api/${failing}`);
        await page.route(`**/api/${failing}*`, (route) => route.fulfill({ status: 500, json: {} }));
      }
      await page.goto(path);
      await expect(page.getByRole('alert').first()).toContainText(INTERNAL);
    });
  });
}
