import { SECOND } from '@granary/domain/units';

/** The responses to calls that the preload script made before the application had loaded. */
export interface PreloadedResponses {
  /** The session in which the calls were made. */
  readonly token: string;
  readonly language: string;
  /** By address. */
  readonly responses: Map<string, Promise<Response>>;
}

declare global {
  var preloadedResponses: PreloadedResponses | undefined;
}

/** Responses are used until this long after the start of the page, ms. */
const MAX_AGE = 20 * SECOND;

/**
 * When the next call may have been made, ms since the page started: 0 while preloaded responses wait to
 * be taken.
 */
export function findEarliestCallTime(sinceStart: number): number {
  const waiting = globalThis.preloadedResponses?.responses.size ?? 0;
  return waiting > 0 && sinceStart < MAX_AGE ? 0 : sinceStart;
}

/** Takes the response to a call, once; undefined if it was not preloaded or is too old. */
export function takePreloadedResponse(
  url: string,
  headers: Readonly<Record<string, string>>,
  sinceStart: number,
): Promise<Response> | undefined {
  const preloaded = globalThis.preloadedResponses;
  const response = preloaded?.responses.get(url);
  preloaded?.responses.delete(url);
  const isSameCaller =
    headers['Authorization'] === `Bearer ${preloaded?.token}` &&
    headers['Accept-Language'] === preloaded?.language;
  return isSameCaller && sinceStart < MAX_AGE ? response : undefined;
}
