import { HOUR, millis } from '@granary/domain/units';
import { expect, it } from 'vitest';
import type { DecodedFrame, Rejection } from './decode.ts';
import { NOT_STORED, UndecodableFrameSampler } from './undecodable-frames.ts';

function createFrames() {
  const notStored: string[] = [];
  const frames = new UndecodableFrameSampler({
    maxPerHour: 3,
    frameNotStored: (id) => notStored.push(id),
  });
  return { frames, notStored };
}

function createRejectedFrame(
  mainBoardId: string,
  at = 0,
  rejection: Rejection = 'not-json',
): DecodedFrame {
  const topic = `boards/${mainBoardId}/up/temp-data`;
  return {
    frame: { mainBoardId, topic, payload: Buffer.alloc(0), receivedAt: millis(at) },
    content: { kind: 'rejected', binNumber: null, rejection, reason: 'not JSON' },
  };
}

it('stores frames up to the hourly limit, then one in 100 with the number of frames not stored', () => {
  const { frames, notStored } = createFrames();
  const reasons = Array.from({ length: 203 }, () => frames.findReason(createRejectedFrame('A')));
  const stored = reasons.flatMap((reason, index) =>
    reason === NOT_STORED ? [] : [[index, reason]],
  );
  const sampledReason = 'not JSON (99 earlier frames like this were not stored)';
  expect(stored).toEqual([
    [0, 'not JSON'],
    [1, 'not JSON'],
    [2, 'not JSON'],
    [102, sampledReason],
    [202, sampledReason],
  ]);
  expect(notStored).toHaveLength(198);
  expect(frames.findReason(createRejectedFrame('B'))).toBe('not JSON');
});

it('reports in the next hour how many were not stored', () => {
  const { frames } = createFrames();
  for (let sent = 0; sent < 5; sent++) frames.findReason(createRejectedFrame('A'));
  const nextReason = 'not JSON (2 earlier frames like this were not stored)';
  expect(frames.findReason(createRejectedFrame('A', HOUR))).toBe(nextReason);
  expect(frames.findReason(createRejectedFrame('A', HOUR))).toBe('not JSON');
});

it('decides only once about a frame that is decoded twice', () => {
  const { frames, notStored } = createFrames();
  for (let sent = 0; sent < 3; sent++) frames.findReason(createRejectedFrame('A'));
  const fourth = createRejectedFrame('A');
  expect([frames.findReason(fourth), frames.findReason({ ...fourth })]).toEqual([
    NOT_STORED,
    NOT_STORED,
  ]);
  expect(notStored).toEqual(['A']);
});

it('always stores frames with data for a bin that does not exist', () => {
  const { frames } = createFrames();
  const reasons = Array.from({ length: 9 }, () =>
    frames.findReason(createRejectedFrame('A', 0, 'unknown-bin')),
  );
  expect(reasons).toEqual(Array(9).fill('not JSON'));
});
