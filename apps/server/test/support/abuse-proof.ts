import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { constants, setPriority } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { DAY, MINUTE, millis, SECOND } from '@granary/domain/units';
import { type LoadBoard, publishLoad } from '@granary/simulator/load';
import { limits } from '../../src/config/limits.ts';
import {
  type AbuseResult,
  type AbuseTask,
  ATTACKS,
  type AttackName,
  type AttackScale,
} from './abuse-tasks.ts';
import { callLocally, signInLocally } from './local-request.ts';
import { addBoards, ServerProcess, type ServerProcessOptions } from './server-process.ts';

export interface AbuseOptions extends ServerProcessOptions {
  readonly attacks?: readonly AttackName[];
  readonly attackScale: AttackScale;
  /** How long the other callers are measured without an attack. */
  readonly baselineMs: number;
  /** How long the server may take to release its memory after an attack. */
  readonly recoveryTimeoutMs: number;
  /** How callers reach the server: directly, with TLS, or through a proxy. */
  readonly route?: 'plain' | 'tls' | 'proxy';
  readonly print: (line: string) => void;
}

/** The effect of an attack on other callers, in ms, and on the server's memory, in MB. */
export interface AbuseFigures extends AbuseResult {
  readonly name: AttackName;
  readonly call: Comparison;
  readonly puback: Comparison;
  readonly memory: {
    readonly before: number;
    readonly peak: number;
    readonly after: number;
  };
  /** Requests to the provider of map tiles. */
  readonly providerRequests: number;
}

interface Comparison {
  readonly baseline: number;
  readonly underAttack: number;
}

const ADMIN = { email: 'admin@proof.example', password: 'thirteen herons' };
const PROBE_PAUSE_MS = 20;
const MEMORY_POLL_MS = 500;
/** Readings of the attacker's bin, for exports. */
const READINGS = { full: 4_000, short: 400 };
/** Memory is considered released when its use is at most this multiple of its use before the attack. */
export const MEMORY_RATIO = 1.2;
/** Concurrent calls before the attacks, as many as the largest attack has connections. */
const ORDINARY_CALLS = 1_500;
/** Enough rounds for memory use to level off, within an account's limit per minute. */
const ORDINARY_ROUNDS = 3;

/** Runs attacks one after another, and measures their effect on a user and a board. */
export async function measureAttacks(options: AbuseOptions): Promise<AbuseFigures[]> {
  const isSecure = options.route === 'tls';
  const provider = await TileProvider.start();
  const env = { TILE_URL: provider.url, TRUST_PROXY: '127.0.0.1' };
  const server = await ServerProcess.create({ ...options, isSecure, env });
  const helpers: { stop(): void }[] = [provider];
  try {
    await server.start();
    const attacker = await startAttacker();
    helpers.push(attacker);
    let attackerUrl = server.url;
    let url = server.url;
    if (options.route === 'proxy') {
      // One proxy for the attacker and one for the others, so that neither waits for the other.
      const [attackerProxy, otherProxy] = [
        await startProxy(server.httpPort),
        await startProxy(server.httpPort),
      ];
      helpers.push(attackerProxy, otherProxy);
      // A proxy like nginx uses a fraction of the CPU time that this one uses.
      lowerPriority(attackerProxy);
      [attackerUrl, url] = [attackerProxy.url, otherProxy.url];
    }
    const { boards } = await addBoards(server, 'other', 1);
    const task = { ...(await prepareTask(server, options, url)), url: attackerUrl };
    const token = await signInLocally(url, ADMIN);
    if (options.attackScale === 'full') {
      const memory = await makeOrdinaryCalls(server.pid, url, token);
      const calls = `${ORDINARY_ROUNDS} rounds of ${ORDINARY_CALLS} simultaneous calls`;
      options.print(
        `memory before the first and after each of ${calls}: ${memory.map((mb) => mb.toFixed()).join(', ')} MB`,
      );
      // The calls count toward their account's limit for this minute.
      await pause(MINUTE);
    }
    const probe = new Probe(server, url, boards, token);
    const figures: AbuseFigures[] = [];
    for (const name of options.attacks ?? ATTACKS) {
      options.print(name);
      figures.push(
        await measure({ server, provider, attacker, probe }, { ...task, name }, options),
      );
    }
    return figures;
  } finally {
    for (const helper of helpers) helper.stop();
    await server.dispose();
  }
}

/** Gives the attacker a board with a key, readings to export, and a session. */
async function prepareTask(
  server: ServerProcess,
  { attackScale: scale, route }: AbuseOptions,
  url: string,
): Promise<Omit<AbuseTask, 'name' | 'url'>> {
  const { boards, binIds } = await addBoards(server, 'attacker', 1);
  const [board] = boards;
  if (!board) throw new Error('No board was added.');
  await publish(server, boards, { frames: READINGS[scale] });
  const isMqttSecure = route === 'tls';
  return {
    scale,
    mqttPort: isMqttSecure ? server.mqttsPort : server.mqttPort,
    isMqttSecure,
    token: await signInLocally(url, await setAttackerPassword(server)),
    binId: binIds.get(board.mainBoardId) ?? 0,
    board,
  };
}

/**
 * Makes ordinary calls. Node.js holds on to the memory that so many connections and short-lived objects used,
 * to reuse it; an attack is measured by the memory that it takes beyond that.
 * @returns the memory before the calls and after each round, MB
 */
async function makeOrdinaryCalls(pid: number, url: string, token: string): Promise<number[]> {
  const memory = [readMemoryMb(pid)];
  for (let round = 0; round < ORDINARY_ROUNDS; round++) {
    await callSimultaneously(url, token);
    memory.push(readMemoryMb(pid));
  }
  return memory;
}

/** Makes simultaneous calls as a user, each with its own connection and a body of 16 KiB. */
async function callSimultaneously(url: string, token: string): Promise<void> {
  const body = '{}'.padEnd(limits.publicBody.max);
  const call = () => callLocally(`${url}/api/notifications/read`, { token, body });
  const responses = await Promise.all(Array.from({ length: ORDINARY_CALLS }, call));
  const refusedResponse = responses.find(({ status }) => status !== 200);
  if (refusedResponse) throw new Error(`an ordinary call was refused: ${refusedResponse.text}`);
}

interface MeasurementSetup {
  readonly server: ServerProcess;
  readonly provider: TileProvider;
  readonly attacker: Attacker;
  readonly probe: Probe;
}

async function measure(
  { server, provider, attacker, probe }: MeasurementSetup,
  task: AbuseTask,
  { baselineMs, recoveryTimeoutMs }: AbuseOptions,
): Promise<AbuseFigures> {
  const before = readMemoryMb(server.pid);
  const requestsBefore = provider.requests;
  const baselineLatencies = await probe.measureDuring(pause(baselineMs));
  let peak = before;
  const memoryTimer = setInterval(() => {
    peak = Math.max(peak, readMemoryMb(server.pid));
  }, 200);
  const attack = attacker.run(task);
  const attackLatencies = await probe.measureDuring(attack);
  const result = await attack;
  clearInterval(memoryTimer);
  const deadline = performance.now() + recoveryTimeoutMs;
  while (readMemoryMb(server.pid) > before * MEMORY_RATIO && performance.now() < deadline) {
    await pause(MEMORY_POLL_MS);
  }
  return {
    name: task.name,
    ...result,
    call: { baseline: baselineLatencies.call, underAttack: attackLatencies.call },
    puback: { baseline: baselineLatencies.puback, underAttack: attackLatencies.puback },
    memory: { before, peak, after: readMemoryMb(server.pid) },
    providerRequests: provider.requests - requestsBefore,
  };
}

/** A stand-in for a paid map tile provider; counts the requests that it receives. */
class TileProvider {
  requests = 0;

  private constructor(private readonly server: Server) {}

  static async start(): Promise<TileProvider> {
    const server = createServer();
    const provider = new TileProvider(server);
    server.on('request', (_request, response) => {
      provider.requests += 1;
      response.writeHead(404).end();
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return provider;
  }

  get url(): string {
    const { port } = this.server.address() as AddressInfo;
    return `http://127.0.0.1:${port}/{z}/{x}/{y}.png`;
  }

  stop(): void {
    this.server.close();
    this.server.closeAllConnections();
  }
}

interface ProxyProcess {
  readonly url: string;
  readonly pid: number | undefined;
  stop(): void;
}

async function startProxy(targetPort: number): Promise<ProxyProcess> {
  const proxy = forkSource('./reverse-proxy.ts', [String(targetPort)]);
  const [port] = (await once(proxy, 'message')) as [number];
  return { url: `http://127.0.0.1:${port}`, pid: proxy.pid, stop: () => proxy.disconnect() };
}

/** Gives all other processes priority over the given process. */
function lowerPriority({ pid }: { readonly pid?: number | undefined }): void {
  if (pid !== undefined) setPriority(pid, constants.priority.PRIORITY_LOW);
}

function forkSource(path: string, args: readonly string[] = []): ChildProcess {
  return fork(new URL(path, import.meta.url), [...args], {
    execArgv: ['--conditions=granary-source', '--import', 'tsx'],
  });
}

/** Measures the median latencies, in ms, for a user and a board that are not part of the attack. */
class Probe {
  private frameAgeDays = 0;

  constructor(
    private readonly server: ServerProcess,
    private readonly url: string,
    private readonly boards: readonly LoadBoard[],
    private readonly token: string,
  ) {}

  async measureDuring(work: Promise<unknown>): Promise<{ call: number; puback: number }> {
    const stop = new AbortController();
    const calls = this.callRepeatedly(stop.signal);
    const frames = publish(this.server, this.boards, {
      ratePerSecond: 20,
      signal: stop.signal,
      daysAgo: ++this.frameAgeDays,
    });
    await work.finally(() => stop.abort());
    const [times, { latency }] = await Promise.all([calls, frames]);
    return { call: median(times), puback: latency.quantile(0.5) };
  }

  private async callRepeatedly(signal: AbortSignal): Promise<number[]> {
    const times: number[] = [];
    while (!signal.aborted) {
      const startedAt = performance.now();
      const { status } = await callLocally(`${this.url}/api/user/getMyInfo`, { token: this.token });
      if (status !== 200) throw new Error(`Another user's call returned ${status}.`);
      times.push(performance.now() - startedAt);
      await pause(PROBE_PAUSE_MS);
    }
    return times;
  }
}

interface PublishOptions {
  readonly frames?: number;
  readonly ratePerSecond?: number;
  readonly signal?: AbortSignal;
  readonly daysAgo?: number;
}

function publish(
  { mqttPort: port }: ServerProcess,
  boards: readonly LoadBoard[],
  { daysAgo = 300, ...load }: PublishOptions,
) {
  const start = millis(Date.now() - daysAgo * DAY);
  return publishLoad({ port, boards, start, window: 20, graceMs: 60 * SECOND, ...load });
}

/** Gives the owner of the attacker's board the admin's password; returns the owner's credentials. */
async function setAttackerPassword(server: ServerProcess) {
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

/** The process that attacks. */
interface Attacker {
  run(task: AbuseTask): Promise<AbuseResult>;
  stop(): void;
}

async function startAttacker(): Promise<Attacker> {
  const child = forkSource('./abuse-attacker.ts');
  // A real attacker runs on another machine and uses none of the server's CPU time.
  lowerPriority(child);
  const attackerExit = once(child, 'exit').then(([code]) => {
    throw new Error(`The attacker exited with code ${code}.`);
  });
  attackerExit.catch(() => undefined);
  const waitForMessage = () => Promise.race([once(child, 'message'), attackerExit]);
  await waitForMessage();
  return {
    run: async (task) => {
      child.send(task);
      const [result] = (await waitForMessage()) as [AbuseResult];
      return result;
    },
    stop: () => child.disconnect(),
  };
}

function readMemoryMb(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? 0) / 1024;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
}
