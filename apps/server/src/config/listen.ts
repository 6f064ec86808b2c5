import { ConfigError } from './env.ts';

type Setting = readonly [name: string, value: string | number];

/**
 * Converts an error from opening a port to a `ConfigError`; returns any other error unchanged.
 */
export function toListenError(error: unknown, host: Setting, port: Setting): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  switch (code) {
    case 'EADDRINUSE':
      return new ConfigError(`${port[0]} ${port[1]} is already in use. Choose another port.`);
    case 'EACCES':
      return new ConfigError(
        `This user is not allowed to listen on ${port[0]} ${port[1]}. Choose a port above 1023.`,
      );
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return new ConfigError(`${host[0]} must be an address of this machine, not ${host[1]}.`);
    default:
      return error;
  }
}
