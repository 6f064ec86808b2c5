import { createReadStream } from 'node:fs';
import type { FrameKind } from '@granary/contract/boards/topics';
import { parse } from 'csv-parse';
import { type BoardConnection, connectBoard } from './connection.ts';
import { matchColumns } from './replay/columns.ts';
import { planRows, type RowPlan, readRow } from './replay/rows.ts';
import { Zone } from './replay/zoned-time.ts';

export interface ReplayOptions {
  /** The CSV file: a header, then rows whose first column is a time. */
  readonly csv: string;
  readonly mainBoardId: string;
  readonly key: string;
  readonly host: string;
  readonly port: number;
  /** The pattern of column names, with {cable}, {sensor} and {bin}. */
  readonly columns: string;
  /** IANA time zone of times without an offset. */
  readonly zone: string;
  /** The oldest allowed value, ms; null: the board may import older ones. */
  readonly takenFrom: number | null;
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

/** An error that ends a replay, with a message for the user. */
export class ReplayError extends Error {
  override readonly name = 'ReplayError';
}

const WINDOW = 200;
const PROGRESS_STEP = 1_000;

/**
 * Sends a CSV of dated sensor temperatures as a board: one frame per row and bin, in the order of the
 * file, and waits until all are acknowledged. Repeating a replay changes nothing on the server.
 *
 * @throws ReplayError, also at the first value that is too old, or ColumnsError when the header does
 *   not match
 */
export async function replay(options: ReplayOptions): Promise<ReplayCounts> {
  const zone = parseZone(options.zone);
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
  let plan: RowPlan | null = null;
  try {
    for await (const { record, info } of records(options.csv, skip)) {
      if (plan === null) {
        plan = planRows(matchColumns(record, options.columns));
        continue;
      }
      const result = readRow(record, plan, zone);
      if (result.kind === 'unreadable') {
        skip(info.lines, result.reason);
        continue;
      }
      counts.rows++;
      for (const { kind, text, at } of result.frames) {
        if (at < (options.takenFrom ?? -Infinity)) throw tooOldError(options, info.lines);
        await Promise.race([connection.waitForRoom(WINDOW), failure.failed]);
        void send(kind, text);
      }
    }
    if (plan === null) throw new ReplayError(`${options.csv} is empty`);
    await Promise.race([connection.waitForRoom(1), failure.failed]);
  } finally {
    await connection.close(0);
  }
  return counts;
}

/** Fails when the server is not reachable or rejects the board; later disconnects are retried. */
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

interface CsvRecord {
  readonly record: readonly string[];
  readonly info: { readonly lines: number };
}

async function* records(
  file: string,
  skip: (line: number, reason: string) => void,
): AsyncGenerator<CsvRecord> {
  const parser = parse({
    on_skip: (error) => {
      skip(Number(error?.['lines'] ?? 0), error?.message ?? 'not readable');
      return undefined;
    },
    skip_records_with_error: true,
    bom: true,
    info: true,
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: 1_000_000,
  });
  const input = createReadStream(file);
  input.on('error', (error) => parser.destroy(error));
  input.pipe(parser);
  try {
    for await (const entry of parser) yield entry as CsvRecord;
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const isMissing = 'code' in error && error.code === 'ENOENT';
    throw new ReplayError(isMissing ? `There is no file ${file}` : `${file}: ${error.message}`);
  } finally {
    input.destroy();
  }
}

function parseZone(name: string): Zone {
  try {
    return new Zone(name);
  } catch {
    throw new ReplayError(`--zone ${name} is no time zone, such as UTC or America/Winnipeg`);
  }
}

/** A promise that rejects with the first failure. */
function createFailure(): { readonly failed: Promise<never>; fail(error: Error): void } {
  let fail: (error: Error) => void = () => undefined;
  const failed = new Promise<never>((_, reject) => {
    fail = reject;
  });
  // It may fail while nothing awaits it; the next race sees it.
  failed.catch(() => undefined);
  return { failed, fail };
}

function toReplayError({ host, port, mainBoardId }: ReplayOptions, error: Error): ReplayError {
  if (isRejection(error)) {
    return new ReplayError(`The server refuses board ${mainBoardId}: unknown, or another key`);
  }
  if ('code' in error && error.code === 'ECONNREFUSED')
    return new ReplayError(`Nothing answers at ${host}:${port}`);
  return new ReplayError(`Board ${mainBoardId} at ${host}:${port}: ${error.message || error.name}`);
}

/** The server would acknowledge such values but store them only as raw data. */
function tooOldError({ mainBoardId }: ReplayOptions, line: number): ReplayError {
  return new ReplayError(
    `Line ${line} and perhaps others are older than 400 days: no reading would come of them. ` +
      `On the server, run "npm run admin -- allow-import ${mainBoardId} 24" (with the server's ` +
      "DATA_DIR or DATABASE_URL; the demo's DATA_DIR is ./data/demo), then this again with --import.",
  );
}

/** CONNACK: bad user name or password, or not authorized. */
function isRejection(error: Error): boolean {
  return 'code' in error && (error.code === 4 || error.code === 5);
}
