export type PostgresErrorCode =
  | 'binaries-missing'
  | 'data-folder-unusable'
  | 'data-folder-in-use'
  | 'start-failed'
  | 'not-running'
  | 'too-old'
  | 'not-durable'
  | 'newer-database'
  | 'unfinished-restore'
  | 'migration-failed';

/**
 * Thrown when the database cannot be used. `message` is one line that tells an operator what to do; the
 * caller prints it and exits with code 1.
 */
export class PostgresError extends Error {
  override readonly name = 'PostgresError';
  readonly code: PostgresErrorCode;

  constructor(code: PostgresErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
