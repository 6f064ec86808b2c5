import { MAIN_BOARD_ID } from '@granary/contract/boards/topics';
import { csvHead, csvLine } from '@granary/contract/csv';
import type { RawFrame } from '@granary/contract/raw-data/http';
import { millis } from '@granary/domain/units';
import { inflateFrame } from './deflate.ts';
import type { FrameRow } from './search-store.ts';

/** A frame as it is shown. */
export function presentFrame(row: FrameRow): RawFrame {
  const { mainBoardId, binNumber, topic, kind, bytes, reason } = row;
  return {
    frameId: row.id,
    id: binNumber === null ? mainBoardId : `${mainBoardId}|${binNumber}`,
    at: millis(row.receivedAt.getTime()),
    direction: topic.endsWith('/down') ? 'sent' : 'received',
    topic,
    type: kind,
    bytes,
    reason,
    ...textOf(inflateFrame(row.body, row.dictionary), bytes),
  };
}

/** What a frame holds as text, to the letter; hexadecimal digits where it is none. */
function textOf(body: Buffer, bytes: number): Pick<RawFrame, 'data' | 'isText'> {
  try {
    const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
    // Where the end was left out, the last character may be cut.
    return { data: decoder.decode(body, { stream: body.length < bytes }), isText: true };
  } catch {
    return { data: body.toString('hex'), isText: false };
  }
}

/** The id of a filter: a main board, and a bin of it where one is named; null where it is neither. */
export function boardAndBin(
  text: string,
): { readonly mainBoardId: string; readonly binNumber?: number } | null {
  const [mainBoardId = '', bin, ...rest] = text.split('|').map((part) => part.trim());
  if (!MAIN_BOARD_ID.test(mainBoardId) || rest.length > 0) return null;
  if (bin === undefined) return { mainBoardId };
  return /^\d{1,3}$/.test(bin) ? { mainBoardId, binNumber: Number(bin) } : null;
}

const HEAD = ['id', 'dateTime', 'type', 'commandDirection', 'reason', 'bytes', 'topic', 'data'];

/** Frames as the lines of a CSV file, the first of which names the columns. */
export async function* csvOf(rows: AsyncIterable<FrameRow>): AsyncGenerator<string> {
  yield csvHead(HEAD);
  for await (const row of rows) {
    const { id, at, type, direction, reason, bytes, topic, data } = presentFrame(row);
    const when = new Date(at).toISOString();
    yield csvLine([id, when, type, direction, reason ?? '', String(bytes), topic, data]);
  }
}
