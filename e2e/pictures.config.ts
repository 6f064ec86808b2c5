import config from './playwright.config.ts';

/** Not tests: takes the pictures of `docs/pictures` from a demo that has its whole history. */
export default {
  ...config,
  testDir: 'pictures',
  workers: 1,
  projects: [{ name: 'pictures' }],
};
