import { SECOND } from '@granary/domain/units';

/** The responses to calls that the preload script made before the application had loaded. */
export interface PreloadedResponses {
  /** The token of the session in which the calls were made. */
  readonly token: string;
  readonly language: string;
  /** The responses by URL. */
  readonly responses: Map<string, Promise<Response>>;
}

declare global {
  var preloadedResponses: PreloadedResponses | undefined;
}

/** How long after the start of the page preloaded responses can be used, ms. */
const MAX_AGE = 20 * SECOND;

/**
 * Finds the earliest time when the next call might have been made, ms since the page started: 0 while
 * preloaded responses are waiting to be used.
 */
export function findEarliestCallTime(msSinceStart: number): number {
  const waitingCount = globalThis.preloadedResponses?.responses.size ?? 0;
  return waitingCount > 0 && msSinceStart < MAX_AGE ? 0 : msSinceStart;
}

/**
 * Takes the preloaded response to a call, only once; undefined if there is none, it is too old, or the
 * session or language differs.
 */
export function takePreloadedResponse(
  url: string,
  headers: Readonly<Record<string, string>>,
  msSinceStart: number,
): Promise<Response> | undefined {
  const preloaded = globalThis.preloadedResponses;
  const response = preloaded?.responses.get(url);
  preloaded?.responses.delete(url);
  const isSameCaller =
    headers['Authorization'] === `Bearer ${preloaded?.token}` &&
    headers['Accept-Language'] === preloaded?.language;
  return isSameCaller && msSinceStart < MAX_AGE ? response : undefined;
}
