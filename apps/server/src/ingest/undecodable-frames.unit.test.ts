import { HOUR, millis } from '@granary/domain/units';
import { expect, it } from 'vitest';
import type { DecodedFrame, Rejection } from './decode.ts';
import { NOT_STORED, UndecodableFrameSampler } from './undecodable-frames.ts';

function createSampler() {
  const notStored: string[] = [];
  const sampler = new UndecodableFrameSampler({
    maxPerHour: 3,
    frameNotStored: (id) => notStored.push(id),
  });
  return { sampler, notStored };
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
  const { sampler, notStored } = createSampler();
  const reasons = Array.from({ length: 203 }, () => sampler.findReason(createRejectedFrame('A')));
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
  expect(sampler.findReason(createRejectedFrame('B'))).toBe('not JSON');
});

it('reports in the next hour how many were not stored', () => {
  const { sampler } = createSampler();
  for (let sent = 0; sent < 5; sent++) sampler.findReason(createRejectedFrame('A'));
  const nextReason = 'not JSON (2 earlier frames like this were not stored)';
  expect(sampler.findReason(createRejectedFrame('A', HOUR))).toBe(nextReason);
  expect(sampler.findReason(createRejectedFrame('A', HOUR))).toBe('not JSON');
});

it('counts a frame only once, even if it is decoded twice', () => {
  const { sampler, notStored } = createSampler();
  for (let sent = 0; sent < 3; sent++) sampler.findReason(createRejectedFrame('A'));
  const fourth = createRejectedFrame('A');
  expect([sampler.findReason(fourth), sampler.findReason({ ...fourth })]).toEqual([
    NOT_STORED,
    NOT_STORED,
  ]);
  expect(notStored).toEqual(['A']);
});

it('always stores frames with data for a bin that does not exist', () => {
  const { sampler } = createSampler();
  const reasons = Array.from({ length: 9 }, () =>
    sampler.findReason(createRejectedFrame('A', 0, 'unknown-bin')),
  );
  expect(reasons).toEqual(Array(9).fill('not JSON'));
});
