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
import type { ServerPorts } from '../../src/app/wire-server.ts';
import type { UserRow } from '../../src/platform/postgres/tables.ts';
import {
  addCustomerFixtures,
  type CustomerFixtures,
  TEST_BOARD_KEY,
  type TestBin,
} from './fixtures.ts';
import { createTestApp, type TestApp, type TestOptions } from './test-app.ts';

/** A page in a browser, and all reading events that it has received. */
export interface Browser {
  readonly socket: Socket;
  readonly token: string;
  readonly events: unknown[];
  /** Resolves with the reason for the disconnect. */
  readonly disconnected: Promise<string>;
  hasSessionEnded: boolean;
}

/** A request to watch all bins that the user may see. */
export const WATCH_ALL_BINS = { all: true };

/** Creates a request to watch the given bins. */
export const createWatchRequest = (...bins: TestBin[]) => ({
  bins: bins.map(({ id }) => String(id)),
});

export function watch(
  { socket }: Browser,
  request: unknown,
): Promise<{ readonly ok: boolean; readonly unchanged_for_ms: number }> {
  return socket.emitWithAck(WATCH_EVENT, request);
}

export function unwatch({ socket }: Browser, request: unknown): Promise<unknown> {
  return socket.emitWithAck(UNWATCH_EVENT, request);
}

/**
 * Returns all readings that a browser has received. The reply to an empty watch request arrives after all
 * earlier events.
 */
export async function getReceivedReadings(browser: Browser): Promise<readonly LiveReading[]> {
  await watch(browser, null);
  return browser.events.map((wire) => z.decode(readingEvent, wire as z.input<typeof readingEvent>));
}

/** A running server with its fixtures, browsers that watch and boards that send. */
export class LiveTestServer {
  readonly #browsers: Browser[] = [];
  readonly #boards = new Map<number, MqttClient>();
  #seconds = 0;

  private constructor(
    readonly granary: TestApp,
    readonly fixtures: CustomerFixtures,
    readonly ports: ServerPorts,
  ) {}

  static async create(options: TestOptions = {}): Promise<LiveTestServer> {
    const granary = await createTestApp(options);
    const fixtures = await addCustomerFixtures(granary.db);
    return new LiveTestServer(granary, fixtures, await granary.start());
  }

  closeBrowsers(): void {
    for (const { socket } of this.#browsers.splice(0)) socket.close();
  }

  async dispose(): Promise<void> {
    await Promise.all([...this.#boards.values()].map((board) => board.endAsync(true)));
    await this.granary.dispose();
  }

  openSocket(options: Record<string, unknown>): Socket {
    const defaults = { transports: ['websocket'], reconnection: false, forceNew: true };
    return io(`http://127.0.0.1:${this.ports.httpPort}`, { ...defaults, ...options });
  }

  async openBrowser(user: UserRow): Promise<Browser> {
    const token = await this.granary.createToken(user);
    const socket = this.openSocket({ auth: { token } });
    const events: unknown[] = [];
    const disconnected = new Promise<string>((resolve) => socket.on('disconnect', resolve));
    const browser: Browser = {
      socket,
      token,
      events,
      disconnected,
      hasSessionEnded: false,
    };
    socket.on(READING_EVENT, (wire: unknown) => events.push(wire));
    socket.on(SESSION_ENDED_EVENT, () => {
      browser.hasSessionEnded = true;
    });
    await new Promise<void>((resolve, reject) => {
      socket.on('connect', resolve);
      socket.on('connect_error', reject);
    });
    this.#browsers.push(browser);
    return browser;
  }

  async openWatchingBrowser(user: UserRow, request: unknown): Promise<Browser> {
    const browser = await this.openBrowser(user);
    expect(await watch(browser, request)).toMatchObject({ ok: true });
    return browser;
  }

  /** Returns the time of the next reading, later than all earlier ones. */
  nextReadingTime(): number {
    return this.granary.now() - HOUR + ++this.#seconds * SECOND;
  }

  /** Publishes a newer reading of a bin; resolves once it is on disk. */
  async report(bin: TestBin, fields: Record<string, unknown> = {}): Promise<number> {
    const at = this.nextReadingTime();
    await this.publish(bin, { date_time: new Date(at).toISOString(), ...fields });
    return at;
  }

  async publish(bin: TestBin, fields: Record<string, unknown>): Promise<void> {
    await this.send(bin, 'temp-data', { temp_reading: [[21.5, -200], [22]], ...fields });
  }

  /** Sends a frame from a bin; resolves once it is on disk. */
  async send(bin: TestBin, topic: string, fields: Record<string, unknown>): Promise<void> {
    const { mainBoardId: username, binNumber } = bin;
    const options = { username, password: TEST_BOARD_KEY, reconnectPeriod: 0 };
    const address = `mqtt://127.0.0.1:${this.ports.mqttPort}`;
    const board = this.#boards.get(bin.id) ?? (await mqtt.connectAsync(address, options));
    this.#boards.set(bin.id, board);
    const frame = { v: 1, bin_number: binNumber, ...fields };
    await board.publishAsync(`boards/${username}/up/${topic}`, JSON.stringify(frame), { qos: 1 });
  }

  /** Publishes a newer reading; resolves when `observer`, and therefore every watcher, has received it. */
  async reportAndWait(observer: Browser, bin: TestBin): Promise<void> {
    const before = observer.events.length;
    await this.report(bin);
    await expect.poll(() => observer.events.length).toBe(before + 1);
  }

  /** Publishes a newer reading, and counts how often a browser receives it. */
  async reportAndCount(browser: Browser, bin: TestBin): Promise<number> {
    const before = browser.events.length;
    await this.reportAndWait(
      await this.openWatchingBrowser(this.fixtures.farmer.user, WATCH_ALL_BINS),
      bin,
    );
    return (await getReceivedReadings(browser)).slice(before).length;
  }

  /** Runs the permission checks; waits until they have ended a session of this user that was revoked for this. */
  async checkPermissions(user: UserRow): Promise<void> {
    const { db, sessions, now, runRepeatedJobs } = this.granary;
    const probe = await this.openWatchingBrowser(user, WATCH_ALL_BINS);
    await db
      .updateTable('sessions')
      .set({ revokedAt: new Date(now()) })
      .where('id', '=', (await sessions.find(probe.token))?.sid ?? '')
      .execute();
    runRepeatedJobs();
    await probe.disconnected;
  }

  /** Checks permissions several times, and expects the browser to receive each reading once. */
  async expectStillReceived(browser: Browser, bin: TestBin): Promise<void> {
    for (let round = 0; round < 3; round++) {
      await this.checkPermissions(this.fixtures.neighbor.user);
      expect(await this.reportAndCount(browser, bin)).toBe(1);
    }
  }
}
