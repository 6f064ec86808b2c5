// @vitest-environment node
import { SECOND } from '@granary/domain/units';
import { afterEach, describe, expect, it } from 'vitest';
import { takeEarlyAnswer } from './preloaded-answers.ts';

const URL = '/api/farm/getFarm?farm_id=7';
const HEADERS = { Authorization: 'Bearer abc', 'Accept-Language': 'de' };

function asked() {
  const answer = Promise.resolve(new Response('{}'));
  globalThis.earlyAnswers = { token: 'abc', language: 'de', answers: new Map([[URL, answer]]) };
  return answer;
}

afterEach(() => {
  globalThis.earlyAnswers = undefined;
});

describe('an answer to what was asked for early', () => {
  it('is taken once, by whoever asks for the same', () => {
    const answer = asked();
    expect(takeEarlyAnswer(`${URL}1`, HEADERS, SECOND)).toBeUndefined();
    expect(takeEarlyAnswer(URL, HEADERS, SECOND)).toBe(answer);
    expect(takeEarlyAnswer(URL, HEADERS, SECOND)).toBeUndefined();
  });

  it.each([
    ['in the name of somebody else', { ...HEADERS, Authorization: 'Bearer other' }, SECOND],
    ['in another language', { ...HEADERS, 'Accept-Language': 'en' }, SECOND],
    ['long after', HEADERS, 60 * SECOND],
  ])('is not for whoever asks %s', (_, headers, sinceStart) => {
    void asked();
    expect(takeEarlyAnswer(URL, headers, sinceStart)).toBeUndefined();
  });

  it('is none where nothing was asked for', () => {
    expect(takeEarlyAnswer(URL, HEADERS, SECOND)).toBeUndefined();
  });
});
