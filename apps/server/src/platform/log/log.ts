import { type DestinationStream, type Logger, pino, stdSerializers } from 'pino';

/** The server's log, one JSON object per line. Secrets are redacted. */
export function createLogger(level: string, stream: DestinationStream): Logger {
  return pino(
    {
      level,
      redact: ['password', '*.password', '*.authorization', '*.token', '*.key'],
      serializers: { err: serializeError },
    },
    stream,
  );
}

/**
 * Leaves out PostgreSQL's error details, because they quote whole rows, including hashes and email addresses.
 */
function serializeError(error: Error): Record<string, unknown> {
  const { detail, where, ...rest } = stdSerializers.err(error);
  return rest;
}
