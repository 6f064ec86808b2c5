import { randomBytes } from 'node:crypto';
import { MINUTE, SECOND } from '@granary/domain/units';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import {
  createReadingBody,
  readRawFrames,
  readReadingTimes,
  type SentFrame,
} from '../../test/support/ingest-feed.ts';
import { ago, NOW, useIngestFixture } from '../../test/support/ingest-fixture.ts';
import { findDifferences } from '../../test/support/recompute.ts';

const fixture = useIngestFixture();
const { getBinId, createFrame } = fixture;

describe('a rejected frame', () => {
  const cases: readonly [
    string,
    NonNullable<SentFrame['kind']>,
    SentFrame['body'],
    string,
    string,
    number | null,
  ][] = [
    ['of an unknown kind', 'nonsense', '{}', 'unknown-topic', 'unknown kind of frame', null],
    ['that is not JSON', 'temp-data', '{"v":1,', 'not-json', 'not JSON', null],
    ['that is empty', 'temp-data', '', 'not-json', 'not JSON', null],
    [
      'of bytes that are not text',
      'temp-data',
      Buffer.from([0xff, 0xfe, 0, 1]),
      'not-json',
      'not JSON',
      null,
    ],
    ['with another version', 'temp-data', { v: 2, bin_number: 2 }, 'invalid', 'v:', 2],
    [
      'with a wrong value',
      'temp-data',
      createReadingBody(1, NOW, [1], { co2: 'high' }),
      'invalid',
      'co2',
      1,
    ],
    [
      'for a bin the board does not have',
      'temp-data',
      createReadingBody(7, NOW),
      'unknown-bin',
      'no bin 7',
      7,
    ],
    [
      'with an impossible bin number',
      'temp-data',
      createReadingBody(99, NOW),
      'invalid',
      'bin_number',
      null,
    ],
    [
      'from a clock two days ahead',
      'temp-data',
      createReadingBody(1, NOW + 2 * 86_400_000),
      'too-far-ahead',
      '24 hours',
      1,
    ],
    [
      'from long ago',
      'temp-data',
      createReadingBody(1, NOW - 401 * 86_400_000),
      'too-old',
      '400 days',
      1,
    ],
    [
      'about a fan of a bin the board does not have',
      'fan-data',
      { v: 1, bin_number: 9, fan: 'on', date_time: 1 },
      'unknown-bin',
      'no bin 9',
      9,
    ],
    [
      'about a fan whose state is not on or off',
      'fan-data',
      { v: 1, bin_number: 1, fan: 'up', date_time: 1 },
      'invalid',
      'fan',
      1,
    ],
    [
      'about a fan with U+0000 in its command ID',
      'fan-data',
      { v: 1, bin_number: 1, fan: 'on', date_time: NOW / 1000, command_id: 'a\0b' },
      'invalid',
      'command_id',
      1,
    ],
    ['about firmware without a kind', 'firmware-data', { v: 1 }, 'invalid', 'kind', null],
    [
      'about firmware with U+0000 in its version',
      'firmware-data',
      { v: 1, kind: 'hello', firmware_version: '2\0' },
      'invalid',
      'firmware_version',
      null,
    ],
  ];

  it.each(cases)(
    'is stored unchanged with the reason, acknowledged and counted: %s',
    async (_, kind, body, rejection, reason, binNumber) => {
      const frame = createFrame(body, kind);
      await fixture.feed.send(frame, createFrame(createReadingBody(2, NOW)));
      expect(fixture.feed.listRejections()).toEqual([rejection]);
      expect(fixture.feed.postponeErrors).toEqual([]);
      const [first, second] = await readRawFrames(fixture.db, fixture.board);
      const text = typeof body === 'string' ? body : JSON.stringify(body);
      const payload = Buffer.isBuffer(body) ? body : Buffer.from(text);
      expect(first).toMatchObject({ binNumber, payload, bytes: payload.length, receivedAt: NOW });
      expect(first?.reason).toContain(reason);
      expect(first?.topic).toBe(`boards/${fixture.board}/up/${kind}`);
      // The next frame was stored.
      expect(second).toMatchObject({ binNumber: 2, reason: null });
      expect(await readReadingTimes(fixture.db, getBinId(2))).toEqual([NOW]);
    },
  );

  it('larger than 32 KiB is stored in part, with its full length', async () => {
    const tooLong = Buffer.alloc(32 * 1024 + 1, 'granary ');
    const longestAllowed = Buffer.alloc(32 * 1024, 0x20);
    await fixture.feed.send(createFrame(tooLong), createFrame(longestAllowed));
    expect(fixture.feed.listRejections()).toEqual(['too-long', 'not-json']);
    const [first, second] = await readRawFrames(fixture.db, fixture.board);
    expect(first).toMatchObject({ bytes: tooLong.length, payload: tooLong.subarray(0, 4096) });
    expect(first?.reason).toContain('32769 bytes');
    expect(second).toMatchObject({ bytes: longestAllowed.length, payload: longestAllowed });
  });

  it('with a topic that is too long for an index is stored with the start of the topic', async () => {
    // Random text, which an index cannot compress enough, and four-byte characters.
    const kinds = [randomBytes(3_000).toString('hex'), '\u{1f33e}'.repeat(5_000)];
    await fixture.feed.send(
      ...kinds.map((kind) => createFrame('{}', kind)),
      createFrame(createReadingBody(2, NOW)),
    );
    expect(fixture.feed.listRejections()).toEqual(['unknown-topic', 'unknown-topic']);
    expect(fixture.feed.postponeErrors).toEqual([]);
    const [first, second] = await readRawFrames(fixture.db, fixture.board);
    const start = `boards/${fixture.board}/up/`;
    expect(first?.topic).toBe(`${start}${kinds[0]}`.slice(0, 500));
    expect(second?.topic).toMatch(/^boards\/[^/]+\/up\/\p{So}{200}/u);
    expect(await readReadingTimes(fixture.db, getBinId(2))).toEqual([NOW]);
  });

  it('has a reason without control characters, whatever the frame contains', async () => {
    await fixture.feed.send(
      createFrame('{"v":1,"\0\u0007\u202e\ud800":}'),
      createFrame(Buffer.from('{"a":"\n\x1b[31m'.repeat(500))),
    );
    for (const { reason } of await readRawFrames(fixture.db, fixture.board)) {
      expect(reason).toMatch(/^[^\p{C}]{1,300}$/u);
    }
  });
});

describe('a frame that the database rejects', () => {
  it('is isolated from the rest of its batch, stored as raw data, and does not block other frames', async () => {
    await sql`alter table readings add constraint test_poison check (co2 <> 666)`.execute(
      fixture.db,
    );
    const frames = Array.from({ length: 100 }, (_, i) =>
      createFrame(createReadingBody(1, ago(i * SECOND), [i], { co2: i % 40 === 17 ? 666 : 400 })),
    );
    await fixture.feed.send(...frames);
    await sql`alter table readings drop constraint test_poison`.execute(fixture.db);
    expect(fixture.feed.postponeErrors).toEqual([]);
    expect(fixture.feed.listRejections()).toEqual(['not-storable', 'not-storable', 'not-storable']);
    expect(await readReadingTimes(fixture.db, getBinId())).toHaveLength(97);
    const rejectedFrames = (await readRawFrames(fixture.db, fixture.board)).filter(
      ({ reason }) => reason !== null,
    );
    expect(rejectedFrames.map(({ reason }) => reason)).toEqual(
      Array.from({ length: 3 }, () => expect.stringMatching(/^not storable: .*test_poison/)),
    );
    expect(rejectedFrames.map(({ binNumber }) => binNumber)).toEqual([1, 1, 1]);
    expect(await findDifferences(fixture.db)).toEqual([]);
  });

  it('is isolated even if its timestamp is outside the PostgreSQL range', async () => {
    await fixture.db
      .updateTable('mainBoards')
      .set({ importUntil: new Date(NOW + MINUTE) })
      .where('id', '=', fixture.board)
      .execute();
    await fixture.feed.send(
      createFrame(createReadingBody(1, NOW, [1], { date_time: '0000-01-01T00:00:00Z' })),
      createFrame(createReadingBody(2, NOW)),
    );
    expect(fixture.feed.listRejections()).toEqual(['not-storable']);
    expect(await readReadingTimes(fixture.db, getBinId(2))).toEqual([NOW]);
  });
});
