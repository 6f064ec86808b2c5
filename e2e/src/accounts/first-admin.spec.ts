import { expect } from '@playwright/test';
import { expectAccessible } from '../support/axe.ts';
import { type Granary, startGranary } from '../support/granary-process.ts';
import { test as base } from '../support/test.ts';

const test = base.extend<{ newServer: Granary }>({
  newServer: async ({ as: _ }, use) => {
    const granary = await startGranary('start');
    await use(granary);
    await granary.stop();
  },
});

// In this time zone, US map images are suggested.
test.use({ timezoneId: 'America/Chicago' });

const chosenProvider = { set_by: 'admin', url: null, has_key: false, available: true };
const PROVIDERS = {
  RESP_MSG: {
    maps: { ...chosenProvider, provider: 'usgs', attribution: '' },
    geocoder: { ...chosenProvider, provider: 'photon' },
  },
};

/** Finds the setup link that the server prints on its first start. */
function findSetupLink({ output }: Granary): string {
  const link = /Create the first admin within an hour: (\S+)/.exec(output())?.[1];
  if (link === undefined)
    throw new Error(`The server printed no setup link on its first start:\n${output()}`);
  return link;
}

test('creates the first admin once, with the setup link that the server prints on its first start', async ({
  page,
  newServer,
  consoleErrors,
}) => {
  test.slow();
  await page.goto(`${newServer.url}/`);
  await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible();

  await page.goto(findSetupLink(newServer));
  await expect(
    page.getByRole('heading', { level: 1, name: 'Create the first admin' }),
  ).toBeVisible();
  // The token is removed from the address bar and the history.
  await expect(page).toHaveURL(`${newServer.url}/setup`);
  await page.getByRole('textbox', { name: 'First name' }).fill('Greta');
  await page.getByRole('textbox', { name: 'Last name' }).fill('Thiessen');
  await page.getByRole('textbox', { name: 'Email' }).fill('greta@');
  await page.getByRole('textbox', { name: 'Password' }).fill('too short');
  const submit = page.getByRole('button', { name: 'Create account' });
  await submit.click();
  await expect(page.getByText('Please enter a valid email address.')).toBeVisible();
  await expect(page.getByText('Please use at least 10 characters.')).toBeVisible();

  consoleErrors.allowStatus(422, '/api/user/setUpAdmin');
  await page.getByRole('textbox', { name: 'Email' }).fill('greta@granary.example');
  await page.getByRole('textbox', { name: 'Password' }).fill('1234567890');
  await submit.click();
  await expect(page.getByRole('textbox', { name: 'Password' })).toHaveAttribute(
    'aria-invalid',
    'true',
  );

  await page.getByRole('textbox', { name: 'Password' }).fill('sunlit granary 1906');
  await submit.click();

  // The maps step takes one click. The test contacts no provider.
  await expect(page.getByRole('heading', { level: 1, name: 'Maps for your farms' })).toBeVisible();
  await expect(page.getByText('Map images: USGS Imagery')).toBeVisible();
  await expect(page.getByText('Place search: Photon by komoot')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Terms' })).toHaveCount(2);
  await expectAccessible(page, 'maps during setup');
  const acceptRequest = page.waitForRequest((request) => request.method() === 'PUT');
  await page.route('**/api/places/providers', (route) => route.fulfill({ json: PROVIDERS }));
  await page.getByRole('button', { name: 'Accept terms and continue' }).click();
  expect((await acceptRequest).postDataJSON()).toEqual({
    maps: { provider: 'usgs', accepts_terms: true },
    geocoder: { provider: 'photon', accepts_terms: true },
  });
  await page.unroute('**/api/places/providers');
  await expect(page).toHaveURL(`${newServer.url}/dashboard`);
  await expect(page.getByText('No customers yet')).toBeVisible();
  await expect(
    page.getByRole('button', { name: 'Greta Thiessen Admin, account menu' }),
  ).toBeVisible();

  consoleErrors.allowStatus(403, '/api/user/setUpAdmin');
  await page.goto(`${newServer.url}/logout`);
  await page.goto(findSetupLink(newServer));
  await page.getByRole('textbox', { name: 'Email' }).fill('mallory@granary.example');
  await page.getByRole('textbox', { name: 'Password' }).fill('sunlit granary 1907');
  await submit.click();
  await expect(page.getByRole('alert')).toBeVisible();
  await expect(page).toHaveURL(`${newServer.url}/setup`);
});

test('reports an incomplete link', async ({ page }) => {
  await page.goto('/setup');
  await expect(page.getByText('This link is incomplete')).toBeVisible();
});
