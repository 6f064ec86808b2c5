import { describe, expect, it } from 'vitest';
import { folders } from './folders.ts';
import { type Import, mayHoldSql, refusalOf } from './zones.ts';

function refused(from: string, specifier: string, how: Partial<Import> = {}): string | null {
  return refusalOf({ from, specifier, isTypeOnly: false, ...how }, folders);
}

const asType = { isTypeOnly: true };

describe('the domain', () => {
  const file = 'packages/domain/src/bins/state.ts';

  it('imports itself and the one pure library', () => {
    expect(refused(file, '../units.ts')).toBeNull();
    expect(refused(file, 'temporal-polyfill')).toBeNull();
  });

  it('imports nothing else, be it for types alone', () => {
    expect(refused(file, 'node:crypto')).toContain('may not import node:crypto');
    expect(refused(file, 'zod')).toContain('may not import npm:zod');
    expect(refused(file, '@granary/contract/bins/http', asType)).toContain('packages/contract');
  });
});

describe('the contract', () => {
  const file = 'packages/contract/src/bins/http.ts';

  it('imports the domain and zod, and neither server nor web', () => {
    expect(refused(file, '@granary/domain/units')).toBeNull();
    expect(refused(file, 'zod/mini')).toBeNull();
    expect(refused(file, '../../../../apps/server/src/bins/present.ts')).toContain('may not');
    expect(refused(file, '../../../../apps/web/src/lib/api.ts')).toContain('may not');
  });
});

describe('a room of the server', () => {
  const engine = 'apps/server/src/fans/decide.ts';
  const routes = 'apps/server/src/fans/routes.ts';
  const store = 'apps/server/src/fans/store.ts';

  it("takes another room's store as a type, not as code", () => {
    for (const file of [engine, routes, store]) {
      expect(refused(file, '../bins/store.ts', asType)).toBeNull();
      expect(refused(file, '../bins/store.ts')).toContain('may only import types');
    }
  });

  it("takes another room's face, and its own files", () => {
    for (const file of [engine, routes, store]) {
      expect(refused(file, '../bins/context.ts')).toBeNull();
      expect(refused(file, './rules.ts')).toBeNull();
    }
  });

  it('writes SQL in its store alone', () => {
    expect(refused(store, 'kysely')).toBeNull();
    expect(refused(store, '../platform/postgres/smallints.ts')).toBeNull();
    for (const file of [engine, routes]) {
      expect(refused(file, 'kysely', asType)).toBeNull();
      expect(refused(file, 'kysely')).toContain('may only import types');
      expect(refused(file, '../platform/postgres/smallints.ts', asType)).toContain('may not');
    }
    expect([engine, routes, store].map((file) => mayHoldSql(file, folders))).toEqual([
      false,
      false,
      true,
    ]);
  });

  it('speaks HTTP in its routes alone', () => {
    expect(refused(routes, '../platform/http/refusal.ts')).toBeNull();
    expect(refused(routes, 'fastify', asType)).toBeNull();
    for (const file of [engine, store]) {
      expect(refused(file, '../platform/http/refusal.ts')).toContain('may not');
      expect(refused(file, 'fastify', asType)).toContain('may not');
    }
  });

  it('reaches the broker through the gateway alone', () => {
    expect(refused('apps/server/src/boards/gateway.ts', '../platform/broker/broker.ts')).toBeNull();
    for (const file of [engine, routes, store]) {
      expect(refused(file, '../platform/broker/broker.ts')).toContain('may not');
      expect(refused(file, 'mqtt')).toContain('may not');
    }
  });

  it('does not reach the web or the simulator', () => {
    expect(refused(engine, '@granary/simulator/frame')).toContain('apps/simulator');
    expect(refused(engine, '../../../web/src/lib/api.ts')).toContain('apps/web');
  });
});

it('lets the platform import no room', () => {
  const file = 'apps/server/src/platform/http/server.ts';
  expect(refused(file, 'fastify')).toBeNull();
  expect(refused(file, '../../config/config.ts')).toBeNull();
  expect(refused(file, '../../bins/context.ts', asType)).toContain('may not');
});

it('lets compose import everything of the server', () => {
  expect(refused('apps/server/src/compose.ts', './fans/store.ts')).toBeNull();
  expect(refused('apps/server/src/compose/bin-rooms.ts', '../fans/store.ts')).toBeNull();
});

describe('the web', () => {
  it('keeps features apart', () => {
    const file = 'apps/web/src/features/bins/bin-card.tsx';
    expect(refused(file, './state.ts')).toBeNull();
    expect(refused(file, '../../bin-picture/mini-bin.tsx')).toBeNull();
    expect(refused(file, '../readings/record-nav.tsx')).toContain('may not');
    expect(refused(file, '../../app/router.ts', asType)).toContain('may not');
  });

  it('keeps the bin picture free of features and of the server', () => {
    const file = 'apps/web/src/bin-picture/bin-picture.tsx';
    expect(refused(file, '../components/theme/tokens.ts')).toBeNull();
    expect(refused(file, '../features/bins/state.ts', asType)).toContain('may not');
    expect(refused(file, '../lib/api.ts')).toContain('may not');
    expect(refused(file, '@granary/contract/bins/http')).toContain('may not');
  });

  it('composes features in its app', () => {
    expect(refused('apps/web/src/app/router.ts', '../features/bins/bin-grid.tsx')).toBeNull();
  });

  it('does not reach the server', () => {
    const file = 'apps/web/src/lib/api.ts';
    expect(refused(file, '../../../server/src/bins/present.ts', asType)).toContain('may not');
    expect(refused(file, 'node:fs')).toContain('may not');
  });
});

it('keeps simulator and end-to-end tests out of the server', () => {
  const target = '../../server/src/readings/row.ts';
  expect(refused('apps/simulator/src/fleet.ts', target)).toContain('may not');
  expect(refused('e2e/src/live.spec.ts', '../../apps/server/src/main.ts')).toContain('may not');
  expect(refused('e2e/src/live.spec.ts', '@granary/simulator/frame')).toBeNull();
});

it('keeps test support out of what ships', () => {
  const from = 'apps/server/src/compose.ts';
  expect(refused(from, '../test/support/test-database.ts')).toContain('for tests alone');
  const test = 'apps/server/src/bins/store.test.ts';
  expect(refused(test, '../../test/support/test-database.ts')).toBeNull();
});

it('refuses every import of a file that the list does not cover', () => {
  expect(refused('tools/new.ts', 'node:fs')).toContain('No entry');
});
