import type { Instruction } from '@granary/domain/commands/instruction';
import { isClockInSync } from '@granary/domain/commands/release';
import type { CommandRequest, RequestOutcome } from '@granary/domain/commands/request';
import { findScheduledState, type ScheduledState } from '@granary/domain/fans/fan-schedule';
import { planScheduleStep, type ScheduleStep } from '@granary/domain/fans/scheduled-command';
import { type Millis, millis, SECOND } from '@granary/domain/units';
import { recordBinChange } from '../audit/record-change.ts';
import type { Db, Trx } from '../platform/postgres/tables.ts';
import { lockFanSchedule } from './schedule-store.ts';
import {
  clearSentState,
  findScheduledBins,
  type ScheduledBin,
  storeNextChange,
  storeSentState,
} from './scheduled-bins-store.ts';

export interface SchedulePorts {
  readonly db: Db;
  now(): Millis;
  /** The database's current time. */
  readDatabaseTime(): Promise<Millis>;
  requestCommand(trx: Trx, request: CommandRequest): Promise<RequestOutcome>;
  lockBoardOfBin(trx: Trx, binId: number): Promise<void>;
  /** Cancels the commands of the bin's schedule that are waiting to be sent. */
  cancelScheduledCommands(trx: Trx, binId: number): Promise<void>;
  /** This process's clock differs from the database's, so no scheduled commands are sent. */
  clockDiffers(): void;
  failed(error: unknown): void;
}

/**
 * Sends the commands that fan schedules require now.
 *
 * @returns the time of the next schedule change; null if none is known.
 */
export async function runSchedules(
  ports: SchedulePorts,
  signal: AbortSignal,
): Promise<Millis | null> {
  const { db } = ports;
  const now = ports.now();
  const bins = await findScheduledBins(db, null);
  if (bins.length === 0) return null;
  if (!isClockInSync(now, await ports.readDatabaseTime())) {
    ports.clockDiffers();
    return null;
  }
  const changes: Millis[] = [];
  for (const bin of bins) {
    if (signal.aborted) return null;
    const { wantedState, step } = planStep(bin, now);
    if (wantedState?.until != null) changes.push(wantedState.until);
    if (step.kind === 'none') continue;
    // Decided again under a lock, because another process might have taken the step.
    await db
      .transaction()
      .execute((trx) => takeStep(ports, trx, bin.binId, now))
      .catch(ports.failed);
  }
  return changes.length === 0 ? null : millis(Math.min(...changes));
}

type BinStep = ScheduleStep | { readonly kind: 'end' };

interface BinPlan {
  /** Null if the bin is no longer on its schedule. */
  readonly wantedState: ScheduledState | null;
  readonly step: BinStep;
}

function planStep(bin: ScheduledBin, now: Millis): BinPlan {
  if (!bin.isScheduled) return { wantedState: null, step: { kind: 'end' } };
  const wantedState = findScheduledState(bin.slots, bin.timeZone, now);
  return { wantedState, step: planScheduleStep({ ...bin, now, wanted: wantedState }) };
}

async function takeStep(ports: SchedulePorts, trx: Trx, binId: number, now: Millis): Promise<void> {
  await lockFanSchedule(trx, binId);
  // A user's fan command also locks the board, and sets the bin to manual mode.
  await ports.lockBoardOfBin(trx, binId);
  const [bin] = await findScheduledBins(trx, binId);
  if (!bin) return;
  const { wantedState, step } = planStep(bin, now);
  if (wantedState === null) {
    await clearSentState(trx, binId);
    await ports.cancelScheduledCommands(trx, binId);
    return;
  }
  switch (step.kind) {
    case 'none':
    case 'end':
      return;
    case 'begin':
      return storeSentState(trx, binId, wantedState);
    case 'store-next-change':
      return storeNextChange(trx, binId, wantedState.until);
    case 'send': {
      const instruction = { kind: 'fan', isOn: wantedState.isOn, runForS: step.runForS } as const;
      const outcome = await ports.requestCommand(trx, {
        binId,
        instruction,
        controlType: 'scheduled',
        actorId: null,
        address: '',
        reason: '',
        expiresAt: findExpiry(instruction, now),
      });
      // If the command is refused now, it is requested again later.
      if (outcome.kind !== 'queued') return;
      await storeSentState(trx, binId, wantedState);
      await recordCommand(trx, bin, instruction, now);
    }
  }
}

async function recordCommand(
  trx: Trx,
  { binId }: ScheduledBin,
  { isOn, runForS }: { readonly isOn: boolean; readonly runForS: number | null },
  at: Millis,
): Promise<void> {
  const fan = { field: 'fan', before: null, after: isOn ? 'on' : 'off' } as const;
  const runTime = { field: 'run_for_s', before: null, after: runForS } as const;
  await recordBinChange(trx, binId, {
    at,
    actor: null,
    address: '',
    act: 'commanded',
    changes: runForS === null ? [fan] : [fan, runTime],
  });
}

/** An ON expires at the end of its slot; an OFF never expires. */
function findExpiry(
  { runForS }: Extract<Instruction, { kind: 'fan' }>,
  now: Millis,
): Millis | null {
  return runForS === null ? null : millis(now + runForS * SECOND);
}
