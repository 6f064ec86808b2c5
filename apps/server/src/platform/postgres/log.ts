/** The logger that this folder needs; pino and the console implement it. */
export interface PostgresLog {
  info(message: string): void;
  warn(message: string): void;
  error(message: string): void;
}
