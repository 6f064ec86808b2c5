import config from './playwright.config.ts';

/** Takes the screenshots in `docs/pictures` from a demo with its full history. */
export default {
  ...config,
  testDir: 'pictures',
  workers: 1,
  projects: [{ name: 'pictures' }],
};
