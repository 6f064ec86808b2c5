import { beforeEach, describe, expect, it } from 'vitest';
import { FairQueue, runWhenIdle } from './fair-queue.ts';

let rounds: (() => void)[];
let startedNames: string[];
let queue: FairQueue;

beforeEach(() => {
  rounds = [];
  startedNames = [];
  queue = new FairQueue((run) => rounds.push(run));
});

function send(caller: string, ...names: readonly string[]): void {
  for (const name of names) void queue.enter(caller).then(() => startedNames.push(name));
}

async function endRound(): Promise<void> {
  rounds.shift()?.();
  await Promise.resolve();
}

describe('requests', () => {
  it('begin one at a time for each caller, in order', async () => {
    send('a', 'a1', 'a2', 'a3');
    await Promise.resolve();
    expect(startedNames).toEqual(['a1']);
    await endRound();
    expect(startedNames).toEqual(['a1', 'a2']);
    await endRound();
    expect(startedNames).toEqual(['a1', 'a2', 'a3']);
  });

  it('begin immediately for a caller with none queued, no matter how many other callers have queued', async () => {
    send('a', 'a1', 'a2', 'a3');
    await endRound();
    send('b', 'b1', 'b2');
    await Promise.resolve();
    expect(startedNames).toEqual(['a1', 'a2', 'b1']);
    await endRound();
    expect(startedNames).toEqual(['a1', 'a2', 'b1', 'a3', 'b2']);
  });

  it('leave nothing scheduled once all have begun', async () => {
    send('a', 'a1', 'a2');
    for (let round = 0; round < 3; round++) await endRound();
    expect(rounds).toEqual([]);
    send('a', 'a3');
    await Promise.resolve();
    expect(startedNames).toEqual(['a1', 'a2', 'a3']);
    expect(rounds).toHaveLength(1);
  });
});

describe('runWhenIdle', () => {
  let time = 0;
  let nextRun: (() => void) | undefined;
  const eventLoop = {
    now: () => time,
    runInNextIteration: (run: () => void) => {
      nextRun = run;
    },
  };
  const runIteration = (ms: number) => {
    time += ms;
    nextRun?.();
  };

  it('waits while other work keeps the event loop busy', () => {
    let hasRun = false;
    runWhenIdle(() => {
      hasRun = true;
    }, eventLoop);
    for (const ms of [2, 0.3, 1]) runIteration(ms);
    expect(hasRun).toBe(false);
    runIteration(0.1);
    expect(hasRun).toBe(true);
  });

  it('does not wait longer than 5 ms', () => {
    let hasRun = false;
    runWhenIdle(() => {
      hasRun = true;
    }, eventLoop);
    for (const ms of [2, 2]) runIteration(ms);
    expect(hasRun).toBe(false);
    runIteration(2);
    expect(hasRun).toBe(true);
  });
});
