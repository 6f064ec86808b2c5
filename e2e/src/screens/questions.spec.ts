import { DAY } from '@granary/domain/units';
import { expect, type Locator, type Page } from '@playwright/test';
import { test } from '../support/test.ts';
import { cell, main } from './screen.ts';

/** The maximum number of taps for an answer, counted from the first page after sign-in. */
const MAX_TAPS = 5;

/**
 * Taps a target. `choose` counts two taps, because an open native select list is not part of the page and its
 * option cannot be tapped.
 */
interface Tap {
  (target: Locator): Promise<void>;
  choose(list: Locator, choice: string): Promise<void>;
}

interface Question {
  readonly name: string;
  /** Taps until the answer shows; typing does not count. */
  readonly answer: (page: Page, tap: Tap) => Promise<void>;
}

const link = (page: Page, name: string) => main(page).getByRole('link', { name, exact: true });
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const openBin = (page: Page, tap: Tap, bin = 'Home 4') => tap(link(page, bin).first());
/** Finds the banner by its summary text, because other collapsible notices might load first. */
const hotSpotBanner = (page: Page) =>
  main(page)
    .getByRole('group')
    .filter({ has: page.locator('summary', { hasText: 'Hot spot' }) });
const openMenu = (page: Page, tap: Tap) => tap(button(page, 'Open menu'));

/** Formats the date this many days ago as the chart shows it; all demo farms share a time zone. */
function formatDaysAgo(days: number): string {
  const today = new Date().toLocaleDateString('en-CA', { timeZone: 'America/Winnipeg' });
  return new Intl.DateTimeFormat('en-US', {
    weekday: 'short',
    month: 'short',
    day: 'numeric',
    year: 'numeric',
    timeZone: 'UTC',
  }).format(Date.parse(today) - days * DAY);
}

/** Compares the latest record of a bin with an earlier one. */
async function compareRecords(page: Page, tap: Tap, menuItem: string): Promise<void> {
  await openBin(page, tap);
  await tap(button(page, 'Compare with…'));
  await tap(page.getByRole('menuitem', { name: menuItem }));
  await expect(main(page)).toContainText('Compared with');
}

const farmerQuestions: readonly Question[] = [
  {
    name: 'What needs my attention today?',
    answer: async (page) => {
      const attention = page.getByRole('region', { name: 'Needs attention' });
      await expect(attention.getByRole('listitem').first()).toContainText('Hot spot');
    },
  },
  {
    name: 'Which sensor is hot, since when, and how fast is it warming?',
    answer: async (page, tap) => {
      await openBin(page, tap);
      const hotSpot = hotSpotBanner(page);
      await tap(hotSpot.locator('summary'));
      await expect(hotSpot).toContainText(/Cable 3, row \d+ from the top/);
      await expect(hotSpot).toContainText('Began');
      await expect(hotSpot).toContainText(/° per day/);
    },
  },
  {
    name: 'How does this week compare with last week?',
    answer: (page, tap) => compareRecords(page, tap, 'A week earlier'),
  },
  {
    name: 'How does this year compare with last year?',
    answer: async (page, tap) => {
      await openBin(page, tap);
      await tap(cell(page, 3, 11));
      await tap(page.getByRole('dialog').getByRole('link', { name: 'Show history' }));
      const comparison = page.getByRole('combobox', { name: 'Compare with' });
      await tap.choose(comparison, 'Same days last year');
      // This is the name of the line; the option is worded differently.
      await expect(main(page)).toContainText('from the top, last year');
    },
  },
  {
    name: 'What did the fan do last night?',
    answer: async (page, tap) => {
      await openBin(page, tap, 'Coteau 1');
      await tap(link(page, 'Fan'));
      const runs = page.getByRole('region', { name: 'What the fan did' });
      await tap(runs.getByText('24 h', { exact: true }));
      await expect(runs.getByText(/^Ran |did not run/).first()).toBeVisible();
    },
  },
  {
    name: 'How much wheat do I have?',
    answer: async (page, tap) => {
      const grain = page.getByRole('region', { name: 'Grain in storage' });
      await tap(grain.getByRole('button'));
      await expect(grain).toContainText(/Wheat\d+,/);
    },
  },
  {
    name: 'How much was hauled out this month?',
    answer: async (page, tap) => {
      const grain = page.getByRole('region', { name: 'Grain in storage' });
      // The section might still be open from the previous question.
      const toggle = grain.getByRole('button', { name: 'Grain in storage' });
      if ((await toggle.getAttribute('aria-expanded')) === 'false') await tap(toggle);
      const movedGrain = grain.getByRole('region', { name: 'Loaded and unloaded' });
      await expect(
        movedGrain.getByRole('columnheader').or(movedGrain.getByText('Nothing')),
      ).not.toHaveCount(0);
    },
  },
  {
    name: 'How much was hauled out of a bin?',
    answer: async (page, tap) => {
      await openBin(page, tap);
      await tap(link(page, 'Inventory'));
      await tap(page.getByRole('tab', { name: 'Bin Sensor UnLoads' }));
      await expect(page.getByRole('row').nth(1)).toContainText(/\d/);
    },
  },
  {
    name: 'How do I record a truckload?',
    answer: async (page, tap) => {
      await openBin(page, tap, 'Coteau 3');
      await tap(link(page, 'Inventory'));
      await tap(button(page, 'Add load'));
      const dialog = page.getByRole('dialog');
      const volume = dialog.getByRole('textbox', { name: /^Volume/ });
      await expect(volume).toBeFocused();
      await volume.fill('431');
      await tap(dialog.getByRole('button', { name: 'Save' }));
      await expect(dialog).toHaveCount(0);
      // These clicks only restore the demo, so they are not counted.
      const row = page.getByRole('row').filter({ hasText: '431' }).first();
      await row.getByRole('button', { name: /^Delete:/ }).click();
      await dialog.getByRole('button', { name: 'Yes, delete it!' }).click();
      await dialog.getByRole('button', { name: 'OK' }).click();
      await expect(dialog).toHaveCount(0);
    },
  },
  {
    name: 'How do I mute a sensor?',
    answer: async (page, tap) => {
      await openBin(page, tap);
      await tap(cell(page, 1, 14));
      const status = page.getByRole('dialog').getByRole('radiogroup', { name: 'Sensor status' });
      await tap(status.getByText('Mute'));
      await expect(status.getByRole('radio', { name: 'Mute' })).toBeChecked();
      // These clicks only restore the demo, so they are not counted.
      const restoreResponse = page.waitForResponse('**/api/board/sensor/**');
      await status.getByText('Default').click();
      await restoreResponse;
    },
  },
  {
    name: 'Where is a bin?',
    answer: async (page, tap) => {
      await openBin(page, tap);
      await tap(link(page, 'Home Yard'));
      await tap(link(page, 'Map'));
      await expect(link(page, 'Home 4, Critical')).toBeVisible();
    },
  },
  {
    name: 'How do I print a report for the bank?',
    answer: async (page, tap) => {
      await openBin(page, tap);
      await tap(link(page, 'Home Yard'));
      await tap(link(page, 'Report'));
      await expect(button(page, 'Print or save as PDF')).toBeEnabled();
    },
  },
  {
    name: 'Is Cable 3 worse than the others?',
    answer: async (page, tap) => {
      await openBin(page, tap);
      await tap(hotSpotBanner(page).locator('summary'));
      await tap(link(page, 'Cable 3 over time'));
      await expect(main(page)).toContainText('Median of row');
    },
  },
  {
    name: 'When was a bin last full?',
    answer: async (page, tap) => {
      await openBin(page, tap, 'Coteau 3');
      await tap(link(page, 'Inventory'));
      await tap(link(page, 'Level over time'));
      await tap(main(page).getByText('1 yr', { exact: true }));
      await expect(main(page).getByText(/^Daily values/)).toBeVisible();
      // One tap, then a drag to where the line is high.
      const time = main(page).getByRole('slider', { name: 'Time' });
      await tap(time);
      const last = Number(await time.getAttribute('max'));
      await time.fill(`${last - 165}`);
      await expect(time).toHaveAttribute('aria-valuetext', /Fill 65\.6/);
      await time.fill(`${last - 175}`);
      await expect(main(page).getByRole('definition').first()).toHaveText(/^88\.9\s%$/);
      await expect(main(page)).toContainText(formatDaysAgo(175));
    },
  },
];

const distributorQuestions: readonly Question[] = [
  {
    name: 'Which customer has a board without data, and what is their phone number?',
    answer: async (page) => {
      const customer = page.getByRole('row', { name: /No data [1-9]/ });
      await expect(customer.getByRole('link', { name: /^Call / })).toBeVisible();
    },
  },
  {
    name: 'What did the board send when it failed?',
    answer: async (page, tap) => {
      await openMenu(page, tap);
      await tap(page.getByRole('link', { name: 'Raw Data History' }));
      const board = page.getByRole('textbox', { name: 'Main board or bin' });
      await tap(board);
      await board.fill('PG-0417');
      await tap(button(page, /^Filter$/));
      await tap(button(page, /^Show PG-0417/).first());
      await expect(page.getByRole('dialog')).toContainText('{');
    },
  },
];

for (const [as, questions] of [
  ['farmer', farmerQuestions],
  ['distributor', distributorQuestions],
] as const) {
  test.describe(`a ${as} on a phone @narrow`, () => {
    test.use({ as });

    test(`gets an answer to each question in at most ${MAX_TAPS} taps`, async ({ page }) => {
      test.slow();
      for (const { name, answer } of questions) {
        await page.goto('/');
        await main(page).getByRole('heading', { level: 1 }).waitFor();
        let taps = 0;
        const tap: Tap = async (target) => {
          taps++;
          await target.tap();
        };
        tap.choose = async (list, choice) => {
          taps += 2;
          await list.selectOption(choice);
        };
        await answer(page, tap);
        test.info().annotations.push({ type: 'taps', description: `${taps} ${name}` });
        expect.soft(taps, name).toBeLessThanOrEqual(MAX_TAPS);
      }
    });
  });
}
