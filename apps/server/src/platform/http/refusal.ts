import type { ErrorCode } from '@granary/contract/errors';
import type { SentenceKey } from '../../locales/sentences.ts';
import type { SentenceValues } from './sentence.ts';

/** A field at fault: its path on the wire, and what is wrong with it. */
export interface FieldFault {
  readonly path: string;
  readonly sentence: SentenceKey;
  readonly values?: SentenceValues;
}

/** An answer other than success that a caller should expect; said in the caller's language. */
export class RefusalError extends Error {
  override readonly name = 'RefusalError';

  constructor(
    readonly code: ErrorCode,
    readonly sentence: SentenceKey,
    readonly details: {
      readonly values?: SentenceValues;
      readonly fields?: readonly FieldFault[];
      readonly retryAfterS?: number;
    } = {},
  ) {
    super(`${code}: ${sentence}`);
  }
}

/**
 * Refuses what was sent for some of its fields, by their paths on the wire: those whose values will
 * not do, and those that nobody may set here.
 */
export function invalidFields(
  paths: readonly string[],
  notTaken: readonly string[] = [],
): RefusalError {
  return new RefusalError('INVALID_INPUT', 'invalidInput', {
    values: { fields: [...paths, ...notTaken].join(', ') },
    fields: [
      ...paths.map((path) => ({ path, sentence: 'invalidField' as const })),
      ...notTaken.map((path) => ({ path, sentence: 'fieldNotTaken' as const })),
    ],
  });
}

/** Refuses whoever must wait first. A wait of more than a minute or two is told in minutes. */
export function tooOften(seconds: number): RefusalError {
  return seconds <= 120
    ? new RefusalError('TOO_MANY_REQUESTS', 'tooOften', {
        ...{ values: { seconds }, retryAfterS: seconds },
      })
    : new RefusalError('TOO_MANY_REQUESTS', 'tooOftenMinutes', {
        ...{ values: { minutes: Math.ceil(seconds / 60) }, retryAfterS: seconds },
      });
}

/** The HTTP status of each code. */
export const statusOfCode: Record<ErrorCode, number> = {
  BAD_REQUEST: 400,
  BAD_CREDENTIALS: 401,
  UNAUTHENTICATED: 401,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  INVALID_PAGE_NO: 404,
  CONFLICT: 409,
  TOO_LARGE: 413,
  INVALID_INPUT: 422,
  TOO_MANY_REQUESTS: 429,
  INTERNAL_ERROR: 500,
  UNAVAILABLE: 503,
};
