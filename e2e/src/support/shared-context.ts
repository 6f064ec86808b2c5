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

/** A file of the product that runs no script. */
const QUIET_PATH = '/manifest.webmanifest';

/**
 * With this, Chromium does not use the compiled code that it stored of modules. Playwright's own list of
 * features to disable is replaced; it matters for other sites and for pictures of pages.
 */
const DISABLED_FEATURES = '--disable-features=BackgroundResourceFetch,PaintHolding';

/**
 * A browser context that tests use one after the other. Between them it keeps only the product's files with
 * their compiled code; in a new context each test would load and compile them again.
 */
export class SharedContext {
  private constructor(
    private readonly context: BrowserContext,
    /** A page of the product, for its storage. The browser would end with its last page. */
    private readonly page: Page,
    private readonly folder: string,
  ) {}

  static async launch(
    browserType: BrowserType,
    { launchOptions = {}, contextOptions, ...settings }: FullProject['use'],
  ): Promise<SharedContext> {
    const folder = await mkdtemp(join(tmpdir(), 'granary-browser-'));
    // Playwright's types do not allow its own optional settings.
    const options = { ...launchOptions, ...contextOptions, ...settings } as LaunchOptions &
      BrowserContextOptions;
    const args = [...(launchOptions.args ?? []), DISABLED_FEATURES];
    const context = await browserType.launchPersistentContext(folder, { ...options, args });
    const page = context.pages()[0] ?? (await context.newPage());
    await page.goto(QUIET_PATH);
    return new SharedContext(context, page, folder);
  }

  /** Gives the context to a test, with these entries of local storage and nothing of the tests before. */
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
