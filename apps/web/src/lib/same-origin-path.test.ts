import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toSameOriginPath } from './same-origin-path.ts';

describe('a path on this site', () => {
  it('is returned unchanged', () => {
    expect(toSameOriginPath('/binsensor/7?at=5#x')).toBe('/binsensor/7?at=5#x');
  });

  it.each([
    undefined,
    '',
    'allbins',
    'https://evil.example/',
    '//evil.example/x',
    '/\\evil.example',
    '/.//evil.example',
    '/a/..//evil.example',
    '/\t/evil.example',
    'javascript:alert(1)',
  ])('is not %j', (text) => {
    expect(toSameOriginPath(text)).toBe(null);
  });

  it('never leads to another site', () => {
    const texts = fc.oneof(
      fc.string(),
      fc.webUrl(),
      fc.string().map((rest) => `/${rest}`),
    );
    fc.assert(
      fc.property(texts, (text) => {
        const path = toSameOriginPath(text);
        if (path === null) return;
        expect(new URL(path, 'https://granary.example').origin).toBe('https://granary.example');
      }),
    );
  });
});
