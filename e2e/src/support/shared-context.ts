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

/** A file of the app that runs no scripts. */
const SCRIPTLESS_PATH = '/manifest.webmanifest';

/**
 * The first feature keeps Chromium from using its stored compiled code of modules. This switch replaces
 * Playwright's list, of which only the second matters here.
 */
const DISABLED_FEATURES = '--disable-features=BackgroundResourceFetch,PaintHolding';

/**
 * A browser context that tests use in turn. Between tests it keeps the app's files and their compiled code; in a
 * new context each test would load and compile them again. Tests must not add scripts, functions or headers to
 * the context, which stay there.
 */
export class SharedContext {
  private constructor(
    private readonly context: BrowserContext,
    /** Gives access to local storage, and keeps the browser open, which ends with its last page. */
    private readonly page: Page,
    private readonly folder: string,
  ) {}

  static async launch(
    browserType: BrowserType,
    { launchOptions = {}, contextOptions, ...settings }: FullProject['use'],
  ): Promise<SharedContext> {
    const folder = await mkdtemp(join(tmpdir(), 'granary-browser-'));
    // Playwright's types do not accept its own settings when they are undefined.
    const options = { ...launchOptions, ...contextOptions, ...settings } as LaunchOptions &
      BrowserContextOptions;
    const args = [...(launchOptions.args ?? []), DISABLED_FEATURES];
    const context = await browserType.launchPersistentContext(folder, { ...options, args });
    const page = context.pages()[0] ?? (await context.newPage());
    await page.goto(SCRIPTLESS_PATH);
    return new SharedContext(context, page, folder);
  }

  /** Gives the context to a test, with only these entries of local storage. */
  async lend(
    localStorage: readonly { readonly name: string; readonly value: string }[],
    use: (context: BrowserContext) => Promise<void>,
  ): Promise<void> {
    await this.context.clearCookies();
    await this.page.evaluate((entries) => {
      window.localStorage.clear();
      for (const { name, value } of entries) window.localStorage.setItem(name, value);
    }, localStorage);
    await use(this.context);
    const opened = this.context.pages().filter((page) => page !== this.page);
    await Promise.all(opened.map((page) => page.close()));
    await this.context.unrouteAll({ behavior: 'ignoreErrors' });
    await this.context.clearPermissions();
    await this.context.setOffline(false);
  }

  async close(): Promise<void> {
    await this.context.close();
    await rm(this.folder, { recursive: true, force: true });
  }
}
