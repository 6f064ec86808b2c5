import type { ErrorCode } from '@granary/contract/errors';
import { limits } from '../../config/limits.ts';
import type { MessageKey } from '../../locales/messages.ts';
import type { MessageValues } from './error-message.ts';

/** A field with an invalid value: its path on the wire, and the message about it. */
export interface FieldError {
  readonly path: string;
  readonly messageKey: MessageKey;
  readonly values?: MessageValues;
}

/** An expected error response; its message is in the caller's language. */
export class ApiError extends Error {
  override readonly name = 'ApiError';

  constructor(
    readonly code: ErrorCode,
    readonly messageKey: MessageKey,
    readonly details: {
      readonly values?: MessageValues;
      readonly fields?: readonly FieldError[];
      readonly retryAfterS?: number;
    } = {},
  ) {
    super(`${code}: ${messageKey}`);
  }
}

/**
 * The error for a request with invalid fields, by their paths on the wire: those whose values are
 * invalid, and those that this call does not allow.
 */
export function invalidFieldsError(
  invalidPaths: readonly string[],
  disallowedPaths: readonly string[] = [],
): ApiError {
  const all = [
    ...invalidPaths.map((path) => ({ path, messageKey: 'invalidField' as const })),
    ...disallowedPaths.map((path) => ({ path, messageKey: 'fieldNotAllowed' as const })),
  ];
  const fields = all
    .slice(0, limits.invalidFields.max)
    .map(({ path, messageKey }) => ({ path: shorten(path), messageKey }));
  const names = fields.map(({ path }) => path);
  return new ApiError('INVALID_INPUT', 'invalidInput', {
    values: { fields: (all.length > fields.length ? [...names, '…'] : names).join(', ') },
    fields,
  });
}

function shorten(path: string): string {
  const { max } = limits.invalidFieldLength;
  return path.length > max ? `${path.slice(0, max - 1)}…` : path;
}

/** The error for one field; its message is also the response's message. */
export function fieldError(
  code: ErrorCode,
  path: string,
  messageKey: MessageKey,
  values: MessageValues = {},
): ApiError {
  return new ApiError(code, messageKey, { values, fields: [{ path, messageKey, values }] });
}

/** The error for editing an outdated version: another user has changed these fields. */
export function editConflictError(fields: readonly string[]): ApiError {
  return new ApiError('CONFLICT', 'conflict', {
    fields: fields.map((path) => ({ path, messageKey: 'changedSinceRead' as const })),
  });
}

/** The error for a caller who has to wait. A wait of more than two minutes is given in minutes. */
export function tooManyRequestsError(seconds: number): ApiError {
  return seconds <= 120
    ? new ApiError('TOO_MANY_REQUESTS', 'tooManyAttempts', {
        values: { seconds },
        retryAfterS: seconds,
      })
    : new ApiError('TOO_MANY_REQUESTS', 'tooManyAttemptsMinutes', {
        values: { minutes: Math.ceil(seconds / 60) },
        retryAfterS: seconds,
      });
}

/** The HTTP status of each code. */
export const statusByCode: Record<ErrorCode, number> = {
  BAD_REQUEST: 400,
  BAD_CREDENTIALS: 401,
  UNAUTHENTICATED: 401,
  FORBIDDEN: 403,
  TWO_FACTOR_REQUIRED: 403,
  TWO_FACTOR_SETUP_REQUIRED: 403,
  NOT_FOUND: 404,
  INVALID_PAGE_NO: 404,
  CONFLICT: 409,
  TOO_LARGE: 413,
  INVALID_INPUT: 422,
  TOO_MANY_REQUESTS: 429,
  INTERNAL_ERROR: 500,
  UNAVAILABLE: 503,
};
