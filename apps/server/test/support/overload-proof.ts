import { readFileSync } from 'node:fs';
import { DAY, millis, SECOND } from '@granary/domain/units';
import { type LoadBoard, type LoadResult, publishLoad } from '@granary/simulator/load';
import { compareStored, type StoredComparison } from './compare-stored.ts';
import { findDifferences } from './recompute.ts';
import { addBoards, ServerProcess, type ServerProcessOptions } from './server-process.ts';

export interface OverloadOptions extends ServerProcessOptions {
  readonly boards: number;
  /** First the boards keep just enough in flight to keep the server busy, then all they may. */
  readonly calmMs: number;
  readonly floodMs: number;
  readonly print: (line: string) => void;
}

export interface OverloadFigures extends StoredComparison {
  readonly sent: number;
  /** Readings accepted a second. */
  readonly calmRate: number;
  readonly floodRate: number;
  /** The most resident memory of the server's process, MB. */
  readonly memoryMb: number;
  /** From the end of the flood to the last acknowledgement. */
  readonly drainMs: number;
  readonly reconnects: number;
  readonly differences: readonly string[];
  readonly exitCode: number | null;
}

const CALM_WINDOW = 4;
const WINDOW = 20;
const DRAIN_MS = 60_000;
const BINS_RECOMPUTED = 25;

/** Lets boards publish all that their windows take, and looks at what becomes of it. */
export async function proveOverload(options: OverloadOptions): Promise<OverloadFigures> {
  const server = await ServerProcess.create(options);
  try {
    await server.start();
    const { boards, binOf } = await addBoards(server, 'flood', options.boards);
    const publish = (load: Offer) => offer(server, boards, load);
    const first = await publish({ window: CALM_WINDOW, daysAgo: 300, ms: options.calmMs / 4 });
    const before = await publish({ window: CALM_WINDOW, daysAgo: 280, ms: options.calmMs });
    options.print(`before the flood: ${Math.round(rateOf(before.result))} readings/s`);
    const memory = new Memory(server.pid);
    const { result, drainMs } = await publish({
      ...{ window: WINDOW, daysAgo: 260, ms: options.floodMs },
      look: () => options.print(`${Math.round(memory.look())} MB`),
    });
    memory.look();
    const { db, dispose } = await server.openDatabase();
    const kept = await compareStored(db, [first.result, before.result, result], binOf);
    const bins = [...binOf.values()].slice(0, BINS_RECOMPUTED);
    const differences = await findDifferences(db, bins);
    await dispose();
    return {
      ...kept,
      ...{ sent: first.result.sent + before.result.sent + result.sent },
      ...{ reconnects: result.reconnects, drainMs, differences },
      ...{ calmRate: rateOf(before.result), floodRate: rateOf(result), memoryMb: memory.most },
      exitCode: await server.stop(),
    };
  } finally {
    await server.dispose();
  }
}

const rateOf = ({ acknowledged, seconds }: LoadResult) => acknowledged / seconds;

interface Offer {
  readonly window: number;
  /** When the readings were taken. */
  readonly daysAgo: number;
  readonly ms: number;
  /** Called each second. */
  readonly look?: () => void;
}

/** Publishes for a while, and waits until all of it is acknowledged. */
async function offer(
  server: ServerProcess,
  boards: readonly LoadBoard[],
  { window, daysAgo, ms, look = () => undefined }: Offer,
): Promise<{ readonly result: LoadResult; readonly drainMs: number }> {
  const start = millis(Date.now() - daysAgo * DAY);
  const began = performance.now();
  const looking = setInterval(look, SECOND);
  const result = await publishLoad({
    ...{ port: server.mqttPort, boards, start, window, graceMs: DRAIN_MS },
    signal: AbortSignal.timeout(ms),
  });
  clearInterval(looking);
  return { result, drainMs: Math.max(0, performance.now() - began - ms) };
}

/** The resident memory of a process. */
class Memory {
  most = 0;

  constructor(private readonly pid: number) {}

  /** MB now. */
  look(): number {
    const status = readFileSync(`/proc/${this.pid}/status`, 'utf8');
    const mb = Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? 0) / 1024;
    this.most = Math.max(this.most, mb);
    return mb;
  }
}
