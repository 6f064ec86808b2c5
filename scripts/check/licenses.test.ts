import { expect, it } from 'vitest';
import { isAllowed, type LockedPackages, listShippedPackages } from './licenses.ts';

it('accepts an expression that allowed licenses satisfy', () => {
  expect(
    ['MIT', '(MIT OR CC0-1.0)', 'GPL-3.0 OR Apache-2.0', 'MIT AND ISC'].map(isAllowed),
  ).toEqual([true, true, true, true]);
});

it('rejects licenses that are not allowed', () => {
  expect(['GPL-3.0', 'MIT AND GPL-3.0', 'Hippocratic-2.1', ''].map(isAllowed)).toEqual([
    false,
    false,
    false,
    false,
  ]);
});

it('follows dependencies through our own packages to the nearest installed copy, and excludes test dependencies', () => {
  const packages: LockedPackages = {
    'apps/server': { dependencies: { '@granary/domain': '0.1.0', fastify: '5.0.0' } },
    'node_modules/@granary/domain': { link: true, resolved: 'packages/domain' },
    'packages/domain': { dependencies: { temporal: '1.0.0' } },
    'node_modules/temporal': {},
    'node_modules/fastify': {
      dependencies: { pino: '9.0.0' },
      optionalDependencies: { gone: '1' },
    },
    'node_modules/fastify/node_modules/pino': {},
    'node_modules/pino': {},
    e2e: { dependencies: { playwright: '1.0.0' } },
    'node_modules/playwright': {},
  };
  const paths = listShippedPackages(packages);
  expect(paths).toContain('node_modules/temporal');
  expect(paths).toContain('node_modules/fastify/node_modules/pino');
  expect(paths).not.toContain('node_modules/pino');
  expect(paths).not.toContain('node_modules/playwright');
});
