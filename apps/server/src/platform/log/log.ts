import { type DestinationStream, type Logger, pino, stdSerializers } from 'pino';

/** The server's log, one JSON object a line. What must stay secret is kept out of it. */
export function createLog(level: string, stream: DestinationStream): Logger {
  return pino(
    {
      level,
      redact: ['password', '*.password', '*.authorization', '*.token', '*.key'],
      serializers: { err: withoutRows },
    },
    stream,
  );
}

/** PostgreSQL's details quote whole rows, hashes and addresses of people included. */
function withoutRows(error: Error): Record<string, unknown> {
  const { detail, where, ...rest } = stdSerializers.err(error);
  return rest;
}
