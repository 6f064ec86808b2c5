import {
  type LiveReading,
  READING_EVENT,
  readingEvent,
  SESSION_ENDED_EVENT,
  UNWATCH_EVENT,
  WATCH_EVENT,
} from '@granary/contract/readings/live';
import { HOUR, SECOND } from '@granary/domain/units';
import { sql } from 'kysely';
import mqtt, { type MqttClient } from 'mqtt';
import { io, type Socket } from 'socket.io-client';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import type { Addresses } from '../compose.ts';
import type { NewBin, UserRow } from '../platform/postgres/tables.ts';
import { type TestGranary, testGranary } from '../testing.ts';
import {
  addBin,
  addHouse,
  addUser,
  type House,
  TEST_BOARD_KEY,
  type TestBin,
} from '../testing-house.ts';

let granary: TestGranary;
let house: House;
let ports: Addresses;
const open: Browser[] = [];
const boards = new Map<number, MqttClient>();

beforeAll(async () => {
  granary = await testGranary();
  house = await addHouse(granary.db);
  ports = await granary.start();
});

afterEach(() => {
  for (const { socket } of open.splice(0)) socket.close();
});

afterAll(async () => {
  await Promise.all([...boards.values()].map((board) => board.endAsync(true)));
  await granary.dispose();
});

/** A page in a browser, with all it was told. */
interface Browser {
  readonly socket: Socket;
  readonly token: string;
  readonly wires: unknown[];
  /** Resolves with why the connection ended. */
  readonly gone: Promise<string>;
  isTold: boolean;
}

function socketWith(options: Record<string, unknown>): Socket {
  const plain = { transports: ['websocket'], reconnection: false, forceNew: true };
  return io(`http://127.0.0.1:${ports.httpPort}`, { ...plain, ...options });
}

async function browse(user: UserRow): Promise<Browser> {
  const token = await granary.tokenOf(user);
  const socket = socketWith({ auth: { token } });
  const wires: unknown[] = [];
  const gone = new Promise<string>((resolve) => socket.on('disconnect', resolve));
  const browser: Browser = { socket, token, wires, gone, isTold: false };
  socket.on(READING_EVENT, (wire: unknown) => wires.push(wire));
  socket.on(SESSION_ENDED_EVENT, () => {
    browser.isTold = true;
  });
  await new Promise<void>((resolve, reject) => {
    socket.on('connect', resolve);
    socket.on('connect_error', reject);
  });
  open.push(browser);
  return browser;
}

function watch({ socket }: Browser, request: unknown): Promise<unknown> {
  return socket.emitWithAck(WATCH_EVENT, request);
}

function unwatch({ socket }: Browser, request: unknown): Promise<unknown> {
  return socket.emitWithAck(UNWATCH_EVENT, request);
}

async function watching(user: UserRow, request: unknown): Promise<Browser> {
  const browser = await browse(user);
  expect(await watch(browser, request)).toEqual({ ok: true });
  return browser;
}

const binsOf = (...bins: TestBin[]) => ({ bins: bins.map(({ id }) => String(id)) });
const ALL = { all: true };

/** What a browser was told so far: an answer comes after all that was sent before it. */
async function toldTo(browser: Browser): Promise<readonly LiveReading[]> {
  await watch(browser, null);
  return browser.wires.map((wire) => z.decode(readingEvent, wire as z.input<typeof readingEvent>));
}

let seconds = 0;

/** Publishes a newer reading of a bin; resolves once it is on disk. */
async function report(bin: TestBin, parts: Record<string, unknown> = {}): Promise<number> {
  const at = granary.now() - HOUR + ++seconds * SECOND;
  await publish(bin, { date_time: new Date(at).toISOString(), ...parts });
  return at;
}

async function publish(bin: TestBin, parts: Record<string, unknown>): Promise<void> {
  await send(bin, 'temp-data', { temp_reading: [[21.5, -200], [22]], ...parts });
}

/** Sends a frame of a bin; resolves once it is on disk. */
async function send(bin: TestBin, topic: string, parts: Record<string, unknown>): Promise<void> {
  const { mainBoardId: username, binNumber } = bin;
  const options = { username, password: TEST_BOARD_KEY, reconnectPeriod: 0 };
  const address = `mqtt://127.0.0.1:${ports.mqttPort}`;
  const board = boards.get(bin.id) ?? (await mqtt.connectAsync(address, options));
  boards.set(bin.id, board);
  const frame = { v: 1, bin_number: binNumber, ...parts };
  await board.publishAsync(`boards/${username}/up/${topic}`, JSON.stringify(frame), { qos: 1 });
}

/** The same; resolves once a witness was told, and with them whoever else is. */
async function reportTo(witness: Browser, bin: TestBin): Promise<void> {
  const before = witness.wires.length;
  await report(bin);
  await expect.poll(() => witness.wires.length).toBe(before + 1);
}

/** Looks at all rights anew; resolves once somebody lost what they are to lose. */
async function lookAnew(loser: UserRow): Promise<void> {
  const probe = await watching(loser, ALL);
  await granary.db
    .updateTable('sessions')
    .set({ revokedAt: new Date(granary.now()) })
    .where('id', '=', (await granary.sessions.find(probe.token))?.sid ?? '')
    .execute();
  granary.repeatOnce();
  await probe.gone;
}

/** Rights are looked at several times over; what is watched stays. */
async function expectStillTold(browser: Browser, bin: TestBin): Promise<void> {
  for (let look = 0; look < 3; look++) {
    await lookAnew(house.neighbour.user);
    expect(await told(browser, bin)).toBe(1);
  }
}

/** How often a browser was told of one newer reading of a bin. */
async function told(browser: Browser, bin: TestBin): Promise<number> {
  const before = browser.wires.length;
  await reportTo(await watching(house.farmer.user, ALL), bin);
  return (await toldTo(browser)).slice(before).length;
}

/** Rights are looked at anew at least this often, ms. */
const LONGEST = 5 * SECOND;

describe('a live connection', () => {
  it('is for whoever has a token in the handshake, and for nobody else', async () => {
    const token = await granary.tokenOf(house.farmer.user);
    const dead = await granary.tokenOf(house.farmer.user);
    await granary.call({ method: 'POST', url: '/api/user/logout', token: dead });
    const handshakes = [
      {},
      { auth: { token: dead } },
      { auth: { token: `${token}x` } },
      { auth: { token: { token } } },
      { query: { token, auth: token } },
      { extraHeaders: { authorization: `Bearer ${token}`, cookie: `token=${token}` } },
    ];
    for (const options of handshakes) {
      for (const transports of [['websocket'], ['polling']]) {
        const socket = socketWith({ ...options, transports });
        const error = await new Promise<Error>((resolve) => socket.on('connect_error', resolve));
        expect(error.message).toBe('unauthenticated');
        socket.close();
      }
    }
    expect((await browse(house.farmer.user)).socket.connected).toBe(true);
  });

  it('is counted while it lasts', async () => {
    const count = async () =>
      /^granary_live_connections (\d+)$/m.exec((await granary.call({ url: '/metrics' })).text)?.[1];
    await expect.poll(count).toBe('0');
    const browser = await browse(house.farmer.user);
    expect(await count()).toBe('1');
    browser.socket.close();
    await expect.poll(count).toBe('0');
  });

  it('grants bins one may read, and only all at once', async () => {
    const { farmer, sibling, neighbour, stranger, distributor, admin } = house;
    const missing = { bins: ['2000000000'] };
    const requests = {
      own: binsOf(farmer.bin),
      sibling: binsOf(sibling.bin),
      mixed: binsOf(farmer.bin, neighbour.bin),
      foreign: binsOf(stranger.bin),
      missing,
      all: ALL,
    };
    const granted = async (user: UserRow) => {
      const browser = await browse(user);
      const names: string[] = [];
      for (const [name, request] of Object.entries(requests)) {
        const answer = await watch(browser, request);
        if (JSON.stringify(answer) === '{"ok":true}') names.push(name);
        else expect(answer).toEqual({ ok: false, message: 'refused' });
      }
      return names;
    };
    expect(await granted(farmer.user)).toEqual(['own', 'all']);
    expect(await granted(distributor)).toEqual(['own', 'sibling', 'all']);
    expect(await granted(admin)).toEqual(['own', 'sibling', 'mixed', 'foreign', 'all']);
  });

  it.each<[string, unknown]>([
    ['nothing', null],
    ['a number', 7],
    ['a word', 'all'],
    ['a list', []],
    ['an empty object', {}],
    ['all of nothing', { all: false }],
    ['no bins', { bins: [] }],
    ['a statement for an id', { bins: ['1; drop table bins'] }],
    ['a number for an id', { bins: [1] }],
    ['a negative id', { bins: ['-1'] }],
    ['too many bins', { bins: Array<string>(501).fill('1') }],
    ['a list in disguise', { bins: { length: 1, 0: '1' } }],
  ])('refuses what it cannot read, and goes on: %s', async (_, request) => {
    const browser = await browse(house.farmer.user);
    expect(await watch(browser, request)).toEqual({ ok: false, message: 'refused' });
    browser.socket.emit(WATCH_EVENT, request);
    browser.socket.emit('no such event', request);
    expect(await watch(browser, ALL)).toEqual({ ok: true });
  });
});

describe('what a connection watches', () => {
  const OK = { ok: true };
  /** Asks for bins in so many ways that none is asked for twice. */
  const ways = (bins: readonly TestBin[], count: number) =>
    Array.from({ length: count }, (_, index) =>
      binsOf(...bins.filter((_bin, bit) => ((index + 1) >> bit) & 1)),
    );

  it('stays watched however often the same bins are asked for', async () => {
    const { user, bin } = house.farmer;
    const other = await addBin(granary.db, bin.farmId);
    const browser = await watching(user, ALL);
    const id = String(bin.id);
    for (let visit = 0; visit < 30; visit++) {
      expect(await watch(browser, { bins: visit % 2 ? [id] : [id, id] })).toEqual(OK);
    }
    await expectStillTold(browser, other);
  });

  it('is not given up for more: what is too much is refused', async () => {
    const { user, bin } = house.farmer;
    const bins = [bin];
    for (let i = 0; i < 5; i++) bins.push(await addBin(granary.db, bin.farmId));
    const browser = await watching(user, ALL);
    const requests = ways(bins, 20);
    for (const request of requests.slice(0, 19)) expect(await watch(browser, request)).toEqual(OK);
    const last = requests[19];
    expect(await watch(browser, last)).toEqual({ ok: false, message: 'too many' });
    expect(await watch(browser, requests[3])).toEqual(OK);
    await expectStillTold(browser, bins[5] ?? bin);
    expect(await unwatch(browser, requests[0])).toEqual(OK);
    expect(await watch(browser, last)).toEqual(OK);
  });

  it('is watched no more once that is said, but for what else covers it', async () => {
    const { user, bin } = house.farmer;
    const other = await addBin(granary.db, bin.farmId);
    const browser = await watching(user, binsOf(bin));
    await watch(browser, binsOf(bin, other));
    expect(await unwatch(browser, binsOf(other, bin))).toEqual(OK);
    expect(await told(browser, other)).toBe(0);
    expect(await told(browser, bin)).toBe(1);
    expect(await unwatch(browser, binsOf(bin))).toEqual(OK);
    expect(await told(browser, bin)).toBe(0);
    expect(await unwatch(browser, binsOf(bin))).toMatchObject({ ok: false });
  });

  it('ends also where the end is asked for before the beginning was answered', async () => {
    const { user, bin } = house.farmer;
    const browser = await browse(user);
    const begun = watch(browser, binsOf(bin));
    await unwatch(browser, binsOf(bin));
    await begun;
    expect(await told(browser, bin)).toBe(0);
  });
});

describe('a reading', () => {
  it('reaches exactly those who may see it and watch, once, and whole', async () => {
    const { farmer, sibling, neighbour, stranger, distributor, otherDistributor, admin } = house;
    const mine = binsOf(farmer.bin);
    const told = [
      await watching(farmer.user, mine),
      await watching(farmer.user, ALL),
      await watching(distributor, ALL),
      await watching(distributor, mine),
      await watching(admin, mine),
    ];
    const both = await watching(farmer.user, ALL);
    await watch(both, mine);
    const others = [
      await watching(sibling.user, ALL),
      await watching(neighbour.user, ALL),
      await watching(stranger.user, binsOf(stranger.bin)),
      await watching(otherDistributor, ALL),
      await watching(admin, ALL),
      await watching(admin, binsOf(neighbour.bin)),
      await browse(farmer.user),
    ];
    const values = { humidity_readings: [[60, null], [55]], battery: 90, cable_ids: [11, 12] };
    const at = await report(farmer.bin, { ...values, co2: 640, level_sensor: 1200 });
    for (const browser of [...told, both]) {
      await expect.poll(() => browser.wires.length).toBe(1);
      const [reading] = await toldTo(browser);
      expect(reading).toMatchObject({
        ...{ binId: farmer.bin.id, at, pageNo: 0, battery: 90, co2: 640, levelMm: 1200 },
        ...{ temperatures: [[21.5, null], [22]], humidities: [[60, null], [55]] },
        moistures: [[expect.any(Number), null], [expect.any(Number)]],
      });
    }
    const url = `/api/board/getSensorReading?bin_sensor_id=${farmer.bin.id}&page_no=0`;
    const fetched = await granary.call({ url, token: both.token });
    const fan = { attached: false, running: null, since: null };
    expect(both.wires).toEqual([Object.assign({}, fetched.body.RESP_MSG, { fan_state: fan })]);
    for (const browser of others) expect(await toldTo(browser)).toEqual([]);
  });

  it('that is not the newest of its bin, or a repeat, is no news', async () => {
    const { user, bin } = house.neighbour;
    const browser = await watching(user, ALL);
    const newest = await report(bin);
    const instants = [newest - HOUR, newest, newest + SECOND];
    for (const at of instants) await publish(bin, { date_time: new Date(at).toISOString() });
    await expect.poll(() => browser.wires.length).toBe(2);
    expect((await toldTo(browser)).map(({ at }) => at)).toEqual([newest, newest + SECOND]);
    seconds += 1;
  });

  it('of a bin whose load is kept by hand says how full it is', async () => {
    const { user, bin } = house.neighbour;
    const at = new Date(granary.now());
    const { db } = granary;
    await db.updateTable('bins').set({ size: 1000 }).where('id', '=', bin.id).execute();
    const loads = { binId: bin.id, type: 'load' as const, at, volume: 250 };
    await db.insertInto('binLoads').values(loads).execute();
    await sql`select pg_notify('bins_changed', '')`.execute(db);
    const browser = await watching(user, ALL);
    // The way in hears of the change a moment after it is made.
    await expect
      .poll(async () => {
        await report(bin);
        return (await toldTo(browser)).at(-1)?.loadPercent;
      })
      .toBe(25);
  });
});

describe('a fan', () => {
  const SPEED = 2;
  const fanned = async (parts: Partial<NewBin>) =>
    addBin(granary.db, house.farmer.farm.id, { fanAttached: true, ...parts });
  const fansToldTo = async (browser: Browser) =>
    (await toldTo(browser)).map(({ fan }) => [fan.running, fan.since]);

  it('that its board switched is told with the newest reading, at once', async () => {
    const bin = await fanned({});
    const browser = await watching(house.farmer.user, binsOf(bin));
    const at = granary.now() - HOUR;
    const news = (fan: string, later: number) =>
      send(bin, 'fan-data', { fan, date_time: new Date(at + later).toISOString() });
    await news('off', 0);
    await report(bin);
    await expect.poll(() => browser.wires.length).toBe(1);
    await news('on', 90 * SECOND);
    await expect.poll(() => browser.wires.length).toBe(2);
    const [reading, again] = await toldTo(browser);
    expect(again).toEqual({ ...reading, fan: expect.anything() });
    expect(await fansToldTo(browser)).toEqual([
      [false, at],
      [true, at + 90 * SECOND],
    ]);
  });

  it('is told by the wind of each reading where that is measured', async () => {
    const bin = await fanned({ plenumSensorAttached: true, fanOnSpeed: SPEED });
    const browser = await watching(house.farmer.user, binsOf(bin));
    await report(bin, { wind_speed: SPEED / 2 });
    await expect.poll(() => browser.wires.length).toBe(1);
    await report(bin, { wind_speed: SPEED * 2 });
    await expect.poll(() => browser.wires.length).toBe(2);
    expect(await fansToldTo(browser)).toEqual([
      [false, null],
      [true, null],
    ]);
  });

  it('of a bin without a reading is not told of yet', async () => {
    const bin = await fanned({});
    const browser = await watching(house.farmer.user, ALL);
    await send(bin, 'fan-data', { fan: 'on', date_time: new Date(granary.now()).toISOString() });
    await reportTo(browser, house.farmer.bin);
    expect((await toldTo(browser)).map(({ binId }) => binId)).toEqual([house.farmer.bin.id]);
  });
});

describe('rights that end', () => {
  it('end the connection at once where somebody signs out', async () => {
    const [one, other] = [
      await watching(house.farmer.user, ALL),
      await watching(house.farmer.user, ALL),
    ];
    await granary.call({ method: 'POST', url: '/api/user/logout', token: one.token });
    expect(await one.gone).toBe('io server disconnect');
    expect(one.isTold).toBe(true);
    await report(house.farmer.bin);
    await expect.poll(() => other.wires.length).toBe(1);
    expect(one.wires).toEqual([]);
  });

  it.each([
    [
      'a session revoked',
      async ({ id }: UserRow) => {
        const revokedAt = new Date(granary.now());
        await granary.db
          .updateTable('sessions')
          .set({ revokedAt })
          .where('userId', '=', id)
          .execute();
      },
    ],
    [
      'a user deleted',
      async ({ id }: UserRow) => {
        const deletedAt = new Date(granary.now());
        await granary.db.updateTable('users').set({ deletedAt }).where('id', '=', id).execute();
      },
    ],
    [
      'a session run out',
      async ({ id }: UserRow) => {
        const expiresAt = new Date(granary.now());
        await granary.db
          .updateTable('sessions')
          .set({ expiresAt })
          .where('userId', '=', id)
          .execute();
      },
    ],
  ])('end the connection within five seconds: %s', async (_, end) => {
    const user = await addUser(granary.db, 'user');
    const browser = await watching(user, ALL);
    const bystander = await watching(house.farmer.user, ALL);
    await end(user);
    expect(granary.repeatOnce()).toBeLessThanOrEqual(LONGEST);
    expect(await browser.gone).toBe('io server disconnect');
    expect(browser.isTold).toBe(true);
    expect(await toldTo(bystander)).toEqual([]);
  });

  it('take the rooms of a role along', async () => {
    const user = await addUser(granary.db, 'admin');
    const browser = await watching(user, binsOf(house.farmer.bin));
    const witness = await watching(house.farmer.user, binsOf(house.farmer.bin));
    await reportTo(witness, house.farmer.bin);
    expect(await toldTo(browser)).toHaveLength(1);
    await granary.db.updateTable('users').set({ role: 'user' }).where('id', '=', user.id).execute();
    await expect
      .poll(async () => {
        await lookAnew(house.neighbour.user);
        const before = browser.wires.length;
        await reportTo(witness, house.farmer.bin);
        await toldTo(browser);
        return browser.wires.length - before;
      })
      .toBe(0);
    expect(await watch(browser, binsOf(house.farmer.bin))).toEqual({
      ok: false,
      message: 'refused',
    });
  });

  it('take the rooms of a customer along who is moved to another distributor', async () => {
    const { distributor, otherDistributor, sibling } = house;
    const before = [
      await watching(distributor, ALL),
      await watching(distributor, binsOf(sibling.bin)),
    ];
    const after = await watching(otherDistributor, ALL);
    const witness = await watching(sibling.user, ALL);
    await reportTo(witness, sibling.bin);
    for (const browser of before) expect(await toldTo(browser)).toHaveLength(1);
    expect(await toldTo(after)).toEqual([]);
    await granary.db.transaction().execute(async (trx) => {
      const distributorId = otherDistributor.id;
      await trx
        .updateTable('users')
        .set({ distributorId })
        .where('id', '=', sibling.user.id)
        .execute();
      await sql`select pg_notify('bins_changed', '')`.execute(trx);
    });
    await expect
      .poll(async () => {
        await lookAnew(house.neighbour.user);
        const counts = before.map(({ wires }) => wires.length);
        await reportTo(witness, sibling.bin);
        await toldTo(after);
        for (const browser of before) await toldTo(browser);
        return before.every(({ wires }, i) => wires.length === counts[i]) && after.wires.length > 0;
      })
      .toBe(true);
  });
});
