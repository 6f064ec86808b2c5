import { MAIN_BOARD_ID_PATTERN } from '@granary/contract/boards/topics';
import { formatCsvHeader, formatCsvLine } from '@granary/contract/csv';
import type { RawFrame } from '@granary/contract/raw-data/http';
import { formatLocalTime } from '@granary/domain/farms/local-time';
import { millis } from '@granary/domain/units';
import { inflateFrame } from './deflate.ts';
import type { FrameRow } from './search-store.ts';

/** The response for a frame. */
export function serializeFrame(row: FrameRow): RawFrame {
  const { mainBoardId, binNumber, topic, bytes, reason, cause } = row;
  const isSent = topic.endsWith('/down');
  return {
    frameId: row.id,
    id: binNumber === null ? mainBoardId : `${mainBoardId}|${binNumber}`,
    at: millis(row.receivedAt.getTime()),
    direction: isSent ? 'sent' : 'received',
    topic,
    type: isSent ? 'command' : row.kind,
    bytes,
    reason,
    cause,
    ...decodeBody(inflateFrame(row.body, row.dictionary), bytes),
  };
}

/** The exact text of a frame, or hexadecimal digits if it is not text. */
function decodeBody(body: Buffer, bytes: number): Pick<RawFrame, 'data' | 'isText'> {
  try {
    const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
    // The last character of a shortened body might be incomplete.
    return { data: decoder.decode(body, { stream: body.length < bytes }), isText: true };
  } catch {
    return { data: body.toString('hex'), isText: false };
  }
}

/** Parses `board` or `board|bin`; null if the text is neither. */
export function parseSenderId(
  text: string,
): { readonly mainBoardId: string; readonly binNumber?: number } | null {
  const [mainBoardId = '', bin, ...rest] = text.split('|').map((part) => part.trim());
  if (!MAIN_BOARD_ID_PATTERN.test(mainBoardId) || rest.length > 0) return null;
  if (bin === undefined) return { mainBoardId };
  return /^\d{1,3}$/.test(bin) ? { mainBoardId, binNumber: Number(bin) } : null;
}

const HEADINGS = ['id', 'dateTime', 'type', 'commandDirection', 'reason', 'bytes', 'topic', 'data'];

/**
 * The lines of a CSV file with frames, headings first. Times are in the reader's time zone with its
 * offset: frames come from boards of several farms, or of none.
 */
export async function* streamFrameLines(
  rows: AsyncIterable<FrameRow>,
  timeZone: string,
): AsyncGenerator<string> {
  yield formatCsvHeader(HEADINGS);
  for await (const row of rows) {
    const { id, at, type, direction, reason, bytes, topic, data } = serializeFrame(row);
    const time = formatLocalTime(at, timeZone);
    yield formatCsvLine([id, time, type, direction, reason ?? '', String(bytes), topic, data]);
  }
}
