import { formatDownTopic } from '@granary/contract/boards/topics';
import { findBinsWithUnansweredOff, repeatUnansweredOff } from '../commands/answer-store.ts';
import { checkClock, endPendingFanStarts } from '../commands/clock-store.ts';
import {
  findBoardsWithOpenCommands,
  findCause,
  lockOpenCommands,
  storeStep,
} from '../commands/release-store.ts';
import {
  type BoardSessions,
  OFF_RETRY_INTERVAL_MS,
  RELEASE_TICK_MS,
  Releaser,
} from '../commands/releaser.ts';
import { Partitions } from '../platform/postgres/partitions.ts';
import type { Db } from '../platform/postgres/tables.ts';
import { packFrame, storeRawFrames } from '../raw-data/store.ts';
import { handleCommandChange } from './command-changes.ts';
import type { Dependencies } from './dependencies.ts';
import { wireSchedules } from './wire-schedules.ts';

/** Releases commands to the boards connected to this process, and runs the schedules. */
export interface Commands {
  readonly releaser: Releaser;
  start(): Promise<void>;
  stop(): Promise<void>;
}

export function wireCommands(
  dependencies: Dependencies,
  db: Db,
  sessions: BoardSessions,
): Commands {
  const { db: callsDb, now, log, failed, repeat, callerLimits } = dependencies;
  // Not on `db`: the transactions that need a partition may hold all its connections.
  const rawFrames = new Partitions(callsDb, 'raw_frames', 'day');
  const schedules = wireSchedules(dependencies);
  const releaser = new Releaser({
    db,
    sessions,
    now,
    failed,
    findBoardsWithOpenCommands,
    lockOpenCommands,
    storeStep,
    checkClock,
    endPendingFanStarts,
    handleChange: handleCommandChange,
    findUnansweredOffCommands: findBinsWithUnansweredOff,
    repeatUnansweredOff,
    storeSentCommand: async (trx, { mainBoardId, binNumber, payload, at, commandId }) => {
      await rawFrames.ensure([at]);
      const cause = await findCause(trx, commandId);
      const frame = { receivedAt: at, mainBoardId, binNumber, reason: null, cause };
      const topic = formatDownTopic(mainBoardId);
      await storeRawFrames(trx, [packFrame({ ...frame, topic, payload: Buffer.from(payload) })]);
    },
    clockDiffers: () =>
      callerLimits.runOncePerMinute('clock differs', () =>
        log.error(
          'no commands are released: the clocks of the server and the database differ by 30 s or more',
        ),
      ),
  });
  const stopCallbacks: (() => void)[] = [];
  return {
    releaser,
    start: async () => {
      stopCallbacks.push(repeat(() => releaser.tick(), RELEASE_TICK_MS));
      stopCallbacks.push(
        repeat(() => void releaser.repeatOffCommands().catch(failed), OFF_RETRY_INTERVAL_MS),
      );
      await releaser.start();
      schedules.start();
    },
    stop: async () => {
      for (const stop of stopCallbacks) stop();
      await schedules.stop();
      await releaser.stop();
    },
  };
}
