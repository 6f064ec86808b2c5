import { parseArgs } from 'node:util';
import { MAIN_BOARD_ID_PATTERN } from '@granary/contract/boards/topics';
import { MAX_READING_AGE } from '@granary/domain/boards/reading-time';
import { DEMO_BOARD_KEY } from '../demo/fleet.ts';
import type { ReplayOptions } from '../replay.ts';
import { ReplayError } from './replay-error.ts';

export const USAGE = `Sends a CSV of timestamped sensor temperatures to a server as a board would.

  npm run replay -- --csv FILE --board ID --columns 'r{cable}_z{bin}_l{sensor}' [--zone UTC]
                    [--host 127.0.0.1] [--port 1883] [--key KEY] [--import]

  --columns  how columns are named; {cable}, {sensor} and {bin} stand for numbers from 1
  --zone     time zone of times without an offset; default UTC
  --key      the board's key; default GRANARY_BOARD_KEY, or the demo's key for a server on this machine
  --import   also sends values older than 400 days; allow the board to send them first, on the
             server: npm run admin -- allow-import ID 24`;

type Arguments = Omit<ReplayOptions, 'onUnreadable' | 'onProgress'>;

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|::1)$/;

/** Parses the command line; null when it asks for help. Throws ReplayError when it is invalid. */
export function readArguments(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  now: number,
): Arguments | null {
  const values = parse(args);
  if (values.help) return null;
  const host = values.host ?? '127.0.0.1';
  const port = Number(values.port ?? 1883);
  if (!Number.isInteger(port) || port < 1 || port > 65_535) {
    throw new ReplayError(`--port must be 1 to 65535, not ${values.port}`);
  }
  const mainBoardId = requireOption('board', values.board);
  if (!MAIN_BOARD_ID_PATTERN.test(mainBoardId)) {
    throw new ReplayError('--board must be 1 to 64 letters, digits, hyphens or underscores');
  }
  const fallback = LOOPBACK.test(host) ? DEMO_BOARD_KEY : undefined;
  const key = values.key ?? env['GRANARY_BOARD_KEY'] ?? fallback;
  if (!key) throw new ReplayError("set the board's key with --key or GRANARY_BOARD_KEY");
  return {
    csv: requireOption('csv', values.csv),
    mainBoardId,
    columns: requireOption('columns', values.columns),
    zone: values.zone ?? 'UTC',
    host,
    port,
    key,
    acceptedFrom: values.import ? null : now - MAX_READING_AGE,
  };
}

function parse(args: readonly string[]) {
  const text = { type: 'string' } as const;
  try {
    return parseArgs({
      args: [...args],
      options: {
        csv: text,
        board: text,
        columns: text,
        zone: text,
        host: text,
        port: text,
        key: text,
        import: { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
      },
    }).values;
  } catch (error) {
    throw new ReplayError(error instanceof Error ? getFirstSentence(error.message) : String(error));
  }
}

function getFirstSentence(message: string): string {
  return message.split('. ')[0]?.split('\n')[0] ?? message;
}

function requireOption(name: string, value: string | undefined): string {
  if (value === undefined || value === '')
    throw new ReplayError(`--${name} is missing; see --help`);
  return value;
}
