import { expect } from '@playwright/test';
import { binPath } from '../support/paths.ts';
import { apiFor, test } from '../support/test.ts';

const INTERNAL_ERROR = 'Internal Error. Something went wrong. Please contact system administrator';

interface Failure {
  readonly as: 'farmer' | 'admin';
  readonly path: string;
  /** The endpoints that load the list. */
  readonly endpoints: readonly string[];
  readonly message: string | RegExp;
}

const failures: readonly Failure[] = [
  {
    as: 'farmer',
    path: '/dashboard',
    endpoints: ['farm/getAllFarms'],
    message: 'Error fetching farms data!',
  },
  {
    as: 'farmer',
    path: '/binsensorlist/1',
    endpoints: ['farm/getAllBins'],
    message: 'Error fetching farms data!',
  },
  {
    as: 'farmer',
    path: '/binsensorlist/1',
    endpoints: ['farm/getFarm'],
    message: 'Error fetching farms data!',
  },
  {
    as: 'farmer',
    path: '/allbins',
    endpoints: ['board/getAllBinForAUser'],
    message: /^Error loading data: ./,
  },
  {
    as: 'admin',
    path: '/dashboard',
    endpoints: ['user/getUsersList', 'user/getWorstCustomers'],
    message: 'Error fetching customer data!',
  },
  {
    as: 'admin',
    path: '/farmlist/3',
    endpoints: ['user/getUser'],
    message: 'Error fetching customer data!',
  },
  {
    as: 'admin',
    path: '/distributors',
    endpoints: ['user/getDistributorList'],
    message: 'Error fetching distributor data!',
  },
  {
    as: 'admin',
    path: '/distributors/1/users',
    endpoints: ['user/getUsersByDistributor/1'],
    message: 'Error fetching users!',
  },
];

for (const { as, path, endpoints, message } of failures) {
  test.describe(`the ${as} at ${path} when ${endpoints[0]} fails`, () => {
    test.use({ as });

    test('sees an error when the list cannot be loaded', async ({ page, consoleErrors }) => {
      for (const call of endpoints) {
        consoleErrors.allowStatus(400, `/api/${call}`);
        await page.route(`**/api/${call}*`, (route) =>
          route.fulfill({
            status: 400,
            json: { RESP_CODE: 'BAD_REQUEST', RESP_MSG: '', message: '' },
          }),
        );
      }
      await page.goto(path);
      await expect(page.getByRole('alert').first()).toContainText(message);
    });
  });
}

test.describe('a server error', () => {
  test.use({ as: 'farmer' });

  test('is reported as an internal error', async ({ page, consoleErrors }) => {
    consoleErrors.allowStatus(500, '/api/farm/getAllFarms');
    await page.route('**/api/farm/getAllFarms*', (route) =>
      route.fulfill({ status: 500, json: {} }),
    );
    await page.goto('/dashboard');
    await expect(page.getByRole('alert').first()).toContainText(INTERNAL_ERROR);
  });
});

test.describe('the cables page without the latest reading', () => {
  test.use({ as: 'admin' });

  test('does not allow renumbering sensors until the reading has loaded', async ({
    page,
    consoleErrors,
  }) => {
    const bin = (await (await apiFor('farmer')).listBins()).get('Home 5');
    const call = '/api/board/getSensorReading';
    consoleErrors.allowStatus(400, call);
    await page.route(`**${call}?*`, (route) =>
      route.fulfill({
        status: 400,
        json: { RESP_CODE: 'BAD_REQUEST', RESP_MSG: 'Why not', message: '' },
      }),
    );
    await page.goto(`${binPath(bin)}/cables`);
    const alert = page.getByRole('alert').filter({ hasText: 'Why not' });
    await expect(alert).toBeVisible();
    await expect(page.getByRole('button', { name: 'Mute all…' })).toBeHidden();

    const form = page.getByRole('form', { name: 'Change a cable' });
    const start = form.getByRole('button', { name: 'Start' });
    const unknownSensorsMessage =
      'The sensors on this cable are unknown, so they cannot be renumbered.';
    await form.getByLabel('Old cable ID').selectOption('51 (Cable 1)');
    await expect(start).toBeDisabled();
    await form.getByLabel('Sensors').selectOption('Renumber all, starting at the new position');
    await expect(form).toContainText(unknownSensorsMessage);
    await expect(form).not.toContainText('Commands for the board');
    await expect(start).toBeDisabled();

    await page.unroute(`**${call}?*`);
    await alert.getByRole('button').click();
    await expect(page.getByRole('button', { name: 'Mute all…' })).toBeVisible();
    await expect(form).not.toContainText(unknownSensorsMessage);
    await expect(form).toContainText('setF72');
    await expect(start).toBeEnabled();
  });
});
