import type { Command } from '@granary/domain/commands/command';
import { HOUR, MINUTE, millis, SECOND } from '@granary/domain/units';
import { expect, test } from 'vitest';
import { Releaser } from './releaser.ts';

const START = millis(Date.parse('2026-10-14T12:00:00Z'));
const board = 'board-1';

const onCommand: Command = {
  id: 'on',
  binId: 1,
  binNumber: 1,
  instruction: { kind: 'fan', isOn: true, runForS: null },
  controlType: 'manual',
  seq: 1,
  state: 'queued',
  queuedAt: START,
  expiresAt: millis(START + 5 * MINUTE),
  attempts: 0,
  sentAt: null,
  confirmedAt: null,
  failure: null,
};

/** A releaser with one open command, a clock, and a database whose clock is ahead by `aheadMs`. */
function createReleaser(mode: 'realtime' | 'sleep', aheadMs: number) {
  const clock = { now: START, aheadMs };
  const sent: string[] = [];
  const checks = { count: 0 };
  const transaction = { execute: (work: (trx: object) => unknown) => work({}) };
  const noBlocks = { isHeld: false, isLocked: false, hasEntrySession: false };
  const releaser = new Releaser({
    db: Object({ transaction: () => transaction }),
    sessions: {
      canSend: () => true,
      send: async (_board, payload) => {
        sent.push(payload);
        return 'acknowledged';
      },
    },
    now: () => clock.now,
    findBoardsWithOpenCommands: async () => [board],
    lockOpenCommands: async () => {
      checks.count++;
      return {
        now: millis(clock.now + clock.aheadMs),
        isClockSetBack: false,
        mode,
        openCommands: sent.length === 0 ? [onCommand] : [],
        getActorId: () => null,
        getBlocks: () => noBlocks,
        getLastOtherStartAt: () => null,
      };
    },
    storeStep: async () => true,
    checkClock: async () => false,
    endPendingFanStarts: async () => {},
    handleChange: async () => {},
    storeSentCommand: async () => {},
    findUnansweredOffCommands: async () => [],
    repeatUnansweredOff: async () => {},
    clockDiffers: () => {},
    failed: (error) => {
      throw error;
    },
  });
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  /**
   * Advances the time, then checks the boards that are due; returns how many commands have been sent so far.
   */
  const advance = async (ms: number) => {
    clock.now = millis(clock.now + ms);
    releaser.tick();
    await settle();
    return sent.length;
  };
  return { releaser, clock, checks, advance };
}

test('checks a board again a few seconds after the database clock is corrected', async () => {
  const { releaser, clock, advance } = createReleaser('realtime', HOUR);
  releaser.requestCheck(board);
  expect(await advance(0)).toBe(0);
  clock.aheadMs = 0;
  expect(await advance(15 * SECOND)).toBe(1);
});

test("starts the fan of a sleep-mode board that just woke up, while the board is still listening, even if the server's clock is 20 s behind", async () => {
  const { releaser, advance } = createReleaser('sleep', 20 * SECOND);
  releaser.subscribed(board);
  await advance(0);
  expect(await advance(2 * SECOND)).toBe(0);
  releaser.framesStored([{ mainBoardId: board, binNumber: 1 }]);
  expect(await advance(0)).toBe(0);
  expect(await advance(SECOND)).toBe(1);
});

test('checks a board again if the clock is set back while it is being checked', async () => {
  const { releaser, checks, advance } = createReleaser('sleep', 0);
  await advance(0);
  releaser.requestCheck(board);
  await advance(-MINUTE);
  expect(checks.count).toBe(2);
});
