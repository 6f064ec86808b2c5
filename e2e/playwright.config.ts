import { defineConfig, devices } from '@playwright/test';
import { workerDemo } from './src/support/worker-demo.ts';

const root = process.getuid?.() === 0;
const phone = { ...devices['Pixel 7'], viewport: { width: 390, height: 844 } };
const desk = { ...devices['Desktop Chrome'], viewport: { width: 1440, height: 900 } };
// Tests of what only a narrow screen can break.
const narrowOnly = /@narrow/;
// Bins and screens are tried at both widths; beyond them, what farmers do on a phone and what is
// the same at any width there, and what is done at a desk there.
const onPhones = /\/farms\/|\/screens\/failures|\/history\/records|\/bins\/(live|who-sees-what)/;
const atDesks = /\/(accounts|staff|security)\//;

export default defineConfig({
  testDir: 'src',
  globalSetup: './src/support/global-setup.ts',
  workers: 2,
  retries: 0,
  forbidOnly: process.env['CI'] !== undefined,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  use: {
    // Set by the global setup, which runs before any worker reads this.
    baseURL: workerDemo().url,
    locale: 'en-US',
    timezoneId: 'America/Winnipeg',
    actionTimeout: 15_000,
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
      args: [
        ...(root ? ['--no-sandbox'] : []),
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
        '--disable-quic',
      ],
    },
  },
  projects: [
    { name: 'phone', use: { ...phone, colorScheme: 'light' }, testIgnore: atDesks },
    {
      name: 'desk',
      use: { ...desk, colorScheme: 'light' },
      grepInvert: narrowOnly,
      testIgnore: onPhones,
    },
  ],
});
