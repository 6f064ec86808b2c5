import type { ErrorCode } from '@granary/contract/errors';

export interface FieldProblem {
  readonly path: string;
  readonly message: string;
}

/** NETWORK: no response arrived. UNREADABLE: the response does not match the contract. */
export type ApiErrorCode = ErrorCode | 'NETWORK' | 'UNREADABLE';

interface Details {
  readonly status: number;
  readonly code: ApiErrorCode;
  readonly message: string;
  readonly fields?: readonly FieldProblem[];
  readonly requestId?: string | null;
  readonly retryAfterS?: number | null;
}

/** A failed call. `status` is 0 if no response arrived. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly code: ApiErrorCode;
  readonly fields: readonly FieldProblem[];
  /** The ID of the call in the server's log; null if the server sent none. */
  readonly requestId: string | null;
  /** Seconds until a retry can succeed; null if the server sent none. */
  readonly retryAfterS: number | null;

  constructor(details: Details) {
    super(details.message);
    this.status = details.status;
    this.code = details.code;
    this.fields = details.fields ?? [];
    this.requestId = details.requestId ?? null;
    this.retryAfterS = details.retryAfterS ?? null;
  }
}

/** The message that a user sees for a failed call. */
export type ErrorDescription =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'internal' }
  | { readonly kind: 'network' };

/**
 * Chooses the message that every screen shows for an error. For a 4xx: the screen's own message if it has
 * one, otherwise the server's. For a 5xx, or an unreadable or empty response: internal error. If no response
 * arrived or code failed to load: network error.
 */
export function describeError(error: unknown, fallback?: string): ErrorDescription {
  if (isCodeMissing(error)) return { kind: 'network' };
  if (!(error instanceof ApiError) || error.code === 'UNREADABLE') return { kind: 'internal' };
  if (error.code === 'NETWORK') return { kind: 'network' };
  if (error.status >= 500) return { kind: 'internal' };
  const text = fallback ?? error.message;
  return text === '' ? { kind: 'internal' } : { kind: 'text', text };
}

/**
 * Whether the server rejected the call with a conflict, such as someone else's change since the record was
 * loaded.
 */
export function isConflict(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'CONFLICT';
}

/** Whether code or styles failed to load, by the error messages of Chromium, Firefox, Safari and Vite. */
export function isCodeMissing(error: unknown): boolean {
  return (
    error instanceof Error &&
    /dynamically imported module|Importing a module script failed|Unable to preload CSS/i.test(
      error.message,
    )
  );
}
