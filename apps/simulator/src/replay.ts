import type { FrameKind } from '@granary/contract/boards/topics';
import { type BoardConnection, connectBoard } from './connection.ts';
import { type CsvOptions, readCsvFrames } from './replay/csv-frames.ts';
import { ReplayError } from './replay/replay-error.ts';

export interface ReplayOptions extends CsvOptions {
  readonly mainBoardId: string;
  readonly key: string;
  readonly host: string;
  readonly port: number;
  /** The time of the oldest allowed value, ms; null if the board may import values of any age. */
  readonly acceptedFrom: number | null;
  /** Called for a line that cannot be parsed. */
  readonly onUnreadable: (line: number, reason: string) => void;
  readonly onProgress: (progress: ReplayCounts) => void;
}

export interface ReplayCounts {
  readonly rows: number;
  /** Frames the server acknowledged. */
  readonly acknowledged: number;
  readonly unreadable: number;
}

const WINDOW = 200;
const PROGRESS_STEP = 1_000;

/**
 * Sends a CSV of timestamped sensor temperatures as a board: one frame per row and bin, in file order, and
 * waits until all are acknowledged. Repeating a replay changes nothing on the server.
 *
 * @throws ReplayError, including at the first value that is too old, or ColumnsError when the header does
 *   not match
 */
export async function replay(options: ReplayOptions): Promise<ReplayCounts> {
  const counts = { rows: 0, acknowledged: 0, unreadable: 0 };
  const skip = (line: number, reason: string) => {
    counts.rows++;
    counts.unreadable++;
    options.onUnreadable(line, reason);
  };
  const failure = createFailure();
  const connection = connectForReplay(options, failure.fail);
  const send = (kind: FrameKind, text: string) =>
    connection.send(kind, text).then(
      () => {
        counts.acknowledged++;
        if (counts.acknowledged % PROGRESS_STEP === 0) options.onProgress(counts);
      },
      (error: Error) => failure.fail(new ReplayError(error.message)),
    );
  try {
    for await (const { line, frames } of readCsvFrames(options, skip)) {
      counts.rows++;
      for (const { kind, text, at } of frames) {
        if (at < (options.acceptedFrom ?? -Infinity)) throw createTooOldError(options, line);
        await Promise.race([connection.waitForWindow(WINDOW), failure.failed]);
        void send(kind, text);
      }
    }
    await Promise.race([connection.waitForWindow(1), failure.failed]);
  } finally {
    await connection.close(0);
  }
  return counts;
}

/**
 * Connects as the board; calls `fail` if the server cannot be reached or rejects it. After later disconnects,
 * it reconnects.
 */
function connectForReplay(options: ReplayOptions, fail: (error: Error) => void): BoardConnection {
  let wasOnline = false;
  return connectBoard(options, {
    onOnline: () => {
      wasOnline = true;
    },
    onError: (error) => {
      if (!wasOnline || isRejection(error)) fail(toReplayError(options, error));
    },
  });
}

/** A promise that rejects with the first failure. */
function createFailure(): { readonly failed: Promise<never>; fail(error: Error): void } {
  let fail: (error: Error) => void = () => undefined;
  const failed = new Promise<never>((_, reject) => {
    fail = reject;
  });
  // It might reject while nothing awaits it; the next race then rejects.
  failed.catch(() => undefined);
  return { failed, fail };
}

function toReplayError({ host, port, mainBoardId }: ReplayOptions, error: Error): ReplayError {
  if (isRejection(error)) {
    return new ReplayError(`The server rejected board ${mainBoardId}: unknown board or wrong key`);
  }
  if ('code' in error && error.code === 'ECONNREFUSED')
    return new ReplayError(`No server responds at ${host}:${port}`);
  return new ReplayError(`Board ${mainBoardId} at ${host}:${port}: ${error.message || error.name}`);
}

/** For values that the server would acknowledge but store only as raw data. */
function createTooOldError({ mainBoardId }: ReplayOptions, line: number): ReplayError {
  return new ReplayError(
    `Line ${line} and possibly others are older than 400 days and would be stored only as raw data. ` +
      `On the server, run "npm run admin -- allow-import ${mainBoardId} 24" (with the server's ` +
      "DATA_DIR or DATABASE_URL; the demo's DATA_DIR is ./data/demo), then run this again with --import.",
  );
}

/** CONNACK: bad user name or password, or not authorized. */
function isRejection(error: Error): boolean {
  return 'code' in error && (error.code === 4 || error.code === 5);
}
