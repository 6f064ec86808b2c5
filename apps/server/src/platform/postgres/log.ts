/** What this folder needs of a logger; pino's and the console's fit. */
export interface PostgresLog {
  info(message: string): void;
  warn(message: string): void;
  error(message: string): void;
}
