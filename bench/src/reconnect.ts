import { connect } from 'node:net';
import type { LoadBoard } from '@granary/simulator/load';
import { connectPacket } from '@granary/simulator/load/packets';
import { startBare } from './bare-process.ts';
import { amount, type Figure, median } from './report.ts';
import { makeBoards, type Postgres, startGranary } from './server.ts';

const BOARDS = 10_000;
const ROUNDS = 3;
const KEEP_ALIVE_S = 300;
/** Boards that knock at once; the rest follow as these are let in. */
const AT_ONCE = 500;

/** Ten thousand boards that come back at once, beside the bare broker. */
export async function benchReconnect(postgres: Postgres): Promise<Figure[]> {
  const granary = await startGranary(postgres.url);
  const bare = await startBare('bare.ts', postgres.url);
  try {
    const { boards } = await makeBoards(postgres.pool, granary.dataDir, BOARDS, 1);
    const ours: number[] = [];
    const theirs: number[] = [];
    let refused = 0;
    for (let round = 0; round < ROUNDS; round++) {
      theirs.push((await storm(bare.port, boards)).seconds);
      const result = await storm(granary.mqttPort, boards);
      ours.push(result.seconds);
      refused += result.refused;
    }
    const ratio = median(ours.map((value, i) => value / (theirs[i] ?? Number.NaN)));
    return [
      {
        name: `${amount(BOARDS)} boards reconnect with credentials, refused ${refused}`,
        value: `${median(ours).toFixed(1)} s, ${ratio.toFixed(1)} x bare (${median(theirs).toFixed(1)} s)`,
        budget: '3 x bare or less, none refused',
        pass: ratio <= 3 && refused === 0,
      },
    ];
  } finally {
    bare.stop();
    await granary.stop();
  }
}

async function storm(
  port: number,
  boards: readonly LoadBoard[],
): Promise<{ seconds: number; refused: number }> {
  const start = performance.now();
  let refused = 0;
  let next = 0;
  const knock = async (): Promise<void> => {
    for (let board = boards[next++]; board; board = boards[next++]) {
      if (!(await admitted(port, board))) refused += 1;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, knock));
  const seconds = (performance.now() - start) / 1000;
  for (const socket of open) socket.destroy();
  open.clear();
  return { seconds, refused };
}

const open = new Set<ReturnType<typeof connect>>();

/** Connects one board and keeps it; whether the broker let it in. */
function admitted(port: number, { mainBoardId, key }: LoadBoard): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    open.add(socket);
    socket.once('connect', () => socket.write(connectPacket(mainBoardId, key, KEEP_ALIVE_S)));
    // CONNACK: type, length, session flag, return code.
    socket.once('data', (bytes) => resolve(bytes[0] === 0x20 && bytes[3] === 0));
    socket.once('error', () => resolve(false));
    socket.once('close', () => resolve(false));
  });
}
