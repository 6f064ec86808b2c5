import { MINUTE, SECOND } from '@granary/domain/units';
import { describe, expect, it } from 'vitest';
import {
  createReadingBody,
  IngestFeed,
  readRawFrames,
  readReadingTimes,
} from '../../test/support/ingest-feed.ts';
import { ago, NOW, useIngestFixture } from '../../test/support/ingest-fixture.ts';
import { findDifferences } from '../../test/support/recompute.ts';

const fixture = useIngestFixture();
const { getBinId, createFrame } = fixture;

describe('a repeated frame', () => {
  const findTemperature = async () => {
    const row = await fixture.db
      .selectFrom('readings')
      .select('temperatures')
      .where('binId', '=', getBinId())
      .executeTakeFirstOrThrow();
    return row.temperatures[0];
  };

  it('in one batch results in one reading, from the first frame', async () => {
    // The first frame is one batch; the others are the next batch.
    await fixture.feed.send(
      createFrame(createReadingBody(2, NOW)),
      createFrame(createReadingBody(1, NOW, [10])),
      createFrame(createReadingBody(1, NOW, [20])),
      createFrame(createReadingBody(1, NOW, [30])),
    );
    expect(await readReadingTimes(fixture.db, getBinId())).toEqual([NOW]);
    expect(await findTemperature()).toBe(1000);
    expect(await readRawFrames(fixture.db, fixture.board)).toHaveLength(4);
    expect(await findDifferences(fixture.db)).toEqual([]);
  });

  it('in a later batch does not make another reading', async () => {
    await fixture.feed.send(createFrame(createReadingBody(1, NOW, [10])));
    await fixture.feed.send(createFrame(createReadingBody(1, NOW, [20])));
    await new IngestFeed(fixture.db).send(createFrame(createReadingBody(1, NOW, [30])));
    expect(await findTemperature()).toBe(1000);
    expect(fixture.feed.stored).toHaveLength(1);
    expect(await findDifferences(fixture.db)).toEqual([]);
  });

  it('that several processes receive at once results in one reading, and days stay correct', async () => {
    const feeds = Array.from({ length: 4 }, () => new IngestFeed(fixture.db));
    const frames = Array.from({ length: 60 }, (_, i) => [
      createFrame(createReadingBody(1, ago(i * MINUTE), [i, 20 - i])),
      createFrame(createReadingBody(2, ago(i * MINUTE), [i])),
    ]).flat();
    await Promise.all(
      feeds.map((each, index) => each.send(...(index % 2 ? frames.toReversed() : frames))),
    );
    expect(await readReadingTimes(fixture.db, getBinId(1))).toHaveLength(60);
    expect(await readReadingTimes(fixture.db, getBinId(2))).toHaveLength(60);
    expect(feeds.flatMap(({ stored }) => stored)).toHaveLength(120);
    expect(await findDifferences(fixture.db)).toEqual([]);
  });
});

describe('late and reordered readings', () => {
  it('are ordered by time, and the day and the latest reading stay correct', async () => {
    const minutes = [5, 1, 4, 0, 1500, 3, 2, 1500, 700, 20_000];
    for (const minute of minutes) {
      await fixture.feed.send(
        createFrame(createReadingBody(1, ago(minute * MINUTE), [minute / 100], { co2: minute })),
      );
    }
    const expected = [...new Set(minutes)].sort((a, b) => b - a).map((m) => NOW - m * MINUTE);
    expect(await readReadingTimes(fixture.db, getBinId())).toEqual(expected);
    expect(await findDifferences(fixture.db)).toEqual([]);
  });

  it('leave the eleven newest reading times and the newest scalars in the latest row', async () => {
    const seconds = Array.from({ length: 30 }, (_, i) => (i * 7) % 30);
    await fixture.feed.send(
      ...seconds.map((s) => createFrame(createReadingBody(1, ago(s * SECOND), [1], { co2: s }))),
    );
    const row = await fixture.db
      .selectFrom('latest')
      .select(['recent', 'co2'])
      .where('binId', '=', getBinId())
      .executeTakeFirstOrThrow();
    expect(row.recent.map(Number)).toEqual(Array.from({ length: 11 }, (_, i) => ago(i * SECOND)));
    expect(row.co2).toBe(0);
    expect(await findDifferences(fixture.db)).toEqual([]);
  });
});
