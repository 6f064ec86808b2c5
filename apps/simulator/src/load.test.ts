import { readingFrame } from '@granary/contract/readings/frame';
import { MINUTE, millis } from '@granary/domain/units';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startBroker, type TestBroker } from '../test/support/broker.ts';
import { LoadRejectedError } from './load/publisher.ts';
import { type Acknowledgment, publishLoad } from './load.ts';

const START = millis(Date.UTC(2026, 0, 1));
const boards = ['L-1', 'L-2', 'L-3'].map((mainBoardId) => ({
  mainBoardId,
  key: 'key',
  bins: [1, 2, 7],
}));

let broker: TestBroker;
beforeEach(async () => {
  broker = await startBroker();
});
afterEach(() => broker.stop());

function toFrameId({ mainBoardId, binNumber, at }: Acknowledgment): string {
  return `${mainBoardId}/${binNumber}/${at}`;
}

function listPublishedIds(): string[] {
  return broker.published.map(({ topic, text }) => {
    const { binNumber, sentAt } = readingFrame.parse(JSON.parse(text));
    return toFrameId({ mainBoardId: topic.split('/')[1] ?? '', binNumber, at: sentAt });
  });
}

describe('the load generator', () => {
  it('publishes every frame once, each with a unique combination of bin and time, and records its acknowledgment', async () => {
    const result = await publishLoad({ port: broker.port, boards, frames: 1_000, start: START });
    const acknowledged = [...result.listAcknowledgments()].map(toFrameId);
    expect(result.acknowledgedCount).toBe(1_000);
    expect(new Set(acknowledged).size).toBe(1_000);
    expect(listPublishedIds().sort()).toEqual(acknowledged.sort());
    expect(result.latency.count).toBe(1_000);
    expect(result.reconnects).toBe(0);
  });

  it('sends frames of 8 cables by 16 sensors with changing values', async () => {
    await publishLoad({ port: broker.port, boards, frames: 30, start: START });
    const [first, second] = broker.published
      .filter(({ topic }) => topic === 'boards/L-1/up/temp-data')
      .filter((_, i) => i % 3 === 0)
      .map(({ text }) => text);
    const frame = readingFrame.parse(JSON.parse(first ?? ''));
    expect(frame.temperatures?.map((cable) => cable.length)).toEqual(Array(8).fill(16));
    expect(frame.humidities?.map((cable) => cable.length)).toEqual(Array(8).fill(16));
    expect(first?.length).toBeGreaterThan(1_300);
    expect(first?.length).toBeLessThan(1_500);
    const next = readingFrame.parse(JSON.parse(second ?? ''));
    expect(next.temperatures).not.toEqual(frame.temperatures);
    expect(next.sentAt).toBe(frame.sentAt + 1_000);
  });

  it('never has more frames in flight than the window', async () => {
    broker.setAcknowledgmentsPaused(true);
    const controller = new AbortController();
    const running = publishLoad({
      port: broker.port,
      boards,
      window: 5,
      start: START,
      stepMs: MINUTE,
      signal: controller.signal,
      graceMs: 0,
      onProgress: () => controller.abort(),
    });
    const result = await running;
    expect(result.sentCount).toBe(15);
    expect(result.acknowledgedCount).toBe(0);
    expect([...result.listAcknowledgments()]).toEqual([]);
  });

  it('sends unacknowledged frames again after a reconnect', async () => {
    const running = publishLoad({
      port: broker.port,
      boards,
      frames: 3_000,
      start: START,
      window: 50,
    });
    await broker.waitUntil((published) => published.length > 700);
    broker.dropConnections();
    await broker.waitUntil((published) => published.length > 1_500);
    broker.dropConnections();
    const result = await running;
    expect(result.acknowledgedCount).toBe(3_000);
    expect(result.reconnects).toBeGreaterThanOrEqual(3);
    const acknowledged = [...result.listAcknowledgments()].map(toFrameId);
    expect(new Set(listPublishedIds())).toEqual(new Set(acknowledged));
  });

  it('stops when its signal is aborted, and waits for frames in flight', async () => {
    const stop = new AbortController();
    const running = publishLoad({ port: broker.port, boards, start: START, signal: stop.signal });
    await broker.waitUntil((published) => published.length > 500);
    stop.abort();
    const result = await running;
    expect(result.sentCount).toBe(result.acknowledgedCount);
    expect(result.acknowledgedCount).toBe(broker.published.length);
  });

  it('sends at a constant rate', async () => {
    const result = await publishLoad({
      port: broker.port,
      boards,
      frames: 200,
      ratePerSecond: 400,
      start: START,
    });
    expect(result.acknowledgedCount).toBe(200);
    // 200 frames at 400 per second take at least half a second.
    expect(result.seconds).toBeGreaterThan(0.45);
  });

  it('fails when the server rejects a board', async () => {
    broker.requireKey('another');
    const running = publishLoad({ port: broker.port, boards, frames: 10, start: START });
    await expect(running).rejects.toThrow(LoadRejectedError);
  });
});
