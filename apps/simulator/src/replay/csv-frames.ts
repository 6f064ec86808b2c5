import { createReadStream } from 'node:fs';
import { parse } from 'csv-parse';
import type { Frame } from '../frame.ts';
import { matchColumns } from './columns.ts';
import { ReplayError } from './replay-error.ts';
import { planRows, type RowPlan, readRow } from './rows.ts';
import { Zone } from './zoned-time.ts';

export interface CsvOptions {
  /** The CSV file: a header, then rows whose first column is a time. */
  readonly csv: string;
  /** The pattern of column names, with {cable}, {sensor} and {bin}. */
  readonly columns: string;
  /** The IANA time zone for times without an offset. */
  readonly zone: string;
}

/** A line of a CSV file and its frames, one for each bin. */
interface LineFrames {
  readonly line: number;
  readonly frames: readonly Frame[];
}

/**
 * Reads a CSV of timestamped sensor temperatures as the frames that a board would send, in file order. Calls
 * `skip` for a line that cannot be read.
 *
 * @throws ReplayError if the file or the zone cannot be used, ColumnsError when the header does not match
 */
export async function* readCsvFrames(
  options: CsvOptions,
  skip: (line: number, reason: string) => void,
): AsyncGenerator<LineFrames> {
  const zone = parseZone(options.zone);
  let plan: RowPlan | null = null;
  for await (const { record, info } of readRecords(options.csv, skip)) {
    if (plan === null) {
      plan = planRows(matchColumns(record, options.columns));
      continue;
    }
    const result = readRow(record, plan, zone);
    if (result.kind === 'unreadable') skip(info.lines, result.reason);
    else yield { line: info.lines, frames: result.frames };
  }
  if (plan === null) throw new ReplayError(`${options.csv} is empty`);
}

interface CsvRecord {
  readonly record: readonly string[];
  readonly info: { readonly lines: number };
}

async function* readRecords(
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
    throw new ReplayError(isMissing ? `File ${file} does not exist` : `${file}: ${error.message}`);
  } finally {
    input.destroy();
  }
}

function parseZone(name: string): Zone {
  try {
    return new Zone(name);
  } catch {
    throw new ReplayError(
      `--zone ${name} is not a time zone. Use a name such as UTC or America/Winnipeg.`,
    );
  }
}
