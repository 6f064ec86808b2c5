import { type Millis, millis, SECOND } from '@granary/domain/units';
import { lockBoardOfBin, requestCommand } from '../commands/request-store.ts';
import { cancelScheduledCommands } from '../commands/store.ts';
import { runSchedules } from '../fans/run-schedules.ts';
import { readDatabaseTime } from '../fans/scheduled-bins-store.ts';
import { BackgroundJob } from '../platform/jobs/background.ts';
import type { Dependencies } from './dependencies.ts';

/** The schedules of fans. */
export interface Schedules {
  start(): void;
  stop(): Promise<void>;
}

const TICK_MS = SECOND;
/** How often to check for changed settings and board reports. */
const POLL_MS = 5 * SECOND;

/** Sends commands when the fan state required by a schedule changes. */
export function wireSchedules({
  db,
  now,
  repeat,
  failed,
  log,
  callerLimits,
}: Dependencies): Schedules {
  const ports = {
    db,
    now,
    readDatabaseTime: () => readDatabaseTime(db),
    requestCommand,
    lockBoardOfBin,
    cancelScheduledCommands,
    clockDiffers: () =>
      callerLimits.runOncePerMinute('schedule clock differs', () =>
        log.error(
          'schedules are paused: the clocks of the server and the database differ by 30 s or more',
        ),
      ),
    failed,
  };
  let nextRunAt: Millis = now();
  const job = new BackgroundJob(async (signal) => {
    nextRunAt = millis(now() + POLL_MS);
    const nextChangeAt = await runSchedules(ports, signal);
    if (nextChangeAt !== null && nextChangeAt < nextRunAt) nextRunAt = nextChangeAt;
  }, failed);
  let stopTicking = () => {};
  return {
    start: () => {
      stopTicking = repeat(() => {
        if (now() >= nextRunAt) void job.run();
      }, TICK_MS);
    },
    stop: async () => {
      stopTicking();
      await job.stop();
    },
  };
}
