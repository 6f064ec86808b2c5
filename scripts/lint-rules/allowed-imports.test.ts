import { describe, expect, it } from 'vitest';
import { findImportProblem, type Import, mayHaveSql } from './allowed-imports.ts';
import { folders } from './folders.ts';

function importProblem(from: string, specifier: string, how: Partial<Import> = {}): string | null {
  return findImportProblem({ from, specifier, isTypeOnly: false, ...how }, folders);
}

const asType = { isTypeOnly: true };

describe('the domain', () => {
  const file = 'packages/domain/src/bins/state.ts';

  it('imports itself and the one pure library', () => {
    expect(importProblem(file, '../units.ts')).toBeNull();
    expect(importProblem(file, 'temporal-polyfill')).toBeNull();
  });

  it('imports nothing else, not even types', () => {
    expect(importProblem(file, 'node:crypto')).toContain('may not import node:crypto');
    expect(importProblem(file, 'zod')).toContain('may not import npm:zod');
    expect(importProblem(file, '@granary/contract/bins/http', asType)).toContain(
      'packages/contract',
    );
  });
});

describe('the contract', () => {
  const file = 'packages/contract/src/bins/http.ts';

  it('imports the domain and zod, not the server or the web', () => {
    expect(importProblem(file, '@granary/domain/units')).toBeNull();
    expect(importProblem(file, 'zod/mini')).toBeNull();
    expect(importProblem(file, '../../../../apps/server/src/bins/store.ts')).toContain('may not');
    expect(importProblem(file, '../../../../apps/web/src/lib/api.ts')).toContain('may not');
  });
});

describe('a feature of the server', () => {
  const engine = 'apps/server/src/fans/decide.ts';
  const routes = 'apps/server/src/fans/routes.ts';
  const store = 'apps/server/src/fans/store.ts';

  it("may import types of another feature's store, but not code", () => {
    for (const file of [engine, routes, store]) {
      expect(importProblem(file, '../accounts/store.ts', asType)).toBeNull();
      expect(importProblem(file, '../accounts/store.ts')).toContain('may only import types');
    }
  });

  it('imports public files of other features, and its own files', () => {
    for (const file of [engine, routes, store]) {
      expect(importProblem(file, '../readings/bin-context.ts')).toBeNull();
      expect(importProblem(file, './rules.ts')).toBeNull();
    }
  });

  it('has SQL only in its store', () => {
    expect(importProblem(store, 'kysely')).toBeNull();
    expect(importProblem(store, '../platform/postgres/smallints.ts')).toBeNull();
    for (const file of [engine, routes]) {
      expect(importProblem(file, 'kysely', asType)).toBeNull();
      expect(importProblem(file, 'kysely')).toContain('may only import types');
      expect(importProblem(file, '../platform/postgres/smallints.ts', asType)).toContain('may not');
    }
    expect([engine, routes, store].map((file) => mayHaveSql(file, folders))).toEqual([
      false,
      false,
      true,
    ]);
  });

  it('has HTTP only in its routes', () => {
    expect(importProblem(routes, '../platform/http/error-response.ts')).toBeNull();
    expect(importProblem(routes, 'fastify', asType)).toBeNull();
    for (const file of [engine, store]) {
      expect(importProblem(file, '../platform/http/error-response.ts')).toContain('may not');
      expect(importProblem(file, 'fastify', asType)).toContain('may not');
    }
  });

  it('connects to the broker only in the gateway', () => {
    expect(
      importProblem('apps/server/src/ingest/gateway.ts', '../platform/broker/broker.ts'),
    ).toBeNull();
    for (const file of [engine, routes, store]) {
      expect(importProblem(file, '../platform/broker/broker.ts')).toContain('may not');
      expect(importProblem(file, 'mqtt')).toContain('may not');
    }
  });

  it('does not import the web or the simulator', () => {
    expect(importProblem(engine, '@granary/simulator/frame')).toContain('apps/simulator');
    expect(importProblem(engine, '../../../web/src/lib/api.ts')).toContain('apps/web');
  });
});

it('does not let the platform import features', () => {
  const file = 'apps/server/src/platform/http/server.ts';
  expect(importProblem(file, 'fastify')).toBeNull();
  expect(importProblem(file, '../../config/config.ts')).toBeNull();
  expect(importProblem(file, '../../readings/bin-context.ts', asType)).toContain('may not');
});

it('lets app import everything of the server', () => {
  expect(importProblem('apps/server/src/main.ts', './fans/store.ts')).toBeNull();
  expect(importProblem('apps/server/src/app/wire-bins.ts', '../fans/store.ts')).toBeNull();
});

describe('the web', () => {
  it('keeps features separate', () => {
    const file = 'apps/web/src/features/bins/bin-card.tsx';
    expect(importProblem(file, './state.ts')).toBeNull();
    expect(importProblem(file, '../../bin-picture/mini-bin.tsx')).toBeNull();
    expect(importProblem(file, '../readings/record-nav.tsx')).toContain('may not');
    expect(importProblem(file, '../../app/router.ts', asType)).toContain('may not');
  });

  it('keeps the bin picture free of features and of the server', () => {
    const file = 'apps/web/src/bin-picture/bin-picture.tsx';
    expect(importProblem(file, '../components/theme/tokens.ts')).toBeNull();
    expect(importProblem(file, '../features/bins/state.ts', asType)).toContain('may not');
    expect(importProblem(file, '../lib/api.ts')).toContain('may not');
    expect(importProblem(file, '@granary/contract/bins/http')).toContain('may not');
  });

  it('combines features in its app', () => {
    expect(importProblem('apps/web/src/app/router.ts', '../features/bins/bin-grid.tsx')).toBeNull();
  });

  it('does not import the server', () => {
    const file = 'apps/web/src/lib/api.ts';
    expect(importProblem(file, '../../../server/src/bins/store.ts', asType)).toContain('may not');
    expect(importProblem(file, 'node:fs')).toContain('may not');
  });
});

it('keeps the simulator and end-to-end tests away from the server', () => {
  const target = '../../server/src/readings/row.ts';
  expect(importProblem('apps/simulator/src/fleet.ts', target)).toContain('may not');
  expect(importProblem('e2e/src/live.spec.ts', '../../apps/server/src/main.ts')).toContain(
    'may not',
  );
  expect(importProblem('e2e/src/live.spec.ts', '@granary/simulator/frame')).toBeNull();
});

it('keeps test support out of shipped code', () => {
  const from = 'apps/server/src/main.ts';
  expect(importProblem(from, '../test/support/test-database.ts')).toContain('for tests only');
  const test = 'apps/server/src/bins/store.test.ts';
  expect(importProblem(test, '../../test/support/test-database.ts')).toBeNull();
});

it('refuses all imports of a file that the list does not cover', () => {
  expect(importProblem('tools/new.ts', 'node:fs')).toContain('No entry');
});
