// @vitest-environment node
import { SECOND } from '@granary/domain/units';
import { afterEach, describe, expect, it } from 'vitest';
import { takePreloadedResponse } from './preloaded-responses.ts';

const REQUEST_URL = '/api/farm/getFarm?farm_id=7';
const HEADERS = { Authorization: 'Bearer abc', 'Accept-Language': 'de' };

function preload() {
  const response = Promise.resolve(new Response('{}'));
  globalThis.preloadedResponses = {
    token: 'abc',
    language: 'de',
    responses: new Map([[REQUEST_URL, response]]),
  };
  return response;
}

afterEach(() => {
  globalThis.preloadedResponses = undefined;
});

describe('a preloaded response', () => {
  it('is taken once, by the same call', () => {
    const response = preload();
    expect(takePreloadedResponse(`${REQUEST_URL}1`, HEADERS, SECOND)).toBeUndefined();
    expect(takePreloadedResponse(REQUEST_URL, HEADERS, SECOND)).toBe(response);
    expect(takePreloadedResponse(REQUEST_URL, HEADERS, SECOND)).toBeUndefined();
  });

  it.each([
    ['in another session', { ...HEADERS, Authorization: 'Bearer other' }, SECOND],
    ['in another language', { ...HEADERS, 'Accept-Language': 'en' }, SECOND],
    ['after 20 seconds', HEADERS, 60 * SECOND],
  ])('is not taken %s', (_, headers, sinceStart) => {
    void preload();
    expect(takePreloadedResponse(REQUEST_URL, headers, sinceStart)).toBeUndefined();
  });

  it('does not exist if nothing was preloaded', () => {
    expect(takePreloadedResponse(REQUEST_URL, HEADERS, SECOND)).toBeUndefined();
  });
});
