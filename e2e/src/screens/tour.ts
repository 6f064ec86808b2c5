import type { Page } from '@playwright/test';
import type { ConsoleErrors } from '../support/console-errors.ts';
import type { DemoUser } from '../support/demo-users.ts';
import { apiFor, test } from '../support/test.ts';
import type { Screen } from './screen.ts';
import { screens } from './screens.ts';

/** The users who take the tour; null if nobody is signed in. */
export const TOUR_USERS: readonly (DemoUser | null)[] = [null, 'farmer', 'distributor', 'admin'];

interface Tour {
  readonly as: DemoUser | null;
  readonly page: Page;
  readonly consoleErrors: ConsoleErrors;
}

/** Opens every screen of a user in turn and calls `visit` for each. */
export async function tourScreens(
  { as, page, consoleErrors }: Tour,
  visit: (screen: Screen, index: number) => Promise<void>,
): Promise<void> {
  test.setTimeout(600_000);
  const bins = await (await apiFor('farmer')).listBins();
  consoleErrors.allowStatus(404, '/api/board/getSensorReading');
  // A sign-in that needs a two-factor code gets a 403 response.
  consoleErrors.allowStatus(403, '/api/user/login');
  const failingPaths = ['user/getCustomerStates', 'user/getWorstCustomers', 'board/getBinsMenu'];
  for (const path of [...failingPaths, `board/${bins.get('Home 4')?.id}/position`]) {
    consoleErrors.allowStatus(500, `/api/${path}`);
  }
  for (const [index, screen] of screens.filter((candidate) => candidate.as === as).entries()) {
    await screen.open({ page, bins });
    await visit(screen, index);
  }
}
