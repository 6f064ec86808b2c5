import { beforeEach, describe, expect, it } from 'vitest';
import { FairQueue, inQuietRound } from './fair-queue.ts';

let rounds: (() => void)[];
let begun: string[];
let queue: FairQueue;

beforeEach(() => {
  rounds = [];
  begun = [];
  queue = new FairQueue((run) => rounds.push(run));
});

function send(caller: string, ...names: readonly string[]): void {
  for (const name of names) void queue.enter(caller).then(() => begun.push(name));
}

async function endRound(): Promise<void> {
  rounds.shift()?.();
  await Promise.resolve();
}

describe('requests', () => {
  it('begin one at a time for each caller, in order', async () => {
    send('a', 'a1', 'a2', 'a3');
    await Promise.resolve();
    expect(begun).toEqual(['a1']);
    await endRound();
    expect(begun).toEqual(['a1', 'a2']);
    await endRound();
    expect(begun).toEqual(['a1', 'a2', 'a3']);
  });

  it('begin at once for a caller who has none waiting, however many others have', async () => {
    send('a', 'a1', 'a2', 'a3');
    await endRound();
    send('b', 'b1', 'b2');
    await Promise.resolve();
    expect(begun).toEqual(['a1', 'a2', 'b1']);
    await endRound();
    expect(begun).toEqual(['a1', 'a2', 'b1', 'a3', 'b2']);
  });

  it('leave nothing behind when all have begun', async () => {
    send('a', 'a1', 'a2');
    for (let round = 0; round < 3; round++) await endRound();
    expect(rounds).toEqual([]);
    send('a', 'a3');
    await Promise.resolve();
    expect(begun).toEqual(['a1', 'a2', 'a3']);
    expect(rounds).toHaveLength(1);
  });
});

describe('a quiet round of the event loop', () => {
  /** Keeps the event loop busy in each round until the returned function is called. */
  function makeBusy(): () => void {
    let isBusy = true;
    const work = () => {
      const until = performance.now() + 0.5;
      while (performance.now() < until);
      if (isBusy) setImmediate(work);
    };
    work();
    return () => {
      isBusy = false;
    };
  }

  it('is awaited while others work', async () => {
    const rest = makeBusy();
    let hasRun = false;
    inQuietRound(() => {
      hasRun = true;
    });
    for (let round = 0; round < 3; round++) await new Promise(setImmediate);
    expect(hasRun).toBe(false);
    rest();
    await expect.poll(() => hasRun).toBe(true);
  });

  it('is not awaited for long', async () => {
    const rest = makeBusy();
    await new Promise<void>(inQuietRound);
    rest();
  });
});
