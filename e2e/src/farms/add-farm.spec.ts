import { expect, type Page } from '@playwright/test';
import { demoUserNames } from '../support/demo-users.ts';
import { tabTo } from '../support/keyboard.ts';
import { type FarmOnWire, farmerId, listFarms, NEW_FARM, test } from '../support/test-farm.ts';

// Another zone than the customer's, which counts.
test.use({ as: 'distributor', timezoneId: 'America/Regina' });

const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
const save = (page: Page) => page.getByRole('button', { name: 'Add farm' });
const pin = (page: Page) => page.getByRole('button', { name: /^Farm location at / });

const map = (page: Page) => page.getByRole('region', { name: 'Farm location' });

/** Goes to the map, whose place gives way to it as it comes; an empty place takes no press. */
async function goToMap(page: Page): Promise<void> {
  await expect(async () => {
    await map(page).scrollIntoViewIfNeeded();
    await expect(map(page)).toHaveAttribute('aria-busy', 'false', { timeout: 1_000 });
  }).toPass();
}

/** The pin is on the part of the map that is shown. */
async function expectPinOnMap(page: Page): Promise<void> {
  await goToMap(page);
  await expect(pin(page)).toBeInViewport();
}

async function open(page: Page): Promise<void> {
  await page.goto(`/addFarm/${await farmerId()}`);
  await expect(field(page, 'Farm name')).toBeVisible();
  await expect(map(page)).toBeVisible();
}

/** Presses the button, reads the message and comes back to the list. */
async function add(page: Page): Promise<void> {
  await save(page).click();
  const dialog = page.getByRole('dialog', { name: 'Farm Added!' });
  await expect(dialog).toBeVisible();
  await dialog.getByRole('button', { name: 'OK' }).click();
  await expect(page).toHaveURL(/\/farmlist\/\d+$/);
  await expect(page.getByRole('heading', { level: 2, name: NEW_FARM })).toBeVisible();
}

test('a farm is added by typing where it is, without a mouse', async ({ page, api, newFarm }) => {
  await page.goto(`/farmlist/${await farmerId()}`);
  const open = page.getByRole('link', { name: 'Add New System' });
  await expect(open).toBeVisible();
  await tabTo(page, open);
  await page.keyboard.press('Enter');
  await expect(map(page)).toBeVisible();
  const typed = {
    ...{ 'Farm name': newFarm, City: 'Roland', State: 'Manitoba', Country: 'Canada' },
    ...{ Latitude: '49,3601', Longitude: '-97.9302' },
  };
  for (const [name, text] of Object.entries(typed)) {
    await tabTo(page, field(page, name));
    await page.keyboard.type(text);
  }
  // The pin went where the coordinates are.
  await expect(pin(page)).toHaveAccessibleName(/49\.3601, -97\.9302/);
  await expectPinOnMap(page);
  await tabTo(page, save(page));
  await page.keyboard.press('Enter');
  const done = page.getByRole('dialog', { name: 'Farm Added!' });
  await tabTo(page, done.getByRole('button', { name: 'OK' }));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/farmlist\/\d+$/);
  const found = (await listFarms(api, await farmerId())).find((farm) => farm.farm_name === newFarm);
  const wanted = {
    city: 'Roland',
    state: 'Manitoba',
    country: 'Canada',
    timezone: 'America/Winnipeg',
  };
  expect(found).toMatchObject({
    ...wanted,
    lat: 49.3601,
    lng: -97.9302,
  } satisfies Partial<FarmOnWire>);
});

test('a farm is added with the pin, by hand and by key', async ({ page, api, newFarm }) => {
  await open(page);
  await field(page, 'Farm name').fill(newFarm);
  await expect(pin(page)).toHaveCount(0);
  await goToMap(page);
  await map(page).click();
  await expect(field(page, 'Latitude')).not.toHaveValue('');
  const set = await field(page, 'Longitude').inputValue();

  const box = await pin(page).boundingBox();
  if (box === null) throw new Error('There is no pin.');
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x - 60, y, { steps: 5 });
  await page.mouse.up();
  await expect
    .poll(async () => Number(await field(page, 'Longitude').inputValue()))
    .toBeLessThan(Number(set));

  const dragged = Number(await field(page, 'Latitude').inputValue());
  await pin(page).press('Shift+ArrowUp');
  await expect
    .poll(async () => Number(await field(page, 'Latitude').inputValue()))
    .toBeCloseTo(dragged + 10 / 111_320, 6);
  const shown = Number(await field(page, 'Latitude').inputValue());
  await add(page);
  const found = (await listFarms(api, await farmerId())).find((farm) => farm.farm_name === newFarm);
  expect(found?.lat).toBe(shown);
});

test('a place that is found fills the coordinates, and the map shows it from near', async ({
  page,
}) => {
  await page.route('**/api/places/search?*', (route) =>
    route.fulfill({ json: { RESP_MSG: [{ name: 'Roland, Manitoba', lat: 49.37, lng: -97.94 }] } }),
  );
  await open(page);
  const search = page.getByRole('searchbox', { name: 'Enter Your Farm Location' });
  await search.fill('R');
  await expect(page.getByText('Type at least 2 letters.')).toBeVisible();
  await search.fill('Roland');
  await page.getByRole('option', { name: 'Roland, Manitoba' }).click();
  await expect(field(page, 'Latitude')).toHaveValue('49.37');
  await expect(field(page, 'Longitude')).toHaveValue('-97.94');
  await expectPinOnMap(page);
  // It shows the place as near as pictures are.
  await expect(page.getByRole('button', { name: 'Zoom in' })).toBeDisabled();
});

test('without a place search and without tiles the page says so and works', async ({
  page,
  newFarm,
  consoleErrors,
}) => {
  // The demo has no provider of either.
  consoleErrors.allowAnswer(503, '/api/places/search');
  await open(page);
  await expect(page.getByText('Satellite images are not set up.')).toBeVisible();
  await page.getByRole('searchbox', { name: 'Enter Your Farm Location' }).fill('Roland');
  await expect(page.getByText('Place search is not available.')).toBeVisible();
  await field(page, 'Farm name').fill(newFarm);
  await field(page, 'Latitude').fill('49.36');
  await field(page, 'Longitude').fill('-97.93');
  await add(page);
});

test('a place search that is asked too often says when to come back', async ({
  page,
  consoleErrors,
}) => {
  consoleErrors.allowAnswer(429, '/api/places/search');
  await page.route('**/api/places/search?*', (route) =>
    route.fulfill({
      status: 429,
      headers: { 'retry-after': '4' },
      json: { RESP_CODE: 'TOO_MANY_REQUESTS', RESP_MSG: 'No.', message: 'No.' },
    }),
  );
  await open(page);
  await page.getByRole('searchbox', { name: 'Enter Your Farm Location' }).fill('Roland');
  await expect(page.getByText('Too many searches at once. Try again in 4 sec.')).toBeVisible();
});

test('what is wrong stands beside its field, the first one focused', async ({ page, newFarm }) => {
  await open(page);
  await save(page).click();
  await expect(page.getByText('Please enter a farm name.')).toBeVisible();
  await expect(field(page, 'Farm name')).toBeFocused();
  await field(page, 'Farm name').fill(newFarm);
  await field(page, 'Latitude').fill('north');
  await save(page).click();
  await expect(page.getByText('Please enter a number from −90 to 90.')).toBeVisible();
  await expect(page.getByText('Please enter both latitude and longitude.')).toBeVisible();
  await expect(field(page, 'Latitude')).toBeFocused();
  await expect(field(page, 'Farm name')).toHaveValue(newFarm);
});

test('what was typed stays when adding fails, and is not left unasked', async ({
  page,
  newFarm,
  consoleErrors,
}) => {
  consoleErrors.allowAnswer(500, '/api/farm/addFarm');
  await page.route('**/api/farm/addFarm', (route) => route.fulfill({ status: 500, json: {} }));
  await open(page);
  await field(page, 'Farm name').fill(newFarm);
  await save(page).click();
  await expect(page.getByRole('alert')).toContainText('Internal Error.');
  await expect(field(page, 'Farm name')).toHaveValue(newFarm);

  await page.getByRole('link', { name: demoUserNames.farmer }).click();
  const question = page.getByRole('dialog', { name: 'Leave without saving?' });
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(page).toHaveURL(/\/addFarm\//);
  await expect(field(page, 'Farm name')).toHaveValue(newFarm);
  await page.getByRole('link', { name: demoUserNames.farmer }).click();
  await question.getByRole('button', { name: 'Leave' }).click();
  await expect(page).toHaveURL(/\/farmlist\//);
});
