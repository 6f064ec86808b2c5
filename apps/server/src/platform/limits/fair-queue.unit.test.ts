import { beforeEach, describe, expect, it } from 'vitest';
import { FairQueue, runWhenIdle } from './fair-queue.ts';

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

  it('begin at once for a caller who has none waiting, no matter how many others have', async () => {
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

describe('a quiet iteration of the event loop', () => {
  let time = 0;
  let next: (() => void) | undefined;
  const eventLoop = {
    now: () => time,
    runInNextIteration: (run: () => void) => {
      next = run;
    },
  };
  const takeRound = (ms: number) => {
    time += ms;
    next?.();
  };

  it('is awaited while others work', () => {
    let hasRun = false;
    runWhenIdle(() => {
      hasRun = true;
    }, eventLoop);
    for (const ms of [2, 0.3, 1]) takeRound(ms);
    expect(hasRun).toBe(false);
    takeRound(0.1);
    expect(hasRun).toBe(true);
  });

  it('is not awaited for longer than 5 ms', () => {
    let hasRun = false;
    runWhenIdle(() => {
      hasRun = true;
    }, eventLoop);
    for (const ms of [2, 2]) takeRound(ms);
    expect(hasRun).toBe(false);
    takeRound(2);
    expect(hasRun).toBe(true);
  });
});
