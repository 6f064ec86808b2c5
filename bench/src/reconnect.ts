import { connect } from 'node:net';
import type { LoadBoard } from '@granary/simulator/load';
import { createConnectPacket } from '@granary/simulator/load/packets';
import { startBaseline } from './baseline.ts';
import { type Figure, formatAmount, median } from './report.ts';
import { makeBoards, type Postgres, startGranary } from './server.ts';

const BOARDS = 10_000;
const ROUNDS = 3;
const KEEP_ALIVE_S = 300;
/** The maximum number of boards that connect at the same time. */
const CONCURRENCY = 500;

/** Measures how long ten thousand boards take to reconnect, compared with the baseline broker. */
export async function benchReconnect(postgres: Postgres): Promise<Figure[]> {
  const granary = await startGranary(postgres.url);
  const baselineServer = await startBaseline('baseline-ingest.ts', postgres.url);
  try {
    const { boards } = await makeBoards(postgres.pool, granary.dataDir, BOARDS, 1);
    const granarySeconds: number[] = [];
    const baselineSeconds: number[] = [];
    let rejected = 0;
    for (let round = 0; round < ROUNDS; round++) {
      baselineSeconds.push((await reconnectAll(baselineServer.port, boards)).seconds);
      const result = await reconnectAll(granary.mqttPort, boards);
      granarySeconds.push(result.seconds);
      rejected += result.rejected;
    }
    const ratio = median(
      granarySeconds.map((value, i) => value / (baselineSeconds[i] ?? Number.NaN)),
    );
    return [
      {
        name: `${formatAmount(BOARDS)} boards reconnect with credentials, ${rejected} rejected`,
        value: `${median(granarySeconds).toFixed(1)} s, ${ratio.toFixed(1)} x baseline (${median(baselineSeconds).toFixed(1)} s)`,
        budget: '3 x baseline or less, none rejected',
        pass: ratio <= 3 && rejected === 0,
      },
    ];
  } finally {
    baselineServer.stop();
    await granary.stop();
  }
}

async function reconnectAll(
  port: number,
  boards: readonly LoadBoard[],
): Promise<{ seconds: number; rejected: number }> {
  const start = performance.now();
  let rejected = 0;
  let next = 0;
  const connectRemaining = async (): Promise<void> => {
    for (let board = boards[next++]; board; board = boards[next++]) {
      if (!(await connectBoard(port, board))) rejected += 1;
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, connectRemaining));
  const seconds = (performance.now() - start) / 1000;
  for (const socket of openSockets) socket.destroy();
  openSockets.clear();
  return { seconds, rejected };
}

const openSockets = new Set<ReturnType<typeof connect>>();

/** Connects a board and keeps it connected; returns whether the broker accepted it. */
function connectBoard(port: number, { mainBoardId, key }: LoadBoard): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    openSockets.add(socket);
    socket.once('connect', () => socket.write(createConnectPacket(mainBoardId, key, KEEP_ALIVE_S)));
    // CONNACK: packet type, remaining length, session present flag, return code.
    socket.once('data', (bytes) => resolve(bytes[0] === 0x20 && bytes[3] === 0));
    socket.once('error', () => resolve(false));
    socket.once('close', () => resolve(false));
  });
}
