import { FRAME_KINDS, formatUpTopic } from '@granary/contract/boards/topics';
import { DAY, HOUR, MINUTE, type Millis, millis } from '@granary/domain/units';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeFrame } from './decode.ts';
import type { IngestBin, IngestBoard } from './ingest-ports.ts';

const NOW = millis(Date.parse('2026-10-14T12:00:00Z'));

// `decodeFrame` passes the context on without reading it.
const context = { timeZone: 'UTC' } as IngestBin;

function createBoard(parts: Partial<IngestBoard> = {}): IngestBoard {
  return { id: 'A', importUntil: null, bins: new Map([[1, context]]), ...parts };
}

function decode(payload: Buffer | string | object, board = createBoard(), kind = 'temp-data') {
  const text = typeof payload === 'string' ? payload : JSON.stringify(payload);
  const bytes = Buffer.isBuffer(payload) ? payload : Buffer.from(text);
  const topic = `boards/A/up/${kind}`;
  return decodeFrame({ mainBoardId: 'A', topic, payload: bytes, receivedAt: NOW }, board);
}

const createFrame = (at: number) => ({
  v: 1,
  bin_number: 1,
  date_time: new Date(at).toISOString(),
});

describe('decodeFrame', () => {
  it.each<[string, number, 'reading' | 'reading-ahead' | 'too-far-ahead' | 'too-old', number?]>([
    ['now', 0, 'reading'],
    ['ten minutes ahead', 10 * MINUTE, 'reading'],
    ['just over ten minutes ahead', 10 * MINUTE + 1, 'reading-ahead'],
    ['a day ahead', DAY, 'reading-ahead'],
    ['just over a day ahead', DAY + 1, 'too-far-ahead'],
    ['400 days ago', -400 * DAY, 'reading'],
    ['just over 400 days ago', -400 * DAY - 1, 'too-old'],
  ])('decodes a reading whose timestamp is %s', (_, ahead, expected) => {
    const content = decode(createFrame(NOW + ahead));
    if (content.kind === 'rejected') {
      expect(content.rejection).toBe(expected);
      return;
    }
    expect(content.kind).toBe(expected);
    const isAhead = content.kind === 'reading-ahead';
    expect('reading' in content && content.reading).toMatchObject({
      at: isAhead ? NOW : NOW + ahead,
      clockWrong: isAhead,
    });
    if (isAhead) expect(content.sentAt).toBe(NOW + ahead);
  });

  it('accepts old but not future readings while the board may import', () => {
    const oldFrame = createFrame(NOW - 3000 * DAY);
    const importingBoard = createBoard({ importUntil: millis(NOW + 1) });
    expect(decode(oldFrame, importingBoard).kind).toBe('reading');
    expect(decode(createFrame(NOW + 25 * HOUR), importingBoard)).toMatchObject({
      rejection: 'too-far-ahead',
    });
    const boardAfterImport = createBoard({ importUntil: millis(NOW) });
    expect(decode(oldFrame, boardAfterImport)).toMatchObject({ rejection: 'too-old' });
  });

  it('applies the same rules to the timestamps of fan events', () => {
    const createFanEvent = (at: number) => ({ ...createFrame(at), fan: 'on' });
    const decodeFanEvent = (at: number) => decode(createFanEvent(at), createBoard(), 'fan-data');
    expect(decodeFanEvent(NOW - HOUR)).toMatchObject({ kind: 'fan', at: NOW - HOUR, isOn: true });
    expect(decodeFanEvent(NOW + HOUR)).toMatchObject({ kind: 'fan', at: NOW });
    expect(decodeFanEvent(NOW + 2 * DAY)).toMatchObject({ kind: 'fan', at: NOW });
    expect(decodeFanEvent(12)).toMatchObject({ kind: 'fan', at: NOW, sentAt: 12 });
  });

  it('treats old fan events as history only during an import, but never lockouts or command answers', () => {
    const decodeFanEvent = (
      at: number,
      otherFields: object,
      importUntil: Millis | null = millis(NOW + 1),
    ) => {
      const event = { ...createFrame(at), fan: 'off', ...otherFields };
      return decode(event, createBoard({ importUntil }), 'fan-data');
    };
    const oldTime = NOW - 3 * DAY;
    expect(decodeFanEvent(oldTime, {})).toMatchObject({ isImported: true });
    expect(decodeFanEvent(oldTime, {}, null)).toMatchObject({ isImported: false });
    expect(decodeFanEvent(NOW - HOUR, {})).toMatchObject({ isImported: false });
    expect(decodeFanEvent(oldTime, { lockout: true })).toMatchObject({ isImported: false });
    expect(decodeFanEvent(oldTime, { command_id: 'a' })).toMatchObject({ isImported: false });
    // A clock that was never set.
    expect(decodeFanEvent(12, {})).toMatchObject({ isImported: false });
  });

  it('rejects a payload above 32 KiB, even if it is a valid reading', () => {
    const payload = JSON.stringify(createFrame(NOW)).padEnd(32 * 1024);
    expect(decode(payload).kind).toBe('reading');
    expect(decode(`${payload} `)).toMatchObject({ rejection: 'too-long' });
  });

  it('never throws and always gives a reason, for any bytes', () => {
    const kinds = fc.constantFrom(...FRAME_KINDS, 'other');
    fc.assert(
      fc.property(
        fc.oneof(fc.uint8Array({ maxLength: 300 }), damagedFrames()),
        kinds,
        (bytes, kind) => {
          const content = decode(Buffer.from(bytes as Uint8Array), createBoard(), kind);
          if (content.kind === 'rejected') {
            expect(content.reason).toMatch(/^[^\p{C}]{1,300}$/u);
          }
        },
      ),
      { numRuns: 20_000 },
    );
  });

  it('handles JSON of any shape', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(...FRAME_KINDS), (value, kind) => {
        const base = typeof value === 'object' && value !== null ? value : { value };
        decode({ ...base, ...createFrame(NOW) }, createBoard(), kind);
        decode(JSON.stringify(value) ?? 'null', createBoard(), kind);
      }),
      { numRuns: 5_000 },
    );
  });

  it('handles brackets nested as deeply as a frame allows', () => {
    const deep = '['.repeat(16_000) + ']'.repeat(16_000);
    expect(decode(deep)).toMatchObject({ rejection: 'invalid' });
    expect(decode(`{"v":1,"x":${deep}}`)).toMatchObject({ rejection: 'invalid' });
  });
});

/** Generates valid frames with some bytes changed or cut off, as on a bad connection. */
function damagedFrames(): fc.Arbitrary<Uint8Array> {
  const frames = [
    JSON.stringify({
      ...createFrame(NOW),
      temp_reading: [[1.5, -200], [null]],
      cable_ids: [1, -1],
    }),
    JSON.stringify({ ...createFrame(NOW), fan: 'on', command_id: 'c', lockout: true }),
    JSON.stringify({ v: 1, kind: 'hello', board_type: 'main', firmware_version: '2.1' }),
  ].map((frame) => Buffer.from(frame));
  const change = fc.tuple(fc.nat(), fc.integer({ min: 0, max: 255 }));
  return fc
    .tuple(fc.constantFrom(...frames), fc.array(change, { maxLength: 4 }), fc.nat())
    .map(([frame, changes, length]) => {
      const bytes = Buffer.from(frame);
      for (const [place, value] of changes) bytes[place % bytes.length] = value;
      return bytes.subarray(0, length % 3 === 0 ? length % bytes.length : bytes.length);
    });
}

describe('formatUpTopic', () => {
  it('builds the topics that decodeFrame accepts', () => {
    const at: Millis = NOW;
    for (const kind of FRAME_KINDS) {
      const frame = {
        mainBoardId: 'A',
        topic: formatUpTopic('A', kind),
        payload: Buffer.from('{}'),
      };
      const content = decodeFrame({ ...frame, receivedAt: at }, createBoard());
      expect(content).toMatchObject({ rejection: 'invalid' });
    }
  });
});
