import { expect, type Locator, type Page } from '@playwright/test';
import { apiFor } from '../support/test.ts';
import { signIn, TEST_PASSWORD, test } from '../support/test-user.ts';

async function openPanel(page: Page) {
  await page.getByRole('banner').getByRole('button', { name: 'Settings' }).click();
  return page.getByRole('dialog', { name: 'Settings' });
}

const sidebar = (page: Page) => page.locator('#menu');

/** Lists the names and links of the farmer's bins, in menu order. */
async function listBinLinks(): Promise<string[]> {
  const bins = await (await apiFor('farmer')).listBins();
  const names = [...bins.keys()].sort(new Intl.Collator('en', { numeric: true }).compare);
  expect(names).toHaveLength(12);
  return names.map((name) => `${name} /binsensor/${bins.get(name)?.id}`);
}

/** Reads the text and URL of each link. */
const readLinks = (links: Locator) =>
  links.evaluateAll((elements) =>
    elements.map((link) => `${link.textContent.trim()} ${link.getAttribute('href')}`),
  );

test.describe('a farmer', () => {
  test.use({ as: 'farmer' });

  test('keeps the chosen layout and colors', async ({ page, isMobile }) => {
    test.skip(isMobile, 'A phone has no sidebar.');
    await page.goto('/overview');
    await expect(sidebar(page)).toHaveCSS('width', '232px');
    let panel = await openPanel(page);
    const choose = (group: string, choice: string) =>
      panel.getByRole('radiogroup', { name: group }).getByText(choice, { exact: true }).click();
    const optionGroups = {
      Layout: ['Vertical', 'Horizontal'],
      Width: ['Fluid', 'Boxed', 'Scrollable'],
      'Topbar theme': ['Light', 'Dark', 'Colored'],
      'Sidebar type': ['Default', 'Compact', 'Icon'],
      'Sidebar theme': ['Light', 'Dark', 'Colored'],
    };
    await expect(panel.getByRole('radiogroup')).toHaveCount(Object.keys(optionGroups).length);
    for (const [group, choices] of Object.entries(optionGroups)) {
      const options = panel.getByRole('radiogroup', { name: group });
      await expect(options.locator('label')).toHaveText(choices);
      await expect(options.getByRole('radio').first()).toBeChecked();
    }
    await expect(panel.getByRole('switch', { name: 'Preloader' })).toBeChecked();
    const findRightEdge = async () => {
      const box = await panel.boundingBox();
      return box && box.x + box.width;
    };
    await expect.poll(findRightEdge).toBe(page.viewportSize()?.width);
    const expectChosen = (group: string, choice: string) =>
      expect(panel.getByRole('radiogroup', { name: group }).getByLabel(choice)).toBeChecked();

    // The boxed width uses the icon sidebar; the other widths use the full sidebar.
    await choose('Width', 'Boxed');
    await expectChosen('Sidebar type', 'Icon');
    await expect(sidebar(page)).toHaveCSS('width', '64px');
    await choose('Width', 'Scrollable');
    await expectChosen('Sidebar type', 'Default');
    await choose('Sidebar type', 'Compact');
    await choose('Sidebar theme', 'Dark');
    await page.keyboard.press('Escape');
    await expect(panel).toHaveCount(0);
    await expect(sidebar(page)).toHaveCSS('width', '128px');
    await expect(sidebar(page)).toHaveCSS('background-color', 'rgb(21, 19, 16)');

    await page.reload();
    await expect(sidebar(page)).toHaveCSS('width', '128px');
    await expect(page.getByRole('banner')).toHaveCSS('position', 'absolute');

    // The horizontal menu is in a dark top bar, and there is no sidebar to configure.
    panel = await openPanel(page);
    await choose('Layout', 'Horizontal');
    await expectChosen('Topbar theme', 'Dark');
    await expect(panel.getByRole('radiogroup', { name: 'Sidebar type' })).toHaveCount(0);
    await choose('Width', 'Boxed');
    await page.keyboard.press('Escape');
    await page.reload();
    await expect(page.locator('#menu')).not.toBeInViewport();
    const menu = page.getByRole('banner').getByRole('navigation', { name: 'Main menu' });
    await menu.getByRole('link', { name: 'All Bins' }).click();
    await expect(page).toHaveURL('/allbins');
    await menu.getByRole('button', { name: 'My Bins' }).click();
    await page
      .getByRole('dialog', { name: 'My Bins' })
      .getByRole('link', { name: 'Home 4' })
      .click();
    await expect(page.getByRole('heading', { level: 1, name: 'Home 4' })).toBeVisible();
  });

  test('sees all twelve bins in the menu, collapses the list and opens a bin', async ({ page }) => {
    await page.goto('/contacts');
    const expectedLinks = await listBinLinks();
    const menu = page.getByRole('navigation', { name: 'Main menu' });
    const bins = menu.locator('a[href^="/binsensor/"]');
    await expect(menu.getByText('User', { exact: true })).toBeVisible();
    await expect.poll(() => readLinks(bins)).toEqual(expectedLinks);
    const toggle = menu.getByRole('button', { name: 'My Bins' });
    await expect(toggle).toHaveAttribute('aria-expanded', 'true');
    await toggle.click();
    await expect(toggle).toHaveAttribute('aria-expanded', 'false');
    await expect(bins).toHaveCount(0);
    await toggle.click();
    await bins.filter({ hasText: 'Coteau 1' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Coteau 1' })).toBeVisible();

    // In the horizontal layout, the bins open below the menu bar.
    const panel = await openPanel(page);
    await panel.getByRole('radiogroup', { name: 'Layout' }).getByText('Horizontal').click();
    await page.keyboard.press('Escape');
    await page.getByRole('banner').getByRole('button', { name: 'My Bins' }).click();
    const dropdown = page.getByRole('dialog', { name: 'My Bins' });
    await expect.poll(() => readLinks(dropdown.getByRole('link'))).toEqual(expectedLinks);
    await page.keyboard.press('Escape');
    await expect(dropdown).toHaveCount(0);
  });

  test('collapses and expands the sidebar with the menu button', async ({
    page,
    isMobile,
    consoleErrors,
  }) => {
    test.skip(isMobile, 'A phone has no sidebar.');
    await page.goto('/overview');
    // Chromium logs an error when the settings panel fails to load.
    consoleErrors.allowLostConnection();
    await page.route('**/assets/settings-panel-*.js', (route) => route.abort());
    const panel = await openPanel(page);
    await expect(panel.getByRole('alert')).toContainText('Connection error.');
    await panel.getByRole('button', { name: 'Close' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible();
    await page.getByRole('button', { name: 'Collapse menu' }).click();
    await expect(sidebar(page)).toHaveCSS('width', '64px');
    await page.reload();
    await page.getByRole('button', { name: 'Expand menu' }).click();
    await expect(sidebar(page)).toHaveCSS('width', '232px');
    // The layout changes below a width of 992 px.
    await page.setViewportSize({ width: 992, height: 700 });
    await expect(page.getByRole('button', { name: 'Collapse menu' })).toBeVisible();
    await page.setViewportSize({ width: 991, height: 700 });
    await expect(page.getByRole('button', { name: 'Open menu' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Collapse menu' })).toHaveCount(0);
  });

  test.describe('with a fake clock', () => {
    test.use({ hasNewContext: true });

    test('sees the preloader for at most 2.5 seconds unless it is turned off', async ({ page }) => {
      const preloader = page.getByRole('status', { name: 'Loading' }).first();
      let release = () => {};
      const released = new Promise<void>((resolve) => {
        release = resolve;
      });
      await page.route('**/api/board/getAllBinForAUser*', async (route) => {
        await released;
        await route.continue();
      });
      await page.goto('/overview', { waitUntil: 'commit' });
      await expect(preloader).toBeVisible();
      release();
      await expect(preloader).toHaveCount(0);
      await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible();

      // A page that takes longer than 2.5 seconds is shown as it loads.
      await page.clock.install();
      await page.unroute('**/api/board/getAllBinForAUser*');
      await page.route('**/api/board/getAllBinForAUser*', () => {});
      await page.goto('/overview', { waitUntil: 'commit' });
      await expect(preloader).toBeVisible();
      await page.clock.fastForward(2_500);
      // Nothing covers the page anymore.
      const panel = await openPanel(page);
      await panel.getByRole('switch', { name: 'Preloader' }).press('Space');
      await page.keyboard.press('Escape');
      const stored = await page.evaluate(() => localStorage.getItem('interface'));
      expect(JSON.parse(stored ?? '{}')).toMatchObject({ hasPreloader: false });
    });
  });
});

test('keeps the layout in the browser after signing out', async ({ page, createUser }) => {
  const { email } = await createUser();
  await signIn(page, email, TEST_PASSWORD);
  const panel = await openPanel(page);
  await panel.getByRole('radiogroup', { name: 'Layout' }).getByText('Horizontal').click();
  await page.goto('/logout');
  await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
  const stored = await page.evaluate(() => localStorage.getItem('interface'));
  expect(JSON.parse(stored ?? '{}')).toMatchObject({ layout: 'horizontal', topbarTheme: 'dark' });
});
