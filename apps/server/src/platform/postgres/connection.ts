/** The `pg` options for a connection through a Unix socket. */
export interface ConnectionOptions {
  /** The directory that contains the socket. */
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly database: string;
  readonly password: string;
}
