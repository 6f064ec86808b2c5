import { connect, type Socket } from 'node:net';
import { formatDownTopic } from '@granary/contract/boards/topics';
import { decodeCommand } from '@granary/contract/commands/frame';
import { type BoardConnection, connectBoard } from '@granary/simulator/connection';
import type { LoadBoard } from '@granary/simulator/load';
import { createConnectPacket, createSubscribePacket } from '@granary/simulator/load/packets';
import { type Figure, formatAmount, quantile } from './report.ts';
import { adminToken, makeBoards, type Postgres, startGranary } from './server.ts';

/** `BENCH_BOARDS` overrides the number of boards, for a quick run. */
const BOARDS = Number(process.env['BENCH_BOARDS'] ?? 5_000);
/** Boards that get commands, one after another. */
const SAMPLES = Math.min(200, BOARDS);
const KEEP_ALIVE_S = 300;
/** Boards that connect simultaneously; others follow. */
const CONCURRENCY = 200;
const BUDGET_MS = 100;

/**
 * Measures how soon a command is on the socket of a realtime board after a person requests it, while
 * thousands of boards are connected. Sends OFF, because starts on a farm wait for each other.
 */
export async function benchCommands(postgres: Postgres): Promise<Figure[]> {
  const granary = await startGranary(postgres.url);
  const sockets: Socket[] = [];
  const connections: BoardConnection[] = [];
  try {
    const { boards, binIds } = await makeBoards(postgres.pool, granary.dataDir, BOARDS, 1);
    await postgres.pool.query(
      `update bins set fan_attached = true, firmware_name = 'realtime'
       where id = any($1::int[])`,
      [binIds],
    );
    await connectAll(granary.mqttPort, boards.slice(SAMPLES), sockets);
    const token = await adminToken(granary.url);
    const times: number[] = [];
    for (const [index, board] of boards.slice(0, SAMPLES).entries()) {
      const commandedBoard = await connectCommandedBoard(granary.mqttPort, board);
      connections.push(commandedBoard.connection);
      const startedAt = performance.now();
      const [at] = await Promise.all([
        commandedBoard.receivedAt,
        turnOff(granary.url, token, binIds[index] ?? 0),
      ]);
      times.push(at - startedAt);
    }
    const [p50, p95] = [quantile(times, 0.5), quantile(times, 0.95)];
    return [
      {
        name: `command to ${SAMPLES} of ${formatAmount(BOARDS)} connected boards, from the request to the frame on the socket`,
        value: `p50 ${formatAmount(p50)} ms, p95 ${formatAmount(p95)} ms`,
        budget: `p95 ${BUDGET_MS} ms or less`,
        pass: p95 <= BUDGET_MS,
      },
    ];
  } finally {
    for (const socket of sockets) socket.destroy();
    await Promise.all(connections.map((connection) => connection.close(0)));
    await granary.stop();
  }
}

/** A realtime board that waits for a command. */
interface CommandedBoard {
  readonly connection: BoardConnection;
  /** Resolves with the time at which the command arrived. */
  readonly receivedAt: Promise<number>;
}

/** Connects a board that answers the commands that it receives. */
function connectCommandedBoard(
  port: number,
  { mainBoardId, key }: LoadBoard,
): Promise<CommandedBoard> {
  return new Promise((resolve) => {
    let receive: (at: number) => void = () => {};
    const received = new Promise<number>((resolveAt) => {
      receive = resolveAt;
    });
    const connection = connectBoard(
      { host: '127.0.0.1', port, mainBoardId, key },
      {
        onOnline: () => resolve({ connection, receivedAt: received }),
        onMessage: (payload) => {
          receive(performance.now());
          answerCommand(connection, payload);
        },
      },
    );
  });
}

/** Reports that the fan is off, like a board that executed the command. */
function answerCommand(connection: BoardConnection, payload: string): void {
  const command = decodeCommand(payload);
  if (command === null) return;
  const { binNumber: bin_number, commandId: command_id } = command;
  const report = {
    v: 1,
    bin_number,
    fan: 'off',
    by: 'command',
    command_id,
    event_id: command_id,
    date_time: new Date().toISOString(),
  };
  // The benchmark does not wait for the last PUBACK.
  connection.send('fan-data', JSON.stringify(report)).catch(() => {});
}

async function turnOff(url: string, token: string, binId: number): Promise<void> {
  const response = await fetch(`${url}/api/boardCommands/addCommandForSingleBin`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ bin_id: String(binId), fan_status_after_releasing_command: 'off' }),
  });
  if (response.status !== 200) throw new Error(await response.text());
}

/** Connects and subscribes boards, which stay connected. */
async function connectAll(
  port: number,
  boards: readonly LoadBoard[],
  sockets: Socket[],
): Promise<void> {
  let next = 0;
  const connectNext = async (): Promise<void> => {
    for (let board = boards[next++]; board; board = boards[next++]) {
      sockets.push(await connectAndSubscribe(port, board));
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, connectNext));
}

function connectAndSubscribe(port: number, { mainBoardId, key }: LoadBoard): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    socket.once('error', reject);
    socket.once('connect', () => socket.write(createConnectPacket(mainBoardId, key, KEEP_ALIVE_S)));
    // CONNACK, then SUBACK.
    socket.once('data', () => {
      socket.write(createSubscribePacket(formatDownTopic(mainBoardId)));
      socket.once('data', () => resolve(socket));
    });
  });
}
