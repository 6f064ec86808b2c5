import { DAY, MINUTE, millis } from '@granary/domain/units';
import { describe, expect, it } from 'vitest';
import type { Frame } from '../frame.ts';
import { applyBehaviours } from './behaviour.ts';
import { clockError } from './clock-error.ts';
import { corruption } from './corruption.ts';
import { lineFaults } from './line-faults.ts';
import { missingSensors } from './missing-sensors.ts';
import { reordering } from './reordering.ts';
import { repeats } from './repeats.ts';
import { silence } from './silence.ts';

const START = Date.UTC(2026, 9, 1);

const frames: Frame[] = Array.from({ length: 500 }, (_, i) => {
  const at = millis(START + i * 10 * MINUTE);
  const payload = {
    v: 1,
    bin_number: 2,
    date_time: new Date(at).toISOString(),
    temp_reading: [[i, i, i], [i]],
    humidity_readings: [[50, 50, 50], [50]],
  };
  return { kind: 'temp-data', binNumber: 2, at, text: JSON.stringify(payload) };
});

const texts = (list: Iterable<Frame>) => Array.from(list, ({ text }) => text);

it('missing sensors report -200 and no humidity', () => {
  const [first] = missingSensors(1, [2, 9])(frames.slice(0, 1));
  expect(JSON.parse(first?.text ?? '')).toMatchObject({
    temp_reading: [[0, -200, 0], [0]],
    humidity_readings: [[50, null, 50], [50]],
  });
});

it('silence swallows the frames of its span alone', () => {
  const from = millis(START + DAY);
  const to = millis(START + 2 * DAY);
  const rest = [...silence(from, to)(frames)];
  expect(rest).toHaveLength(500 - 144);
  expect(rest.some(({ at }) => at >= from && at < to)).toBe(false);
  expect([...silence(from)(frames)]).toHaveLength(144);
});

it('a wrong clock moves every date_time, and drifts', () => {
  const [first] = clockError(-DAY)(frames);
  expect(JSON.parse(first?.text ?? '').date_time).toBe((START - DAY) / 1000);
  const day = [...clockError(0, 60_000)(frames)][144];
  expect(JSON.parse(day?.text ?? '').date_time).toBe((START + DAY + 60_000) / 1000);
  const [never] = clockError(-60 * 365 * DAY)(frames);
  expect(JSON.parse(never?.text ?? '').date_time).toBe(0);
});

describe('repeats and reordering', () => {
  it('repeats follow at once and add nothing new', () => {
    const out = texts(repeats(1, 0.3)(frames));
    expect(out.length).toBeGreaterThan(600);
    expect(out.length).toBeLessThan(700);
    expect([...new Set(out)]).toEqual(texts(frames));
  });

  it('reordering loses and adds nothing, and moves some', () => {
    const out = texts(reordering(2, 0.1, 20)(frames));
    expect(out).not.toEqual(texts(frames));
    expect([...out].sort()).toEqual(texts(frames).sort());
    const moved = out.map((text, i) => Math.abs(texts(frames).indexOf(text) - i));
    expect(Math.max(...moved)).toBeGreaterThan(5);
    expect(Math.max(...moved)).toBeLessThan(40);
  });

  it('are the same for the same seed', () => {
    expect(texts(reordering(3, 0.2, 9)(frames))).toEqual(texts(reordering(3, 0.2, 9)(frames)));
    expect(texts(repeats(3, 0.2)(frames))).not.toEqual(texts(repeats(4, 0.2)(frames)));
  });
});

it('corruption spoils about the share it is given, in ways JSON notices and ways it does not', () => {
  const out = texts(corruption(5, 0.5)(frames));
  const spoilt = out.filter((text, i) => text !== frames[i]?.text);
  expect(spoilt.length).toBeGreaterThan(200);
  expect(spoilt.length).toBeLessThan(300);
  const parses = spoilt.filter((text) => {
    try {
      JSON.parse(text);
      return true;
    } catch {
      return false;
    }
  });
  expect(parses.length).toBeGreaterThan(0);
  expect(parses.length).toBeLessThan(spoilt.length);
});

it('behaviours apply one after the other', () => {
  const out = applyBehaviours([silence(millis(START + DAY)), repeats(6, 1)], frames);
  expect([...out]).toHaveLength(288);
});

describe('a bad line', () => {
  const spoiltBy = (seed: number, isClockWrong: boolean) =>
    texts(applyBehaviours(lineFaults(seed, millis(START), isClockWrong), frames));

  it('repeats, holds back and spoils some frames, the same ones each time', () => {
    const came = spoiltBy(7, false);
    expect(came).toEqual(spoiltBy(7, false));
    expect(came).not.toEqual(spoiltBy(8, false));
    const sent = texts(frames);
    const sound = came.filter((text) => sent.includes(text));
    expect(came.length).toBeGreaterThan(frames.length);
    expect(came.length - sound.length).toBeGreaterThan(0);
    expect(sound.map((text) => sent.indexOf(text))).not.toEqual(
      sound.map((text) => sent.indexOf(text)).sort((a, b) => a - b),
    );
  });

  it('has a clock that is an hour ahead where it is wrong', () => {
    const [first = ''] = spoiltBy(7, true);
    expect(JSON.parse(first).date_time).toBe(START / 1000 + 3600);
  });

  it('asks chance anew for each single frame', () => {
    const one = frames.slice(0, 200).map((frame) => {
      const faults = lineFaults(7, frame.at, false);
      return texts(applyBehaviours(faults, [frame])).length;
    });
    expect(new Set(one)).toEqual(new Set([1, 2]));
  });
});
