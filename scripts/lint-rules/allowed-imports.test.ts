import { describe, expect, it } from 'vitest';
import { allowsSql, findImportProblem, type Import } from './allowed-imports.ts';
import { folders } from './folders.ts';

function findProblem(
  from: string,
  specifier: string,
  options: Partial<Import> = {},
): string | null {
  return findImportProblem({ from, specifier, isTypeOnly: false, ...options }, folders);
}

const typeOnly = { isTypeOnly: true };

describe('the domain', () => {
  const file = 'packages/domain/src/bins/state.ts';

  it('may import its own files and temporal-polyfill', () => {
    expect(findProblem(file, '../units.ts')).toBeNull();
    expect(findProblem(file, 'temporal-polyfill')).toBeNull();
  });

  it('may not import anything else, not even types', () => {
    expect(findProblem(file, 'node:crypto')).toContain('may not import node:crypto');
    expect(findProblem(file, 'zod')).toContain('may not import npm:zod');
    expect(findProblem(file, '@granary/contract/bins/http', typeOnly)).toContain(
      'packages/contract',
    );
  });
});

describe('the contract', () => {
  const file = 'packages/contract/src/bins/http.ts';

  it('imports the domain and zod, not the server or the web', () => {
    expect(findProblem(file, '@granary/domain/units')).toBeNull();
    expect(findProblem(file, 'zod/mini')).toBeNull();
    expect(findProblem(file, '../../../../apps/server/src/bins/store.ts')).toContain('may not');
    expect(findProblem(file, '../../../../apps/web/src/lib/api.ts')).toContain('may not');
  });
});

describe('a feature of the server', () => {
  const logic = 'apps/server/src/fans/decide.ts';
  const routes = 'apps/server/src/fans/routes.ts';
  const store = 'apps/server/src/fans/store.ts';

  it("may import types of another feature's store, but not code", () => {
    for (const file of [logic, routes, store]) {
      expect(findProblem(file, '../accounts/store.ts', typeOnly)).toBeNull();
      expect(findProblem(file, '../accounts/store.ts')).toContain('may only import types');
    }
  });

  it('imports public files of other features, and its own files', () => {
    for (const file of [logic, routes, store]) {
      expect(findProblem(file, '../readings/bin-context.ts')).toBeNull();
      expect(findProblem(file, './rules.ts')).toBeNull();
    }
  });

  it('may use SQL only in its store', () => {
    expect(findProblem(store, 'kysely')).toBeNull();
    expect(findProblem(store, '../platform/postgres/smallints.ts')).toBeNull();
    for (const file of [logic, routes]) {
      expect(findProblem(file, 'kysely', typeOnly)).toBeNull();
      expect(findProblem(file, 'kysely')).toContain('may only import types');
      expect(findProblem(file, '../platform/postgres/smallints.ts', typeOnly)).toContain('may not');
    }
    expect([logic, routes, store].map((file) => allowsSql(file, folders))).toEqual([
      false,
      false,
      true,
    ]);
  });

  it('may use HTTP only in its routes', () => {
    expect(findProblem(routes, '../platform/http/error-response.ts')).toBeNull();
    expect(findProblem(routes, 'fastify', typeOnly)).toBeNull();
    for (const file of [logic, store]) {
      expect(findProblem(file, '../platform/http/error-response.ts')).toContain('may not');
      expect(findProblem(file, 'fastify', typeOnly)).toContain('may not');
    }
  });

  it('connects to the broker only in the gateway', () => {
    expect(
      findProblem('apps/server/src/ingest/gateway.ts', '../platform/broker/broker.ts'),
    ).toBeNull();
    for (const file of [logic, routes, store]) {
      expect(findProblem(file, '../platform/broker/broker.ts')).toContain('may not');
      expect(findProblem(file, 'mqtt')).toContain('may not');
    }
  });

  it('does not import the web app or the simulator', () => {
    expect(findProblem(logic, '@granary/simulator/frame')).toContain('apps/simulator');
    expect(findProblem(logic, '../../../web/src/lib/api.ts')).toContain('apps/web');
  });
});

it('does not let the platform import features', () => {
  const file = 'apps/server/src/platform/http/server.ts';
  expect(findProblem(file, 'fastify')).toBeNull();
  expect(findProblem(file, '../../config/config.ts')).toBeNull();
  expect(findProblem(file, '../../readings/bin-context.ts', typeOnly)).toContain('may not');
});

it('lets the app folder import everything in the server', () => {
  expect(findProblem('apps/server/src/main.ts', './fans/store.ts')).toBeNull();
  expect(findProblem('apps/server/src/app/wire-bins.ts', '../fans/store.ts')).toBeNull();
});

describe('the web app', () => {
  it('keeps features separate', () => {
    const file = 'apps/web/src/features/bins/bin-card.tsx';
    expect(findProblem(file, './state.ts')).toBeNull();
    expect(findProblem(file, '../../bin-picture/mini-bin.tsx')).toBeNull();
    expect(findProblem(file, '../readings/record-nav.tsx')).toContain('may not');
    expect(findProblem(file, '../../app/router.ts', typeOnly)).toContain('may not');
  });

  it('keeps the bin picture independent of features and the server', () => {
    const file = 'apps/web/src/bin-picture/bin-picture.tsx';
    expect(findProblem(file, '../components/theme/tokens.ts')).toBeNull();
    expect(findProblem(file, '../features/bins/state.ts', typeOnly)).toContain('may not');
    expect(findProblem(file, '../lib/api.ts')).toContain('may not');
    expect(findProblem(file, '@granary/contract/bins/http')).toContain('may not');
  });

  it('combines features in its app folder', () => {
    expect(findProblem('apps/web/src/app/router.ts', '../features/bins/bin-grid.tsx')).toBeNull();
  });

  it('does not import the server', () => {
    const file = 'apps/web/src/lib/api.ts';
    expect(findProblem(file, '../../../server/src/bins/store.ts', typeOnly)).toContain('may not');
    expect(findProblem(file, 'node:fs')).toContain('may not');
  });
});

it('does not let the simulator and end-to-end tests import the server', () => {
  const target = '../../server/src/readings/row.ts';
  expect(findProblem('apps/simulator/src/fleet.ts', target)).toContain('may not');
  expect(findProblem('e2e/src/live.spec.ts', '../../apps/server/src/main.ts')).toContain('may not');
  expect(findProblem('e2e/src/live.spec.ts', '@granary/simulator/frame')).toBeNull();
});

it('keeps test support out of shipped code', () => {
  const from = 'apps/server/src/main.ts';
  expect(findProblem(from, '../test/support/test-database.ts')).toContain('for tests only');
  const test = 'apps/server/src/bins/store.test.ts';
  expect(findProblem(test, '../../test/support/test-database.ts')).toBeNull();
});

it('disallows every import in a file that the folder list does not cover', () => {
  expect(findProblem('tools/new.ts', 'node:fs')).toContain('No entry');
});
