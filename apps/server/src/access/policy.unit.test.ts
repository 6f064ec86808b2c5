import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestAppWithoutDatabase, type TestApp } from '../../test/support/test-app.ts';
import { assertDeclared, openRoutes, policy } from './policy.ts';

let granary: TestApp;

beforeAll(async () => {
  // An undeclared route would already have failed here.
  granary = await createTestAppWithoutDatabase({ webAppFolder: import.meta.dirname });
});

afterAll(() => granary.dispose());

describe('the access policy', () => {
  it('requires an entry for every route', () => {
    const undeclaredRoute = { schema: { hide: true }, handler: async () => null };
    for (const url of ['/api/board/everything', '/healthz/all', '/api/docs/secret', '/*/x']) {
      expect(() => granary.app.get(url, undeclaredRoute)).toThrow(
        `The access policy has no entry for GET ${url}.`,
      );
    }
    expect(() => granary.app.post('/healthz', undeclaredRoute)).toThrow('POST /healthz');
  });

  it('names only existing calls', async () => {
    // The upload routes are in a plugin, which is registered when the app is ready.
    await granary.app.ready();
    for (const name of policy.keys()) {
      const [method = '', path = ''] = name.split(' ');
      expect(granary.app.hasRoute({ method, url: `/api/${path}` }), name).toBe(true);
    }
  });

  it('names only existing open routes', () => {
    for (const url of openRoutes) {
      const [withSlash, withoutSlash] = [url, url.replace(/\/$/, '')];
      const exists = [withSlash, withoutSlash].some((path) =>
        granary.app.hasRoute({ method: 'GET', url: path }),
      );
      expect(exists, url).toBe(true);
    }
  });

  it('treats HEAD like GET', () => {
    expect(() => assertDeclared('HEAD', '/api/board/getBinSensor')).not.toThrow();
    expect(() => assertDeclared('PUT', '/api/board/getBinSensor')).toThrow();
    expect(() => assertDeclared('POST', '/*')).toThrow();
  });
});
