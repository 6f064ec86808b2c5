import { expect } from '@playwright/test';
import { test } from '../harness/test.ts';

const INTERNAL = 'Internal Error. Something went wrong. Please contact system administrator';

interface Failure {
  readonly as: 'farmer' | 'admin';
  readonly path: string;
  readonly call: string;
  readonly says: string | RegExp;
}

const failures: readonly Failure[] = [
  {
    as: 'farmer',
    path: '/dashboard',
    call: 'farm/getAllFarms',
    says: 'Error fetching farms data!',
  },
  {
    as: 'farmer',
    path: '/binsensorlist/1',
    call: 'farm/getAllBins',
    says: 'Error fetching farms data!',
  },
  {
    as: 'farmer',
    path: '/binsensorlist/1',
    call: 'farm/getFarm',
    says: 'Error fetching farms data!',
  },
  {
    as: 'farmer',
    path: '/allbins',
    call: 'board/getAllBinForAUser',
    says: /^Error loading data: ./,
  },
  {
    as: 'admin',
    path: '/dashboard',
    call: 'user/getUsersList',
    says: 'Error fetching customer data!',
  },
  {
    as: 'admin',
    path: '/distributors',
    call: 'user/getDistributorList',
    says: 'Error fetching distributor data!',
  },
  {
    as: 'admin',
    path: '/distributors/1/users',
    call: 'user/getUsersByDistributor/1',
    says: 'Error fetching users!',
  },
];

for (const { as, path, call, says } of failures) {
  test.describe(`${as} at ${path}, without ${call}`, () => {
    test.use({ as });

    test('is told in the words of the list that it could not be read', async ({
      page,
      consoleErrors,
    }) => {
      consoleErrors.allowAnswer(400, `/api/${call}`);
      await page.route(`**/api/${call}*`, (route) =>
        route.fulfill({
          status: 400,
          json: { RESP_CODE: 'BAD_REQUEST', RESP_MSG: '', message: '' },
        }),
      );
      await page.goto(path);
      await expect(page.getByRole('alert').first()).toContainText(says);
    });

    test('is told of an internal error as one', async ({ page, consoleErrors }) => {
      consoleErrors.allowAnswer(500, `/api/${call}`);
      await page.route(`**/api/${call}*`, (route) => route.fulfill({ status: 500, json: {} }));
      await page.goto(path);
      await expect(page.getByRole('alert').first()).toContainText(INTERNAL);
    });
  });
}
