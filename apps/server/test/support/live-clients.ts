import {
  type LiveReading,
  READING_EVENT,
  readingEvent,
  SESSION_ENDED_EVENT,
  UNWATCH_EVENT,
  WATCH_EVENT,
} from '@granary/contract/readings/live';
import { HOUR, SECOND } from '@granary/domain/units';
import mqtt, { type MqttClient } from 'mqtt';
import { io, type Socket } from 'socket.io-client';
import { expect } from 'vitest';
import * as z from 'zod/mini';
import type { Addresses } from '../../src/app/wire-server.ts';
import type { UserRow } from '../../src/platform/postgres/tables.ts';
import {
  addCustomerFixtures,
  type CustomerFixtures,
  TEST_BOARD_KEY,
  type TestBin,
} from './fixtures.ts';
import { createTestApp, type TestApp } from './test-app.ts';

/** A page in a browser, with all events that it received. */
export interface Browser {
  readonly socket: Socket;
  readonly token: string;
  readonly wires: unknown[];
  /** Resolves with why the connection ended. */
  readonly gone: Promise<string>;
  hasSessionEnded: boolean;
}

/** A request to watch all that one may see. */
export const ALL = { all: true };

/** A request to watch these bins. */
export const binsOf = (...bins: TestBin[]) => ({ bins: bins.map(({ id }) => String(id)) });

export function watch({ socket }: Browser, request: unknown): Promise<unknown> {
  return socket.emitWithAck(WATCH_EVENT, request);
}

export function unwatch({ socket }: Browser, request: unknown): Promise<unknown> {
  return socket.emitWithAck(UNWATCH_EVENT, request);
}

/** What a browser received so far; the response arrives after all events that were sent before. */
export async function receivedReadings(browser: Browser): Promise<readonly LiveReading[]> {
  await watch(browser, null);
  return browser.wires.map((wire) => z.decode(readingEvent, wire as z.input<typeof readingEvent>));
}

/** A running server with its fixtures, browsers that watch and boards that send. */
export class LiveTestServer {
  readonly #open: Browser[] = [];
  readonly #boards = new Map<number, MqttClient>();
  #seconds = 0;

  private constructor(
    readonly granary: TestApp,
    readonly fixtures: CustomerFixtures,
    readonly ports: Addresses,
  ) {}

  static async create(): Promise<LiveTestServer> {
    const granary = await createTestApp();
    const fixtures = await addCustomerFixtures(granary.db);
    return new LiveTestServer(granary, fixtures, await granary.start());
  }

  closeBrowsers(): void {
    for (const { socket } of this.#open.splice(0)) socket.close();
  }

  async dispose(): Promise<void> {
    await Promise.all([...this.#boards.values()].map((board) => board.endAsync(true)));
    await this.granary.dispose();
  }

  socketWith(options: Record<string, unknown>): Socket {
    const plain = { transports: ['websocket'], reconnection: false, forceNew: true };
    return io(`http://127.0.0.1:${this.ports.httpPort}`, { ...plain, ...options });
  }

  async browse(user: UserRow): Promise<Browser> {
    const token = await this.granary.createToken(user);
    const socket = this.socketWith({ auth: { token } });
    const wires: unknown[] = [];
    const gone = new Promise<string>((resolve) => socket.on('disconnect', resolve));
    const browser: Browser = { socket, token, wires, gone, hasSessionEnded: false };
    socket.on(READING_EVENT, (wire: unknown) => wires.push(wire));
    socket.on(SESSION_ENDED_EVENT, () => {
      browser.hasSessionEnded = true;
    });
    await new Promise<void>((resolve, reject) => {
      socket.on('connect', resolve);
      socket.on('connect_error', reject);
    });
    this.#open.push(browser);
    return browser;
  }

  async watching(user: UserRow, request: unknown): Promise<Browser> {
    const browser = await this.browse(user);
    expect(await watch(browser, request)).toEqual({ ok: true });
    return browser;
  }

  /** When the next reading is taken, later than all before it. */
  nextInstant(): number {
    return this.granary.now() - HOUR + ++this.#seconds * SECOND;
  }

  /** Publishes a newer reading of a bin; resolves once it is on disk. */
  async report(bin: TestBin, parts: Record<string, unknown> = {}): Promise<number> {
    const at = this.nextInstant();
    await this.publish(bin, { date_time: new Date(at).toISOString(), ...parts });
    return at;
  }

  async publish(bin: TestBin, parts: Record<string, unknown>): Promise<void> {
    await this.send(bin, 'temp-data', { temp_reading: [[21.5, -200], [22]], ...parts });
  }

  /** Sends a frame of a bin; resolves once it is on disk. */
  async send(bin: TestBin, topic: string, parts: Record<string, unknown>): Promise<void> {
    const { mainBoardId: username, binNumber } = bin;
    const options = { username, password: TEST_BOARD_KEY, reconnectPeriod: 0 };
    const address = `mqtt://127.0.0.1:${this.ports.mqttPort}`;
    const board = this.#boards.get(bin.id) ?? (await mqtt.connectAsync(address, options));
    this.#boards.set(bin.id, board);
    const frame = { v: 1, bin_number: binNumber, ...parts };
    await board.publishAsync(`boards/${username}/up/${topic}`, JSON.stringify(frame), { qos: 1 });
  }

  /** Publishes a newer reading; resolves when a witness received it, and so all other watchers. */
  async reportTo(witness: Browser, bin: TestBin): Promise<void> {
    const before = witness.wires.length;
    await this.report(bin);
    await expect.poll(() => witness.wires.length).toBe(before + 1);
  }

  /** How often a browser receives one newer reading of a bin. */
  async countReceived(browser: Browser, bin: TestBin): Promise<number> {
    const before = browser.wires.length;
    await this.reportTo(await this.watching(this.fixtures.farmer.user, ALL), bin);
    return (await receivedReadings(browser)).slice(before).length;
  }

  /** Looks at all rights anew; resolves once somebody lost what they are to lose. */
  async checkPermissions(loser: UserRow): Promise<void> {
    const { db, sessions, now, repeatOnce } = this.granary;
    const probe = await this.watching(loser, ALL);
    await db
      .updateTable('sessions')
      .set({ revokedAt: new Date(now()) })
      .where('id', '=', (await sessions.find(probe.token))?.sid ?? '')
      .execute();
    repeatOnce();
    await probe.gone;
  }

  /** Rights are looked at several times over; what is watched stays. */
  async expectStillReceived(browser: Browser, bin: TestBin): Promise<void> {
    for (let look = 0; look < 3; look++) {
      await this.checkPermissions(this.fixtures.neighbor.user);
      expect(await this.countReceived(browser, bin)).toBe(1);
    }
  }
}
