/** How to reach a server through its Unix socket; what `pg` takes. */
export interface ConnectionOptions {
  /** The folder of the socket. */
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly database: string;
  readonly password: string;
}
