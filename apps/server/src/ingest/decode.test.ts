import { FRAME_KINDS, upTopic } from '@granary/contract/boards/topics';
import { DAY, HOUR, MINUTE, type Millis, millis } from '@granary/domain/units';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeFrame } from './decode.ts';
import type { IngestBin, IngestBoard } from './ingest-ports.ts';

const NOW = millis(Date.parse('2026-10-14T12:00:00Z'));

// `decodeFrame` passes the context on without reading it.
const context = { timeZone: 'UTC' } as IngestBin;

function boardWith(parts: Partial<IngestBoard> = {}): IngestBoard {
  return { id: 'A', importUntil: null, bins: new Map([[1, context]]), ...parts };
}

function decode(payload: Buffer | string | object, board = boardWith(), kind = 'temp-data') {
  const text = typeof payload === 'string' ? payload : JSON.stringify(payload);
  const bytes = Buffer.isBuffer(payload) ? payload : Buffer.from(text);
  const topic = `boards/A/up/${kind}`;
  return decodeFrame({ mainBoardId: 'A', topic, payload: bytes, receivedAt: NOW }, board);
}

const sentAt = (at: number) => ({ v: 1, bin_number: 1, date_time: new Date(at).toISOString() });

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
    const content = decode(sentAt(NOW + ahead));
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

  it('accepts old readings, not future ones, while the board may import', () => {
    const old = sentAt(NOW - 3000 * DAY);
    const importing = boardWith({ importUntil: millis(NOW + 1) });
    expect(decode(old, importing).kind).toBe('reading');
    expect(decode(sentAt(NOW + 25 * HOUR), importing)).toMatchObject({
      rejection: 'too-far-ahead',
    });
    const over = boardWith({ importUntil: millis(NOW) });
    expect(decode(old, over)).toMatchObject({ rejection: 'too-old' });
  });

  it('applies the same rules to the timestamps of fan events', () => {
    const fan = (at: number) => ({ ...sentAt(at), fan: 'on' });
    const read = (at: number) => decode(fan(at), boardWith(), 'fan-data');
    expect(read(NOW - HOUR)).toMatchObject({ kind: 'fan', at: NOW - HOUR, isOn: true });
    expect(read(NOW + HOUR)).toMatchObject({ kind: 'fan', at: NOW });
    expect(read(NOW + 2 * DAY)).toMatchObject({ kind: 'fan', at: NOW });
    expect(read(12)).toMatchObject({ kind: 'fan', at: NOW, sentAt: 12 });
  });

  it('treats old fan events as history only during an import, but never lockouts or command answers', () => {
    const read = (at: number, more: object, importUntil: Millis | null = millis(NOW + 1)) => {
      const event = { ...sentAt(at), fan: 'off', ...more };
      return decode(event, boardWith({ importUntil }), 'fan-data');
    };
    const old = NOW - 3 * DAY;
    expect(read(old, {})).toMatchObject({ isImported: true });
    expect(read(old, {}, null)).toMatchObject({ isImported: false });
    expect(read(NOW - HOUR, {})).toMatchObject({ isImported: false });
    expect(read(old, { lockout: true })).toMatchObject({ isImported: false });
    expect(read(old, { command_id: 'a' })).toMatchObject({ isImported: false });
    // A clock that was never set.
    expect(read(12, {})).toMatchObject({ isImported: false });
  });

  it('rejects a payload above 32 KiB, even if it is a valid reading', () => {
    const payload = JSON.stringify(sentAt(NOW)).padEnd(32 * 1024);
    expect(decode(payload).kind).toBe('reading');
    expect(decode(`${payload} `)).toMatchObject({ rejection: 'too-long' });
  });

  it('never throws and always gives a reason, for any bytes', () => {
    const kinds = fc.constantFrom(...FRAME_KINDS, 'other');
    fc.assert(
      fc.property(fc.oneof(fc.uint8Array({ maxLength: 300 }), text()), kinds, (bytes, kind) => {
        const content = decode(Buffer.from(bytes as Uint8Array), boardWith(), kind);
        if (content.kind === 'rejected') {
          expect(content.reason).toMatch(/^[^\p{C}]{1,300}$/u);
        }
      }),
      { numRuns: 20_000 },
    );
  });

  it('handles JSON of any shape', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(...FRAME_KINDS), (value, kind) => {
        const base = typeof value === 'object' && value !== null ? value : { value };
        decode({ ...base, ...sentAt(NOW) }, boardWith(), kind);
        decode(JSON.stringify(value) ?? 'null', boardWith(), kind);
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

/** Valid frames with some bytes changed or cut off, as on a bad connection. */
function text(): fc.Arbitrary<Uint8Array> {
  const frames = [
    JSON.stringify({ ...sentAt(NOW), temp_reading: [[1.5, -200], [null]], cable_ids: [1, -1] }),
    JSON.stringify({ ...sentAt(NOW), fan: 'on', command_id: 'c', lockout: true }),
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

describe('upTopic', () => {
  it('builds the topics that decodeFrame accepts', () => {
    const at: Millis = NOW;
    for (const kind of FRAME_KINDS) {
      const frame = { mainBoardId: 'A', topic: upTopic('A', kind), payload: Buffer.from('{}') };
      const content = decodeFrame({ ...frame, receivedAt: at }, boardWith());
      expect(content).toMatchObject({ rejection: 'invalid' });
    }
  });
});
