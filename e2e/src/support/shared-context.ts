import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type {
  BrowserContext,
  BrowserContextOptions,
  BrowserType,
  FullProject,
  LaunchOptions,
  Page,
} from '@playwright/test';

/** A file served by the app that does not run scripts. */
export const SCRIPTLESS_PATH = '/manifest.webmanifest';

/**
 * The first feature keeps Chromium from using its code cache for modules. This switch replaces Playwright's
 * own list of disabled features; of that list, only PaintHolding matters here.
 */
const DISABLED_FEATURES = '--disable-features=BackgroundResourceFetch,PaintHolding';

/**
 * A browser context with one page that tests use in turn. Between tests, the context keeps the app's files
 * cached and the page keeps their compiled code; a new context would load and compile them again for each test.
 * Tests must not add scripts, functions or headers to either, because they would leak into later tests.
 */
export class SharedContext {
  private constructor(
    private readonly context: BrowserContext,
    readonly page: Page,
    private readonly settings: FullProject['use'],
    private readonly userDataDir: string,
  ) {}

  static async launch(
    browserType: BrowserType,
    project: FullProject['use'],
  ): Promise<SharedContext> {
    const { launchOptions = {}, contextOptions, ...settings } = project;
    const folder = await mkdtemp(join(tmpdir(), 'granary-browser-'));
    // Playwright's types do not accept its own settings when they are undefined.
    const options = { ...launchOptions, ...contextOptions, ...settings } as LaunchOptions &
      BrowserContextOptions;
    const args = [...(launchOptions.args ?? []), DISABLED_FEATURES];
    const context = await browserType.launchPersistentContext(folder, { ...options, args });
    const page = context.pages()[0] ?? (await context.newPage());
    await page.goto(SCRIPTLESS_PATH);
    return new SharedContext(context, page, settings, folder);
  }

  /** Whether this is the shared context. */
  isShared(context: BrowserContext): boolean {
    return context === this.context;
  }

  /** Gives the context to a test, with only these entries in local storage. */
  async runWith(
    localStorage: readonly { readonly name: string; readonly value: string }[],
    use: (context: BrowserContext) => Promise<void>,
  ): Promise<void> {
    await this.page.evaluate((entries) => {
      window.sessionStorage.clear();
      window.localStorage.clear();
      for (const { name, value } of entries) window.localStorage.setItem(name, value);
    }, localStorage);
    await use(this.context);
    await this.reset();
  }

  /** Leaves the app and undoes what a test changed. */
  private async reset(): Promise<void> {
    const { viewport, colorScheme } = this.settings;
    const openedPages = this.context.pages().filter((page) => page !== this.page);
    await Promise.all(openedPages.map((page) => page.close()));
    for (const event of ['dialog', 'request'] as const) this.page.removeAllListeners(event);
    await this.page.unrouteAll({ behavior: 'ignoreErrors' });
    await this.context.unrouteAll({ behavior: 'ignoreErrors' });
    await this.context.setOffline(false);
    await this.page.goto(SCRIPTLESS_PATH);
    if (viewport) await this.page.setViewportSize(viewport);
    await this.page.emulateMedia({ media: null, colorScheme: colorScheme ?? 'light' });
    await this.context.clearPermissions();
    await this.context.clearCookies();
  }

  async close(): Promise<void> {
    await this.context.close();
    await rm(this.userDataDir, { recursive: true, force: true });
  }
}
