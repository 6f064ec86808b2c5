import { DAY, MINUTE, millis } from '@granary/domain/units';
import { describe, expect, it } from 'vitest';
import type { Frame } from '../frame.ts';
import { dropFrames } from '../history.ts';
import { applyBehaviors } from './behavior.ts';
import { corruptFrames } from './malformed-frames.ts';
import { disconnectSensors } from './missing-sensors.ts';
import {
  createNetworkFaults,
  duplicateFrames,
  reorderFrames,
  shiftClock,
} from './network-faults.ts';

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

const listTexts = (list: Iterable<Frame>) => Array.from(list, ({ text }) => text);

it('reports -200 and no humidity for missing sensors', () => {
  const [first] = disconnectSensors(1, [2, 9])(frames.slice(0, 1));
  expect(JSON.parse(first?.text ?? '')).toMatchObject({
    temp_reading: [[0, -200, 0], [0]],
    humidity_readings: [[50, null, 50], [50]],
  });
});

it('drops only the frames within the given time span', () => {
  const from = millis(START + DAY);
  const to = millis(START + 2 * DAY);
  const remainingFrames = [...dropFrames(from, to)(frames)];
  expect(remainingFrames).toHaveLength(500 - 144);
  expect(remainingFrames.some(({ at }) => at >= from && at < to)).toBe(false);
  expect([...dropFrames(from)(frames)]).toHaveLength(144);
});

it('shifts every date_time by the offset and the drift of a clock', () => {
  const [first] = shiftClock(-DAY)(frames);
  expect(JSON.parse(first?.text ?? '').date_time).toBe((START - DAY) / 1000);
  const frameAfterOneDay = [...shiftClock(0, 60_000)(frames)][144];
  expect(JSON.parse(frameAfterOneDay?.text ?? '').date_time).toBe((START + DAY + 60_000) / 1000);
  const [frameBeforeEpoch] = shiftClock(-60 * 365 * DAY)(frames);
  expect(JSON.parse(frameBeforeEpoch?.text ?? '').date_time).toBe(0);
});

describe('duplicates and reordering', () => {
  it('put each duplicate directly after its original', () => {
    const out = listTexts(duplicateFrames(1, 0.3)(frames));
    expect(out.length).toBeGreaterThan(600);
    expect(out.length).toBeLessThan(700);
    expect([...new Set(out)]).toEqual(listTexts(frames));
  });

  it('move some frames without losing any', () => {
    const out = listTexts(reorderFrames(2, 0.1, 20)(frames));
    expect(out).not.toEqual(listTexts(frames));
    expect([...out].sort()).toEqual(listTexts(frames).sort());
    const distances = out.map((text, i) => Math.abs(listTexts(frames).indexOf(text) - i));
    expect(Math.max(...distances)).toBeGreaterThan(5);
    expect(Math.max(...distances)).toBeLessThan(40);
  });

  it('are the same for the same seed', () => {
    expect(listTexts(reorderFrames(3, 0.2, 9)(frames))).toEqual(
      listTexts(reorderFrames(3, 0.2, 9)(frames)),
    );
    expect(listTexts(duplicateFrames(3, 0.2)(frames))).not.toEqual(
      listTexts(duplicateFrames(4, 0.2)(frames)),
    );
  });
});

it('makes the given share of frames malformed, some of them still valid JSON', () => {
  const out = listTexts(corruptFrames(5, 0.5)(frames));
  const malformed = out.filter((text, i) => text !== frames[i]?.text);
  expect(malformed.length).toBeGreaterThan(200);
  expect(malformed.length).toBeLessThan(300);
  const parseable = malformed.filter((text) => {
    try {
      JSON.parse(text);
      return true;
    } catch {
      return false;
    }
  });
  expect(parseable.length).toBeGreaterThan(0);
  expect(parseable.length).toBeLessThan(malformed.length);
});

it('applies behaviors in order', () => {
  const out = applyBehaviors([dropFrames(millis(START + DAY)), duplicateFrames(6, 1)], frames);
  expect([...out]).toHaveLength(288);
});

describe('network faults', () => {
  const applyFaults = (seed: number, isClockWrong: boolean) =>
    listTexts(applyBehaviors(createNetworkFaults(seed, millis(START), isClockWrong), frames));

  it('repeat, delay and corrupt some frames, the same ones for the same seed', () => {
    const received = applyFaults(7, false);
    expect(received).toEqual(applyFaults(7, false));
    expect(received).not.toEqual(applyFaults(8, false));
    const sent = listTexts(frames);
    const intact = received.filter((text) => sent.includes(text));
    expect(received.length).toBeGreaterThan(frames.length);
    expect(received.length - intact.length).toBeGreaterThan(0);
    expect(intact.map((text) => sent.indexOf(text))).not.toEqual(
      intact.map((text) => sent.indexOf(text)).sort((a, b) => a - b),
    );
  });

  it('include a clock that is an hour ahead', () => {
    const [first = ''] = applyFaults(7, true);
    expect(JSON.parse(first).date_time).toBe(START / 1000 + 3600);
  });

  it('affect each frame independently', () => {
    const frameCounts = frames.slice(0, 200).map((frame) => {
      const faults = createNetworkFaults(7, frame.at, false);
      return listTexts(applyBehaviors(faults, [frame])).length;
    });
    expect(new Set(frameCounts)).toEqual(new Set([1, 2]));
  });
});
