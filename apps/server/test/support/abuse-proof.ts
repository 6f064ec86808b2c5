import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { DAY, millis, SECOND } from '@granary/domain/units';
import { type LoadBoard, publishLoad } from '@granary/simulator/load';
import { type AbuseResult, type AbuseTask, ATTACKS, type AttackName } from './abuse-tasks.ts';
import { addBoards, ServerProcess, type ServerProcessOptions } from './server-process.ts';

export interface AbuseOptions extends ServerProcessOptions {
  readonly attacks?: readonly AttackName[];
  /** Multiplies the amounts of the full form. */
  readonly scale: number;
  /** How long others are measured without an attack. */
  readonly quietMs: number;
  /** How long after an attack the memory is measured. */
  readonly restMs: number;
  readonly print: (line: string) => void;
}

/** What an attack did to others, in ms, and to the memory of the server, in MB. */
export interface AbuseFigures extends AbuseResult {
  readonly name: AttackName;
  readonly call: Comparison;
  readonly puback: Comparison;
  readonly memory: { readonly before: number; readonly peak: number; readonly after: number };
}

interface Comparison {
  readonly quiet: number;
  readonly attacked: number;
}

const ADMIN = { email: 'admin@proof.example', password: 'thirteen herons' };
const PROBE_PAUSE_MS = 20;
/** Readings of the attacker's bin, for exports. */
const READINGS = 4_000;

/** Runs attacks one after the other, and measures what a user and a board notice. */
export async function proveAbuse(options: AbuseOptions): Promise<AbuseFigures[]> {
  const server = await ServerProcess.create(options);
  try {
    await server.start();
    const others = await addBoards(server, 'other', 1);
    const attacker = await addBoards(server, 'attacker', 1);
    const [board] = attacker.boards;
    if (!board) throw new Error('there is no attacker');
    await publish(server, attacker.boards, { frames: Math.ceil(READINGS * options.scale) });
    const task = {
      scale: options.scale,
      httpPort: server.httpPort,
      mqttPort: server.mqttPort,
      token: await signIn(server, await prepareAttacker(server)),
      binId: attacker.binOf.get(board.mainBoardId) ?? 0,
      board,
    };
    const probe = new Probe(server, others.boards, await signIn(server, ADMIN));
    const figures: AbuseFigures[] = [];
    for (const name of options.attacks ?? ATTACKS) {
      options.print(name);
      figures.push(await measure(server, probe, { ...task, name }, options));
    }
    return figures;
  } finally {
    await server.dispose();
  }
}

async function measure(
  server: ServerProcess,
  probe: Probe,
  task: AbuseTask,
  { quietMs, restMs }: AbuseOptions,
): Promise<AbuseFigures> {
  const run = await prepareAttack(task);
  const before = memoryMb(server.pid);
  const quiet = await probe.during(pause(quietMs));
  let peak = before;
  const watch = setInterval(() => {
    peak = Math.max(peak, memoryMb(server.pid));
  }, 200);
  const attack = run();
  const attacked = await probe.during(attack);
  const result = await attack;
  clearInterval(watch);
  await pause(restMs);
  return {
    name: task.name,
    ...result,
    call: { quiet: quiet.call, attacked: attacked.call },
    puback: { quiet: quiet.puback, attacked: attacked.puback },
    memory: { before, peak, after: memoryMb(server.pid) },
  };
}

/** A user and a board who do not attack; their medians, ms. */
class Probe {
  private days = 0;

  constructor(
    private readonly server: ServerProcess,
    private readonly boards: readonly LoadBoard[],
    private readonly token: string,
  ) {}

  async during(work: Promise<unknown>): Promise<{ call: number; puback: number }> {
    const stop = new AbortController();
    const calls = this.call(stop.signal);
    const frames = publish(this.server, this.boards, {
      ratePerSecond: 20,
      signal: stop.signal,
      daysAgo: ++this.days,
    });
    await work.finally(() => stop.abort());
    const [times, { latency }] = await Promise.all([calls, frames]);
    return { call: median(times), puback: latency.quantile(0.5) };
  }

  private async call(signal: AbortSignal): Promise<number[]> {
    const times: number[] = [];
    const headers = { authorization: `Bearer ${this.token}` };
    while (!signal.aborted) {
      const began = performance.now();
      const response = await fetch(`${this.server.url}/api/user/getMyInfo`, { headers });
      await response.text();
      if (!response.ok) throw new Error(`another user got ${response.status}`);
      times.push(performance.now() - began);
      await pause(PROBE_PAUSE_MS);
    }
    return times;
  }
}

interface Publishing {
  readonly frames?: number;
  readonly ratePerSecond?: number;
  readonly signal?: AbortSignal;
  readonly daysAgo?: number;
}

function publish(
  { mqttPort: port }: ServerProcess,
  boards: readonly LoadBoard[],
  { daysAgo = 300, ...load }: Publishing,
) {
  const start = millis(Date.now() - daysAgo * DAY);
  return publishLoad({ port, boards, start, window: 20, graceMs: 60 * SECOND, ...load });
}

/** The owner of the attacker's board gets the password of the admin. */
async function prepareAttacker(server: ServerProcess) {
  const { db, dispose } = await server.openDatabase();
  const { passwordHash } = await db
    .selectFrom('users')
    .select('passwordHash')
    .where('email', '=', ADMIN.email)
    .executeTakeFirstOrThrow();
  const { email } = await db
    .selectFrom('users')
    .innerJoin('farms', 'farms.ownerId', 'users.id')
    .innerJoin('mainBoards', 'mainBoards.farmId', 'farms.id')
    .select('users.email as email')
    .where('mainBoards.id', 'like', 'attacker-%')
    .executeTakeFirstOrThrow();
  await db.updateTable('users').set({ passwordHash }).where('email', '=', email).execute();
  await dispose();
  return { email, password: ADMIN.password };
}

async function signIn({ url }: ServerProcess, body: typeof ADMIN): Promise<string> {
  const response = await fetch(`${url}/api/user/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const answer = (await response.json()) as { readonly RESP_MSG: string };
  if (!response.ok) throw new Error(answer.RESP_MSG);
  return answer.RESP_MSG;
}

/** Starts the process of an attack; the returned function begins the attack. */
async function prepareAttack(task: AbuseTask): Promise<() => Promise<AbuseResult>> {
  const child = fork(new URL('./abuse-attacker.ts', import.meta.url), {
    execArgv: ['--conditions=granary-source', '--import', 'tsx'],
  });
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`The attacker ended with ${code}.`);
  });
  const next = () => Promise.race([once(child, 'message'), ended]);
  await next();
  return async () => {
    child.send(task);
    const [result] = (await next()) as [AbuseResult];
    ended.catch(() => undefined);
    return result;
  };
}

function memoryMb(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? 0) / 1024;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
}
