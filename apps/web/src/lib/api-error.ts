import type { ErrorCode } from '@granary/contract/errors';

export interface FieldProblem {
  readonly path: string;
  readonly message: string;
}

/** NETWORK: no answer came. UNREADABLE: an answer came that the contract does not know. */
export type ApiErrorCode = ErrorCode | 'NETWORK' | 'UNREADABLE';

interface Details {
  readonly status: number;
  readonly code: ApiErrorCode;
  readonly message: string;
  readonly fields?: readonly FieldProblem[];
  readonly requestId?: string | null;
  readonly retryAfterS?: number | null;
}

/** A call that did not succeed. `status` is 0 where no answer came. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly code: ApiErrorCode;
  readonly fields: readonly FieldProblem[];
  /** Names the call in the server's log; null where the server gave none. */
  readonly requestId: string | null;
  /** Seconds until another try has a chance; null where the server named none. */
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

/** What to tell a person of a failed call. */
export type ErrorDescription =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'internal' }
  | { readonly kind: 'network' };

/**
 * The rule for every screen. A 4xx: the caller's own sentence if it has one, else the server's.
 * A 5xx, or an answer that cannot be read or says nothing: the sentence of internal errors. No
 * answer: the network.
 */
export function describeError(error: unknown, fallback?: string): ErrorDescription {
  if (isCodeMissing(error)) return { kind: 'network' };
  if (!(error instanceof ApiError) || error.code === 'UNREADABLE') return { kind: 'internal' };
  if (error.code === 'NETWORK') return { kind: 'network' };
  if (error.status >= 500) return { kind: 'internal' };
  const text = fallback ?? error.message;
  return text === '' ? { kind: 'internal' } : { kind: 'text', text };
}

/** Whether somebody else changed meanwhile what was to be changed, or holds it. */
export function isConflict(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'CONFLICT';
}

/**
 * Whether a page's own code did not come, in the words of Chromium, Firefox and Safari, or its
 * styles, in those of whatever asks for them beforehand.
 */
export function isCodeMissing(error: unknown): boolean {
  return (
    error instanceof Error &&
    /dynamically imported module|Importing a module script failed|Unable to preload CSS/i.test(
      error.message,
    )
  );
}
