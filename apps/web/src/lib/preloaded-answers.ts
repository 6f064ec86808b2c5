import { SECOND } from '@granary/domain/units';

/** The answers to calls that the preload script made before the application had loaded. */
export interface PreloadedAnswers {
  /** The session in which the calls were made. */
  readonly token: string;
  readonly language: string;
  /** By address. */
  readonly answers: Map<string, Promise<Response>>;
}

declare global {
  var preloadedAnswers: PreloadedAnswers | undefined;
}

/** Answers are used until this long after the start of the page, ms. */
const MAX_AGE = 20 * SECOND;

/** Takes the answer to a call, once; undefined if it was not preloaded or is too old. */
export function takePreloadedAnswer(
  url: string,
  headers: Readonly<Record<string, string>>,
  sinceStart: number,
): Promise<Response> | undefined {
  const preloaded = globalThis.preloadedAnswers;
  const answer = preloaded?.answers.get(url);
  preloaded?.answers.delete(url);
  const isSameCaller =
    headers['Authorization'] === `Bearer ${preloaded?.token}` &&
    headers['Accept-Language'] === preloaded?.language;
  return isSameCaller && sinceStart < MAX_AGE ? answer : undefined;
}
