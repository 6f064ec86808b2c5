import type { MapSettings } from '@granary/contract/places/http';
import { expect, type Page } from '@playwright/test';
import type { ApiBin, ApiClient } from '../support/api.ts';
import { tabTo } from '../support/keyboard.ts';
import { type ApiFarm, addBins, changeFarm, test } from '../support/test-farm.ts';

test.use({ as: 'distributor' });

const marker = (page: Page, { bin_name }: ApiBin) =>
  page.getByRole('region', { name: /^Map of/ }).getByRole('link', { name: `${bin_name}, ` });
const draggableMarker = (page: Page, { bin_name }: ApiBin) =>
  page.getByRole('button', { name: `Move ${bin_name}, ` });
const enableButton = (page: Page) => page.getByRole('button', { name: 'Enable Markers' });

/** Map settings with an image provider configured. */
const mapSettings: MapSettings = {
  configured: true,
  available: true,
  attribution: '',
  attribution_links: [],
  max_zoom: 19,
  tile_path: '/api/places/tiles/signature/{z}/{x}/{y}',
  max_native_zoom: 19,
  version: 'own-1',
  search_configured: false,
  search_attribution: '',
};

interface BinWithPosition extends ApiBin {
  readonly lat: number | null;
  readonly lng: number | null;
}

/** The position of a bin according to the server. */
async function readPosition(api: ApiClient, farm: ApiFarm, bin: ApiBin) {
  const bins = (await api.get(
    `farm/getAllBins?farm_id=${farm.farm_id}`,
  )) as readonly BinWithPosition[];
  const { lat, lng } = bins.find(({ id }) => id === bin.id) ?? { lat: null, lng: null };
  return { lat, lng };
}

/** Adds two bins to the farm, the first 20 m north of the center; returns the first. */
async function addPlacedBin(api: ApiClient, farm: ApiFarm): Promise<ApiBin> {
  const [bin] = await addBins(farm, 2);
  if (bin === undefined) throw new Error('No bin was added.');
  const initialPosition = { lat: (farm.lat ?? 0) + 0.0002, lng: farm.lng };
  await api.send('PUT', `board/${bin.id}/position`, initialPosition);
  return bin;
}

async function dragBy(page: Page, bin: ApiBin, right: number, down: number): Promise<void> {
  await draggableMarker(page, bin).scrollIntoViewIfNeeded();
  const box = await draggableMarker(page, bin).boundingBox();
  if (box === null) throw new Error('The bin has no marker.');
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + right, y + down, { steps: 6 });
  await page.mouse.up();
}

/** Checks that markers cannot be moved, enables them and drags one right and down. */
async function enableAndDragMarker(page: Page, bin: ApiBin): Promise<void> {
  await expect(marker(page, bin)).toBeVisible();
  await expect(draggableMarker(page, bin)).toHaveCount(0);
  await enableButton(page).click();
  await dragBy(page, bin, 40, 30);
  await expect(page.getByText(`${bin.bin_name} has been moved.`)).toBeVisible();
}

test('moves a bin with the mouse after enabling the markers, and undoes it', async ({
  page,
  api,
  farm,
}) => {
  const bin = await addPlacedBin(api, farm);
  const before = await readPosition(api, farm, bin);
  await page.goto(`/binsensormap/${farm.farm_id}`);
  await expect(page.getByText('Map images are not set up.')).toBeVisible();
  await enableAndDragMarker(page, bin);
  const after = await readPosition(api, farm, bin);
  expect(after.lng).toBeGreaterThan(before.lng ?? 0);
  expect(after.lat).toBeLessThan(before.lat ?? 0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText(`${bin.bin_name} is back at its previous position.`)).toBeVisible();
  expect(await readPosition(api, farm, bin)).toEqual(before);
});

test('moves a bin on the map below the list of bins', async ({ page, api, farm }) => {
  const bin = await addPlacedBin(api, farm);
  const before = await readPosition(api, farm, bin);
  await page.goto(`/binsensorlist/${farm.farm_id}`);
  await expect(page.getByRole('row').filter({ hasText: bin.bin_name })).toBeVisible();
  await enableButton(page).scrollIntoViewIfNeeded();
  await enableAndDragMarker(page, bin);
  const after = await readPosition(api, farm, bin);
  expect(after.lng).toBeGreaterThan(before.lng ?? 0);
  expect(after.lat).toBeLessThan(before.lat ?? 0);
});

test('moves a bin with the keyboard: Escape cancels, Enter saves', async ({ page, api, farm }) => {
  const bin = await addPlacedBin(api, farm);
  const before = await readPosition(api, farm, bin);
  await page.goto(`/binsensormap/${farm.farm_id}`);
  await expect(enableButton(page)).toBeVisible();
  await tabTo(page, enableButton(page));
  await page.keyboard.press('Enter');
  await expect(draggableMarker(page, bin)).toBeVisible();
  await tabTo(page, draggableMarker(page, bin));
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Shift+ArrowLeft');
  await expect(page.getByText(`${bin.bin_name}: 1 m north and 10 m west`)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByText(`${bin.bin_name} was not moved.`)).toBeVisible();
  expect(await readPosition(api, farm, bin)).toEqual(before);

  await page.keyboard.press('Shift+ArrowUp');
  await page.keyboard.press('Enter');
  await expect(page.getByText(`${bin.bin_name} has been moved.`)).toBeVisible();
  await expect(draggableMarker(page, bin)).toBeFocused();
  const { lat, lng } = await readPosition(api, farm, bin);
  expect(lat).toBeCloseTo((before.lat ?? 0) + 10 / 111_320, 6);
  expect(lng).toBe(before.lng);
});

test("reverts a move that cannot be saved or that conflicts with someone else's, and retries it", async ({
  page,
  api,
  farm,
  consoleErrors,
}) => {
  const bin = await addPlacedBin(api, farm);
  consoleErrors.allowStatus(500, `/api/board/${bin.id}/position`);
  consoleErrors.allowStatus(409, `/api/board/${bin.id}/position`);
  await page.route('**/api/board/*/position', (route) => route.fulfill({ status: 500, json: {} }));
  await page.goto(`/binsensormap/${farm.farm_id}`);
  await enableButton(page).click();
  const boxBefore = await draggableMarker(page, bin).boundingBox();
  await dragBy(page, bin, 40, 0);
  const alert = page.getByRole('alert');
  await expect(alert).toContainText(`${bin.bin_name} could not be moved.`);
  await expect
    .poll(async () =>
      Math.abs(((await draggableMarker(page, bin).boundingBox())?.x ?? 0) - (boxBefore?.x ?? 0)),
    )
    .toBeLessThan(3);
  await page.unroute('**/api/board/*/position');
  await alert.getByRole('button', { name: 'Try again' }).click();
  const movedMessage = page.getByText(`${bin.bin_name} has been moved.`);
  await expect(movedMessage).toBeVisible();

  const otherPosition = { lat: (farm.lat ?? 0) - 0.0002, lng: farm.lng };
  await api.send('PUT', `board/${bin.id}/position`, otherPosition);
  await dragBy(page, bin, -40, 0);
  await expect(alert).toContainText(`Someone else moved ${bin.bin_name}.`);
  expect(await readPosition(api, farm, bin)).toEqual(otherPosition);
  await alert.getByRole('button', { name: 'Try again' }).click();
  await expect(alert).toHaveCount(0);
  await expect(movedMessage).toBeVisible();
});

test("shows unplaced bins near the farm's center until they are moved", async ({ page, farm }) => {
  const [, unplacedBin] = await addBins(farm, 2);
  if (unplacedBin === undefined) throw new Error('No bin was added.');
  await page.goto(`/binsensormap/${farm.farm_id}`);
  await expect(marker(page, unplacedBin)).toHaveAccessibleName(/position not set/);
  await enableButton(page).click();
  await draggableMarker(page, unplacedBin).press('ArrowRight');
  await page.keyboard.press('Enter');
  await expect(page.getByText(`${unplacedBin.bin_name} has been moved.`)).toBeVisible();
  // A bin's first position cannot be undone.
  await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(0);
  await expect(draggableMarker(page, unplacedBin)).not.toHaveAccessibleName(/position not set/);
});

test('explains what to do when the farm has no coordinates', async ({ page, farm }) => {
  await changeFarm(farm, { lat: null, lng: null });
  await page.goto(`/binsensorlist/${farm.farm_id}`);
  await expect(
    page.getByText('To see map data, you need to set/edit the Exact Farm Location.'),
  ).toBeVisible();
  await page.getByRole('link', { name: 'Edit System' }).last().click();
  await expect(page).toHaveURL(`/editfarm/${farm.farm_id}`);
});

test('loads tiles from our own server, with their attribution as text, and opens a bin', async ({
  page,
  api,
  farm,
  consoleErrors,
}) => {
  // The bin has no reading yet.
  consoleErrors.allowStatus(404, '/api/board/getSensorReading');
  const bin = await addPlacedBin(api, farm);
  const requestedPaths: string[] = [];
  const attribution = 'Pictures <b>by nobody</b>';
  await page.route('**/api/places/map', (route) =>
    route.fulfill({ json: { RESP_MSG: { ...mapSettings, attribution } } }),
  );
  await page.route('**/api/places/tiles/**', (route) => {
    requestedPaths.push(new URL(route.request().url()).pathname);
    return route.fulfill({ contentType: 'image/png', body: PIXEL });
  });
  await page.goto(`/binsensormap/${farm.farm_id}`);
  await expect(page.getByText(attribution)).toBeVisible();
  await expect.poll(() => requestedPaths.length).toBeGreaterThan(0);
  expect(requestedPaths.every((path) => path.startsWith('/api/places/tiles/signature/19/'))).toBe(
    true,
  );
  await expect(page.getByText(UNREACHABLE)).toHaveCount(0);
  await marker(page, bin).click();
  await expect(page.getByRole('heading', { level: 1, name: bin.bin_name })).toBeVisible();
});

test('shows a message and a grid while no tiles load, and still moves bins', async ({
  page,
  api,
  farm,
  consoleErrors,
}) => {
  const bin = await addPlacedBin(api, farm);
  consoleErrors.allowLostConnection();
  let available = false;
  await page.route('**/api/places/map', (route) =>
    route.fulfill({ json: { RESP_MSG: { ...mapSettings, available } } }),
  );
  await page.route('**/api/places/tiles/**', (route) => route.abort());
  await page.goto(`/binsensormap/${farm.farm_id}`);
  await expect(page.getByText(UNREACHABLE)).toBeVisible();
  available = true;
  const tileRequest = page.waitForRequest('**/api/places/tiles/**');
  await page.reload();
  await tileRequest;
  await expect(page.getByText(UNREACHABLE)).toBeVisible();
  await enableButton(page).click();
  await draggableMarker(page, bin).press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page.getByText(`${bin.bin_name} has been moved.`)).toBeVisible();
  await page.unroute('**/api/places/tiles/**');
  await page.route('**/api/places/tiles/**', (route) =>
    route.fulfill({ contentType: 'image/png', body: PIXEL }),
  );
  await page.getByRole('button', { name: 'Zoom out' }).click();
  await expect(page.getByText(UNREACHABLE)).toHaveCount(0);
});

test('shows an error when the map code fails to load, and loads it on retry', async ({
  page,
  api,
  farm,
  consoleErrors,
}) => {
  const bin = await addPlacedBin(api, farm);
  consoleErrors.allowLostConnection();
  await page.route('**/assets/farm-map-*', (route) => route.abort());
  await page.goto(`/binsensormap/${farm.farm_id}`);
  const alert = page.getByRole('alert').filter({ hasText: 'Connection error' });
  await expect(alert).toBeVisible();
  await page.unroute('**/assets/farm-map-*');
  await alert.getByRole('button', { name: 'Try again' }).click();
  await expect(marker(page, bin)).toBeVisible();
});

const UNREACHABLE = 'Map images could not be loaded.';

/** One gray pixel. */
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg==',
  'base64',
);

test('loads the map below a long list of bins when the user scrolls to it', async ({
  page,
  farm,
}) => {
  await addBins(farm, 24);
  await page.goto(`/binsensorlist/${farm.farm_id}`);
  await expect(page.getByRole('row').nth(5)).toBeVisible();
  await page.waitForLoadState('networkidle');
  const map = page.getByRole('region', { name: /^Map of/ });
  await expect(map).toHaveCount(1);
  const markers = map.getByRole('link');
  await expect(markers).toHaveCount(0);
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/assets/farm-map-*.js', async (route) => {
    await released;
    await route.continue();
  });
  const codeRequest = page.waitForRequest(/\/assets\/farm-map-.*\.js/);
  await page.keyboard.press('End');
  await codeRequest;
  // The map keeps its height while its code loads.
  await expect.poll(async () => (await map.boundingBox())?.height).toBeGreaterThan(300);
  release();
  await expect(markers).toHaveCount(24);
  // The rows in between were never rendered, so their heights are estimates.
  await expect(page.getByRole('row').last()).toBeInViewport();
  await expect(map).toBeInViewport();
  await page.keyboard.press('Home');
  await expect(page.getByRole('row').nth(5)).toBeVisible();
  await expect(markers).toHaveCount(24);
});
