import { defineConfig, devices } from '@playwright/test';
import { getWorkerDemo } from './src/support/worker-demo.ts';

const isRoot = process.getuid?.() === 0;
// One device pixel for each CSS pixel draws faster and looks the same.
const phone = {
  ...devices['Pixel 7'],
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 1,
};
const desktop = { ...devices['Desktop Chrome'], viewport: { width: 1440, height: 900 } };
/** Tags of tests that run at only one of the two widths. */
const PHONE_ONLY = /@narrow/;
const DESKTOP_ONLY = /@wide/;
// The tour shows every screen at both widths. Other tests of bins and farms run on a phone; tests of accounts,
// staff pages, security, charts and printing run on a desktop.
const phoneFiles = /\/bins\/|\/farms\/(?!report)|\/screens\/(failures|tour)|\/history\/records/;
const desktopFiles =
  /\/(accounts|staff|security)\/|\/farms\/report|\/history\/chart|\/screens\/(languages|reduced-motion)/;

export default defineConfig({
  testDir: 'src',
  globalSetup: './src/support/global-setup.ts',
  workers: 2,
  // Flaky tests, which pass when retried, are listed in the output of `npm test`.
  retries: 1,
  forbidOnly: process.env['CI'] !== undefined,
  timeout: 90_000,
  expect: { timeout: 20_000 },
  use: {
    // Set by the global setup, which runs before any worker reads this.
    baseURL: getWorkerDemo().url,
    locale: 'en-US',
    timezoneId: 'America/Winnipeg',
    actionTimeout: 15_000,
    // Dialogs do not slide and fan icons do not spin, except in `reduced-motion.spec.ts`.
    contextOptions: { reducedMotion: 'reduce' },
    screenshot: 'only-on-failure',
    // Tests cannot intercept requests that a service worker makes.
    serviceWorkers: 'block',
    launchOptions: {
      executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
      args: [
        ...(isRoot ? ['--no-sandbox'] : []),
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
        '--disable-quic',
        // Each page is open for only seconds, so optimizing its code takes more time than it saves.
        '--js-flags=--no-opt,--no-maglev',
      ],
    },
  },
  projects: [
    {
      name: 'phone',
      use: { ...phone, colorScheme: 'light' },
      grepInvert: DESKTOP_ONLY,
      testIgnore: desktopFiles,
    },
    {
      name: 'desktop',
      use: { ...desktop, colorScheme: 'light' },
      grepInvert: PHONE_ONLY,
      testIgnore: phoneFiles,
    },
  ],
});
