import { isDeepStrictEqual } from 'node:util';
import { test as base, expect } from '@playwright/test';
import { ApiClient } from './api.ts';
import { ConsoleErrors } from './console-errors.ts';
import { type DemoUser, demoUserNames } from './demo-users.ts';
import { SharedContext } from './shared-context.ts';
import { getWorkerDemo } from './worker-demo.ts';

interface Settings {
  /** The signed-in user; null if nobody is signed in. */
  readonly as: DemoUser | null;
  /** The language stored in the browser; null to use the browser's default. */
  readonly language: string | null;
  /** Whether the test gets a new browser context. A test that replaces the clock or adds scripts needs one. */
  readonly hasNewContext: boolean;
}

interface Fixtures extends Settings {
  readonly consoleErrors: ConsoleErrors;
  /** An API client with the session of the signed-in user. */
  readonly api: ApiClient;
  /** The port that boards connect to. */
  readonly mqttPort: number;
}

/** Signing in costs the server a password hash, so each worker does it once for each user. */
const signedInClients = new Map<DemoUser, Promise<ApiClient>>();

/** Returns an API client with the session of a demo user. */
export function apiFor(user: DemoUser): Promise<ApiClient> {
  const client = signedInClients.get(user) ?? ApiClient.forDemoUser(user, granaryUrl());
  signedInClients.set(user, client);
  return client;
}

/** The URL of this worker's demo. */
export function granaryUrl(): string {
  return getWorkerDemo().url;
}

interface WorkerFixtures {
  readonly sharedContext: SharedContext;
}

/** Playwright's test. It fails on console errors that the test did not allow. */
export const test = base.extend<Fixtures, WorkerFixtures>({
  as: [null, { option: true }],
  language: [null, { option: true }],
  hasNewContext: [false, { option: true }],
  sharedContext: [
    async ({ playwright }, use, { project }) => {
      const context = await SharedContext.launch(playwright.chromium, project.use);
      await use(context);
      await context.close();
    },
    { scope: 'worker' },
  ],
  // Tests whose settings differ from those of the project get a new context.
  context: async (
    {
      browser,
      sharedContext,
      storageState,
      hasNewContext,
      baseURL,
      viewport,
      isMobile,
      hasTouch,
      deviceScaleFactor,
      locale,
      timezoneId,
      colorScheme,
      contextOptions,
    },
    use,
    { project },
  ) => {
    const settings = {
      baseURL,
      viewport,
      isMobile,
      hasTouch,
      deviceScaleFactor,
      locale,
      timezoneId,
      colorScheme,
      contextOptions,
    };
    const hasDefaultSettings = isDeepStrictEqual(project.use, { ...project.use, ...settings });
    if (hasDefaultSettings && !hasNewContext && typeof storageState === 'object') {
      await sharedContext.runWith(storageState.origins[0]?.localStorage ?? [], use);
      return;
    }
    const context = await browser.newContext();
    await use(context);
    await context.close();
  },
  page: async ({ context, sharedContext }, use) => {
    await use(sharedContext.isShared(context) ? sharedContext.page : await context.newPage());
  },
  consoleErrors: [
    async ({ context }, use) => {
      const errors = new ConsoleErrors(context);
      errors.watch();
      await use(errors);
      errors.unwatch();
      expect(errors.problems, 'console errors').toEqual([]);
    },
    { auto: true },
  ],
  api: async ({ as }, use) => {
    if (as === null) throw new Error('Nobody is signed in.');
    await use(await apiFor(as));
  },
  mqttPort: async ({ baseURL: _ }, use) => use(getWorkerDemo().mqttPort),
  storageState: async ({ as, language, baseURL }, use) => {
    const entries: Record<string, string> = {};
    if (language !== null) entries['language'] = language;
    if (as !== null) {
      entries['token'] = (await apiFor(as)).token;
      entries['authUser'] = JSON.stringify({ username: demoUserNames[as] });
    }
    const localStorage = Object.entries(entries).map(([name, value]) => ({ name, value }));
    await use({ cookies: [], origins: [{ origin: new URL(baseURL ?? '').origin, localStorage }] });
  },
});
