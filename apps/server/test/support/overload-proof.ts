import { readFileSync } from 'node:fs';
import { DAY, millis, SECOND } from '@granary/domain/units';
import { type LoadBoard, type LoadTestResult, publishLoad } from '@granary/simulator/load';
import { compareStoredReadings, type StoredComparison } from './compare-stored-readings.ts';
import { findDifferences } from './recompute.ts';
import { addBoards, ServerProcess, type ServerProcessOptions } from './server-process.ts';

export interface OverloadOptions extends ServerProcessOptions {
  readonly boards: number;
  /**
   * How long the boards keep the server busy without overloading it, and how long they then flood it with
   * full windows.
   */
  readonly baselineMs: number;
  readonly floodMs: number;
  readonly print: (line: string) => void;
}

export interface OverloadFigures extends StoredComparison {
  readonly sent: number;
  /** Acknowledged readings per second. */
  readonly baselineRate: number;
  readonly floodRate: number;
  /** The peak resident memory of the server's process, MB. */
  readonly memoryMb: number;
  /** The time from the end of the flood to the last acknowledgment. */
  readonly drainMs: number;
  readonly reconnects: number;
  readonly differences: readonly string[];
  readonly exitCode: number | null;
}

const BASELINE_WINDOW = 4;
const WINDOW = 20;
const DRAIN_MS = 60_000;
const BINS_RECOMPUTED = 25;

/** Lets boards publish as much as their windows allow, and checks that all of it is stored. */
export async function proveOverload(options: OverloadOptions): Promise<OverloadFigures> {
  const server = await ServerProcess.create(options);
  try {
    await server.start();
    const { boards, binIds } = await addBoards(server, 'flood', options.boards);
    const publish = (load: LoadPhase) => publishPhase(server, boards, load);
    const warmUpPhase = await publish({
      window: BASELINE_WINDOW,
      daysAgo: 300,
      durationMs: options.baselineMs / 4,
    });
    const baselinePhase = await publish({
      window: BASELINE_WINDOW,
      daysAgo: 280,
      durationMs: options.baselineMs,
    });
    options.print(
      `before the flood: ${Math.round(acknowledgedPerSecond(baselinePhase.result))} readings/s`,
    );
    const memory = new MemoryMeter(server.pid);
    const { result, drainMs } = await publish({
      window: WINDOW,
      daysAgo: 260,
      durationMs: options.floodMs,
      onTick: () => options.print(`${Math.round(memory.measure())} MB`),
    });
    memory.measure();
    const { db, dispose } = await server.openDatabase();
    const comparison = await compareStoredReadings(
      db,
      [warmUpPhase.result, baselinePhase.result, result],
      binIds,
    );
    const bins = [...binIds.values()].slice(0, BINS_RECOMPUTED);
    const differences = await findDifferences(db, bins);
    await dispose();
    return {
      ...comparison,
      sent: warmUpPhase.result.sentCount + baselinePhase.result.sentCount + result.sentCount,
      reconnects: result.reconnects,
      drainMs,
      differences,
      baselineRate: acknowledgedPerSecond(baselinePhase.result),
      floodRate: acknowledgedPerSecond(result),
      memoryMb: memory.maxMb,
      exitCode: await server.stop(),
    };
  } finally {
    await server.dispose();
  }
}

const acknowledgedPerSecond = ({ acknowledgedCount, seconds }: LoadTestResult) =>
  acknowledgedCount / seconds;

interface LoadPhase {
  readonly window: number;
  /** How many days ago the readings were taken. */
  readonly daysAgo: number;
  readonly durationMs: number;
  /** Called every second. */
  readonly onTick?: () => void;
}

/** Publishes for `durationMs`, and waits until everything is acknowledged. */
async function publishPhase(
  server: ServerProcess,
  boards: readonly LoadBoard[],
  { window, daysAgo, durationMs, onTick = () => undefined }: LoadPhase,
): Promise<{ readonly result: LoadTestResult; readonly drainMs: number }> {
  const start = millis(Date.now() - daysAgo * DAY);
  const startedAt = performance.now();
  const timer = setInterval(onTick, SECOND);
  const result = await publishLoad({
    port: server.mqttPort,
    boards,
    start,
    window,
    graceMs: DRAIN_MS,
    signal: AbortSignal.timeout(durationMs),
  });
  clearInterval(timer);
  return { result, drainMs: Math.max(0, performance.now() - startedAt - durationMs) };
}

/** Measures the resident memory of a process. */
class MemoryMeter {
  maxMb = 0;

  constructor(private readonly pid: number) {}

  /** Returns the current value, MB. */
  measure(): number {
    const status = readFileSync(`/proc/${this.pid}/status`, 'utf8');
    const mb = Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? 0) / 1024;
    this.maxMb = Math.max(this.maxMb, mb);
    return mb;
  }
}
