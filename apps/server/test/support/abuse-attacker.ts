import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import net from 'node:net';
import tls from 'node:tls';
import { WATCH_EVENT } from '@granary/contract/readings/live';
import { createPublishTemplate } from '@granary/simulator/load/packets';
import { io, type Socket } from 'socket.io-client';
import type { AbuseTask, AttackName, AttackScale } from './abuse-tasks.ts';
import { sendLocally } from './local-request.ts';
import { RawMqttClient } from './mqtt-gateway.ts';

/** A loopback address that differs from that of the users whose latency is measured. */
const ATTACKER_ADDRESS = '127.0.0.2';

type Attack = (task: AbuseTask, count: number) => Promise<number>;

/**
 * The attacks, with how many times each one runs at each scale; `run` resolves with the number that the
 * server accepted.
 */
const attacks: Record<AttackName, Record<AttackScale, number> & { readonly run: Attack }> = {
  'large bodies': { full: 400, short: 16, run: sendLargeBodies },
  'unfinished bodies': { full: 1_500, short: 50, run: sendUnfinishedBodies },
  'watch events': { full: 20_000, short: 1_000, run: sendWatchEvents },
  'sockets of one account': { full: 900, short: 40, run: openSockets },
  exports: { full: 60, short: 10, run: (task, count) => openExports(task, count, true) },
  'unread exports': {
    full: 400,
    short: 10,
    run: (task, count) => openExports(task, count, false),
  },
  handshakes: { full: 15_000, short: 500, run: requestHandshakes },
  'sessions of one board': { full: 5_000, short: 20, run: openSessions },
  'junk frames': { full: 40_000, short: 2_000, run: sendJunkFrames },
  'hello frames': { full: 20_000, short: 2_000, run: sendHelloFrames },
  'anonymous tiles': { full: 3_000, short: 200, run: requestTiles },
};

/** Functions that close the connections that an attack left open. */
const closers: (() => void)[] = [];

// This runs in a separate process, so that it does not slow down the users who are measured.
process.on('message', (task: AbuseTask) => {
  const { run, [task.scale]: count } = attacks[task.name];
  void run(task, count).then((accepted) => {
    for (const close of closers.splice(0)) close();
    process.send?.({ sent: count, accepted });
  });
});
process.on('disconnect', () => process.exit(0));

process.send?.('ready');

/**
 * Calls `act` with each index, `concurrency` at a time; resolves with the number of calls that returned true.
 */
async function countAccepted(
  count: number,
  concurrency: number,
  act: (index: number) => Promise<boolean>,
) {
  let next = 0;
  let accepted = 0;
  const runWorker = async () => {
    while (next < count) if (await act(next++).catch(() => false)) accepted += 1;
  };
  await Promise.all(Array.from({ length: concurrency }, runWorker));
  return accepted;
}

function send({ url, token }: AbuseTask, path: string, body?: string): Promise<IncomingMessage> {
  return sendLocally(`${url}${path}`, { token, body, localAddress: ATTACKER_ADDRESS });
}

async function read(response: IncomingMessage): Promise<boolean> {
  response.resume();
  await once(response, 'close');
  return response.statusCode === 200;
}

function sendLargeBodies(task: AbuseTask, count: number): Promise<number> {
  const fields = Array.from({ length: 118_000 }, (_, index) => `"${index}":1`);
  const body = `{${fields.join(',')}}`;
  return countAccepted(count, 8, async () => read(await send(task, '/api/user/login', body)));
}

/** Sends incomplete bodies; each connection stays open until the server answers or closes it. */
async function sendUnfinishedBodies(task: AbuseTask, count: number): Promise<number> {
  const head =
    'POST /api/user/login HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n';
  const chunk = Buffer.concat([
    Buffer.from('e0000\r\n'),
    Buffer.alloc(0xe0000, 0x20),
    Buffer.from('\r\n'),
  ]);
  return countAccepted(count, count, async () => {
    const socket = connect(task);
    socket.write(head);
    socket.write(chunk);
    await Promise.race([once(socket, 'data'), once(socket, 'close')]);
    return false;
  });
}

function connect({ url }: AbuseTask): net.Socket {
  const { protocol, hostname: host, port } = new URL(url);
  const address = { host, port: Number(port), localAddress: ATTACKER_ADDRESS };
  const socket =
    protocol === 'https:'
      ? tls.connect({ ...address, rejectUnauthorized: false })
      : net.connect(address);
  closers.push(() => socket.destroy());
  return socket.on('error', () => {});
}

function openSocket({ url, token }: AbuseTask): Socket {
  const socket = io(url, {
    transports: ['websocket'],
    reconnection: false,
    forceNew: true,
    auth: { token },
    localAddress: ATTACKER_ADDRESS,
    rejectUnauthorized: false,
  } as Parameters<typeof io>[1]);
  closers.push(() => socket.close());
  return socket;
}

async function sendWatchEvents(task: AbuseTask, count: number): Promise<number> {
  const socket = openSocket(task);
  await new Promise<void>((resolve) => socket.on('connect', resolve));
  let accepted = 0;
  const disconnected = new Promise<void>((resolve) => socket.on('disconnect', () => resolve()));
  const acknowledgments = Array.from(
    { length: count },
    () =>
      new Promise<void>((resolve) => {
        socket.emit(WATCH_EVENT, { bins: [String(task.binId)] }, () => {
          accepted += 1;
          resolve();
        });
      }),
  );
  await Promise.race([disconnected, Promise.all(acknowledgments)]);
  return accepted;
}

function openSockets(task: AbuseTask, count: number): Promise<number> {
  return countAccepted(count, 50, async () => {
    const socket = openSocket(task);
    return new Promise((resolve) => {
      socket.on('connect', () => resolve(true));
      socket.on('connect_error', () => resolve(false));
    });
  });
}

/** Requests exports and reads them, or leaves them unread until all have been requested. */
function openExports(task: AbuseTask, count: number, isResponseRead: boolean): Promise<number> {
  const [from, to] = ['2000-01-01T00:00:00Z', '2100-01-01T00:00:00Z'];
  const path = `/api/board/exportReadings?bin_sensor_id=${task.binId}&from=${from}&to=${to}`;
  return countAccepted(count, count, async () => {
    const response = await send(task, path);
    closers.push(() => response.destroy());
    return isResponseRead ? read(response) : response.statusCode === 200;
  });
}

function requestHandshakes(task: AbuseTask, count: number): Promise<number> {
  return countAccepted(count, 50, async () =>
    read(await send(task, '/socket.io/?EIO=4&transport=polling')),
  );
}

/** Requests different tiles with an invalid signature. */
function requestTiles(task: AbuseTask, count: number): Promise<number> {
  const signature = 'A'.repeat(43);
  const anonymous = { localAddress: ATTACKER_ADDRESS };
  return countAccepted(count, 50, async (index) => {
    const path = `/api/places/tiles/${signature}/12/${index}/1`;
    return read(await sendLocally(`${task.url}${path}`, anonymous));
  });
}

async function openSessions(
  { mqttPort, isMqttSecure, board }: AbuseTask,
  count: number,
): Promise<number> {
  const clients: RawMqttClient[] = [];
  await countAccepted(count, 50, async () => {
    const clientId = `client ${clients.length}`;
    const client = await RawMqttClient.connectAs(mqttPort, board, clientId, isMqttSecure);
    clients.push(client);
    closers.push(() => client.close());
    return true;
  });
  return clients.filter(({ isClosed }) => !isClosed).length;
}

function sendJunkFrames(task: AbuseTask, count: number): Promise<number> {
  return sendFrames(task, count, 'temp-data', 'not JSON');
}

function sendHelloFrames(task: AbuseTask, count: number): Promise<number> {
  const hello = '{"v":1,"kind":"hello","firmware_version":"1.0"}';
  return sendFrames(task, count, 'firmware-data', hello);
}

/** Sends frames in batches of 2,000 for at most eight seconds. */
async function sendFrames(
  { mqttPort, isMqttSecure, board }: AbuseTask,
  count: number,
  kind: string,
  text: string,
): Promise<number> {
  const { mainBoardId } = board;
  const client = await RawMqttClient.connectAs(mqttPort, board, mainBoardId, isMqttSecure);
  closers.push(() => client.close());
  const { bytes, packetIdOffset } = createPublishTemplate(
    `boards/${mainBoardId}/up/${kind}`,
    Buffer.from(text),
  );
  const deadline = performance.now() + 8_000;
  for (let sentCount = 0; sentCount < count && performance.now() < deadline; sentCount += 2_000) {
    const packets = Array.from({ length: 2_000 }, (_, index) => {
      const packet = Buffer.from(bytes);
      packet.writeUInt16BE(((sentCount + index) % 65_535) + 1, packetIdOffset);
      return packet;
    });
    client.write(Buffer.concat(packets));
    const timeout = setTimeout(() => client.close(), Math.max(0, deadline - performance.now()));
    await client.waitForCondition(() => client.acknowledgedIds.length >= sentCount + 2_000);
    clearTimeout(timeout);
    if (client.isClosed) break;
  }
  return client.acknowledgedIds.length;
}
