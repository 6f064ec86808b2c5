import type { MapSettings } from '@granary/contract/places/http';
import { expect, type Page } from '@playwright/test';
import { demoUserNames } from '../support/demo-users.ts';
import { tabTo } from '../support/keyboard.ts';
import {
  type ApiFarm,
  findFarmerId,
  listFarms,
  NEW_FARM_NAME,
  test,
} from '../support/test-farm.ts';

// The dealer's browser is in a different time zone from the farm, which gets the zone of its location.
test.use({ as: 'distributor', timezoneId: 'America/Regina' });

const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
const saveButton = (page: Page) => page.getByRole('button', { name: 'Add farm' });
const pin = (page: Page) => page.getByRole('button', { name: /^Farm location at / });

const map = (page: Page) => page.getByRole('region', { name: 'Farm location' });

/** Scrolls to the map and waits until it has replaced its placeholder, which ignores clicks. */
async function scrollToMap(page: Page): Promise<void> {
  await expect(async () => {
    await map(page).scrollIntoViewIfNeeded();
    await expect(map(page)).toHaveAttribute('aria-busy', 'false', { timeout: 1_000 });
  }).toPass();
}

/** Expects the pin in the visible part of the map. */
async function expectPinOnMap(page: Page): Promise<void> {
  await scrollToMap(page);
  await expect(pin(page)).toBeInViewport();
}

async function openForm(page: Page): Promise<void> {
  await page.goto(`/addFarm/${await findFarmerId()}`);
  await expect(field(page, 'Farm name')).toBeVisible();
  await expect(map(page)).toBeVisible();
}

/** Responds like a server that has a place search provider. */
async function setUpSearch(page: Page): Promise<void> {
  await page.route('**/api/places/map', async (route) => {
    const response = await route.fetch();
    const { RESP_MSG } = (await response.json()) as { RESP_MSG: MapSettings };
    await route.fulfill({ response, json: { RESP_MSG: { ...RESP_MSG, search_configured: true } } });
  });
}

/** Clicks the button, checks the message and returns to the list. */
async function submitForm(page: Page): Promise<void> {
  await saveButton(page).click();
  const dialog = page.getByRole('dialog', { name: 'Farm Added!' });
  await expect(dialog).toBeVisible();
  await dialog.getByRole('button', { name: 'OK' }).click();
  await expect(page).toHaveURL(/\/farmlist\/\d+$/);
  await expect(page.getByRole('heading', { level: 2, name: NEW_FARM_NAME })).toBeVisible();
}

test('adds a farm with the keyboard and typed coordinates', async ({ page, api, newFarmName }) => {
  await page.goto(`/farmlist/${await findFarmerId()}`);
  const addLink = page.getByRole('link', { name: 'Add New System' });
  await expect(addLink).toBeVisible();
  await tabTo(page, addLink);
  await page.keyboard.press('Enter');
  await expect(map(page)).toBeVisible();
  const input = {
    'Farm name': newFarmName,
    City: 'Roland',
    'State/Province': 'Manitoba',
    Country: 'Canada',
    Latitude: '49,3601',
    Longitude: '-97.9302',
  };
  for (const [name, text] of Object.entries(input)) {
    await tabTo(page, field(page, name));
    await page.keyboard.type(text);
  }
  // The pin moved to the coordinates.
  await expect(pin(page)).toHaveAccessibleName(/49\.3601, -97\.9302/);
  await expectPinOnMap(page);
  const zone = page.getByRole('combobox', { name: 'Time zone' });
  await expect(zone).toHaveValue('America/Winnipeg (from the location)');
  await tabTo(page, saveButton(page));
  await page.keyboard.press('Enter');
  const confirmation = page.getByRole('dialog', { name: 'Farm Added!' });
  await tabTo(page, confirmation.getByRole('button', { name: 'OK' }));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/farmlist\/\d+$/);
  const addedFarm = (await listFarms(api, await findFarmerId())).find(
    (farm) => farm.farm_name === newFarmName,
  );
  const expected = {
    city: 'Roland',
    state: 'Manitoba',
    country: 'Canada',
    timezone: 'America/Winnipeg',
  };
  expect(addedFarm).toMatchObject({
    ...expected,
    lat: 49.3601,
    lng: -97.9302,
  } satisfies Partial<ApiFarm>);
});

test('adds a farm by placing the pin with the mouse and the keyboard', async ({
  page,
  api,
  newFarmName,
}) => {
  await openForm(page);
  await field(page, 'Farm name').fill(newFarmName);
  await expect(pin(page)).toHaveCount(0);
  await scrollToMap(page);
  await map(page).click();
  await expect(field(page, 'Latitude')).not.toHaveValue('');
  const longitudeBefore = await field(page, 'Longitude').inputValue();

  const box = await pin(page).boundingBox();
  if (box === null) throw new Error('There is no pin.');
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x - 60, y, { steps: 5 });
  await page.mouse.up();
  await expect
    .poll(async () => Number(await field(page, 'Longitude').inputValue()))
    .toBeLessThan(Number(longitudeBefore));

  const latitudeBefore = Number(await field(page, 'Latitude').inputValue());
  await pin(page).press('Shift+ArrowUp');
  await expect
    .poll(async () => Number(await field(page, 'Latitude').inputValue()))
    .toBeCloseTo(latitudeBefore + 10 / 111_320, 6);
  const latitudeAfter = Number(await field(page, 'Latitude').inputValue());
  await submitForm(page);
  const addedFarm = (await listFarms(api, await findFarmerId())).find(
    (farm) => farm.farm_name === newFarmName,
  );
  expect(addedFarm?.lat).toBe(latitudeAfter);
});

test('fills in the coordinates of a search result and zooms to it', async ({ page }) => {
  await setUpSearch(page);
  await page.route('**/api/places/search?*', (route) =>
    route.fulfill({ json: { RESP_MSG: [{ name: 'Roland, Manitoba', lat: 49.37, lng: -97.94 }] } }),
  );
  await openForm(page);
  const search = page.getByRole('searchbox', { name: 'Enter Your Farm Location' });
  await search.fill('R');
  await expect(page.getByText('Type at least 2 letters.')).toBeVisible();
  await search.fill('Roland');
  await page.getByRole('option', { name: 'Roland, Manitoba' }).click();
  await expect(field(page, 'Latitude')).toHaveValue('49.37');
  await expect(field(page, 'Longitude')).toHaveValue('-97.94');
  await expectPinOnMap(page);
  // The map zooms in as far as there are tiles.
  await expect(page.getByRole('button', { name: 'Zoom in' })).toBeDisabled();
});

test('works without place search and map tiles', async ({ page, newFarmName }) => {
  // The demo has no provider for either.
  await openForm(page);
  await expect(page.getByText('Map images are not set up.')).toBeVisible();
  const search = page.getByRole('searchbox', { name: 'Enter Your Farm Location' });
  await search.fill('Roland');
  await expect(page.getByText('Place search is not set up. Type coordinates')).toBeVisible();
  await search.fill('49.36, -97.93');
  await expect(page.getByRole('option', { name: '49.36, -97.93' })).toBeVisible();
  await search.press('Enter');
  await expect(field(page, 'Latitude')).toHaveValue('49.36');
  await expect(field(page, 'Longitude')).toHaveValue('-97.93');
  await expectPinOnMap(page);
  await field(page, 'Farm name').fill(newFarmName);
  await submitForm(page);
});

test('shows when place search can be used again', async ({ page, consoleErrors }) => {
  consoleErrors.allowStatus(429, '/api/places/search');
  await setUpSearch(page);
  await page.route('**/api/places/search?*', (route) =>
    route.fulfill({
      status: 429,
      headers: { 'retry-after': '4' },
      json: { RESP_CODE: 'TOO_MANY_REQUESTS', RESP_MSG: 'No.', message: 'No.' },
    }),
  );
  await openForm(page);
  await page.getByRole('searchbox', { name: 'Enter Your Farm Location' }).fill('Roland');
  await expect(page.getByText('Too many searches at once. Try again in 4 sec.')).toBeVisible();
});

test('shows each error beside its field and focuses the first', async ({ page, newFarmName }) => {
  await openForm(page);
  await saveButton(page).click();
  await expect(page.getByText('Please enter a farm name.')).toBeVisible();
  await expect(field(page, 'Farm name')).toBeFocused();
  await field(page, 'Farm name').fill(newFarmName);
  await field(page, 'Latitude').fill('north');
  await saveButton(page).click();
  await expect(page.getByText('Please enter a number from −90 to 90.')).toBeVisible();
  await expect(page.getByText('Please enter both latitude and longitude.')).toBeVisible();
  await expect(field(page, 'Latitude')).toBeFocused();
  await expect(field(page, 'Farm name')).toHaveValue(newFarmName);
});

test('keeps the input when adding fails, and asks before leaving', async ({
  page,
  newFarmName,
  consoleErrors,
}) => {
  consoleErrors.allowStatus(500, '/api/farm/addFarm');
  await page.route('**/api/farm/addFarm', (route) => route.fulfill({ status: 500, json: {} }));
  await openForm(page);
  await field(page, 'Farm name').fill(newFarmName);
  await saveButton(page).click();
  await expect(page.getByRole('alert')).toContainText('Internal Error.');
  await expect(field(page, 'Farm name')).toHaveValue(newFarmName);

  await page.getByRole('link', { name: demoUserNames.farmer }).click();
  const leaveDialog = page.getByRole('dialog', { name: 'Leave without saving?' });
  await leaveDialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(page).toHaveURL(/\/addFarm\//);
  await expect(field(page, 'Farm name')).toHaveValue(newFarmName);
  await page.getByRole('link', { name: demoUserNames.farmer }).click();
  await leaveDialog.getByRole('button', { name: 'Leave' }).click();
  await expect(page).toHaveURL(/\/farmlist\//);
});
