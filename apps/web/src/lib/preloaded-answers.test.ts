// @vitest-environment node
import { SECOND } from '@granary/domain/units';
import { afterEach, describe, expect, it } from 'vitest';
import { takePreloadedAnswer } from './preloaded-answers.ts';

const URL = '/api/farm/getFarm?farm_id=7';
const HEADERS = { Authorization: 'Bearer abc', 'Accept-Language': 'de' };

function preload() {
  const response = Promise.resolve(new Response('{}'));
  globalThis.preloadedAnswers = {
    token: 'abc',
    language: 'de',
    answers: new Map([[URL, response]]),
  };
  return response;
}

afterEach(() => {
  globalThis.preloadedAnswers = undefined;
});

describe('a preloaded response', () => {
  it('is taken once, by the same call', () => {
    const response = preload();
    expect(takePreloadedAnswer(`${URL}1`, HEADERS, SECOND)).toBeUndefined();
    expect(takePreloadedAnswer(URL, HEADERS, SECOND)).toBe(response);
    expect(takePreloadedAnswer(URL, HEADERS, SECOND)).toBeUndefined();
  });

  it.each([
    ['in another session', { ...HEADERS, Authorization: 'Bearer other' }, SECOND],
    ['in another language', { ...HEADERS, 'Accept-Language': 'en' }, SECOND],
    ['after 20 seconds', HEADERS, 60 * SECOND],
  ])('is not taken %s', (_, headers, sinceStart) => {
    void preload();
    expect(takePreloadedAnswer(URL, headers, sinceStart)).toBeUndefined();
  });

  it('does not exist where nothing was preloaded', () => {
    expect(takePreloadedAnswer(URL, HEADERS, SECOND)).toBeUndefined();
  });
});
