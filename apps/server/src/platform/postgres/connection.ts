/** The `pg` options for a connection through a Unix socket. */
export interface ConnectionOptions {
  /** The folder of the socket. */
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly database: string;
  readonly password: string;
}
