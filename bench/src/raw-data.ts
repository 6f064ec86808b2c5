import { deflateRawSync } from 'node:zlib';
import type { Pool } from 'pg';
import { type Figure, formatAmount, median } from './report.ts';
import { ADMIN, makeBoards, type Postgres, startGranary } from './server.ts';

const BOARDS = 400;
const DAYS = 30;
const FRAMES = 3_000_000;
const RUNS = 9;
/** Over HTTP; a distributor's boards are queried one by one. */
const BUDGETS_MS = { admin: 100, distributor: 250 };

const DISTRIBUTOR = { email: 'distributor@bench.example', password: 'oats and rye 2026' };

/** Measures searches in many raw frames over HTTP, as an admin and as a distributor. */
export async function benchRawData(postgres: Postgres): Promise<Figure[]> {
  const granary = await startGranary(postgres.url);
  try {
    const call = createCall(granary.url);
    const admin = await signIn(call, ADMIN);
    const names = { first_name: 'Bench', last_name: 'Distributor', role: 'distributor' };
    await call('user/addUser', { ...DISTRIBUTOR, ...names }, admin);
    const distributor = await signIn(call, DISTRIBUTOR);
    const { boards, ownerId } = await makeBoards(postgres.pool, granary.dataDir, BOARDS, 4);
    const [ownBoardId = '', otherBoardId = ''] = boards.map(({ mainBoardId }) => mainBoardId);
    await assignBoards(postgres.pool, ownerId);
    await insertFrames(postgres.pool, ownBoardId.slice(0, -1));
    const day = new Date(Date.now() - 20 * 86_400_000).toISOString().slice(0, 10);
    const filters: readonly object[] = [
      ...['temp-data', 'fan-data', 'firmware-data'].map((type) => ({ type })),
      { id: ownBoardId },
      { id: `${ownBoardId}|3` },
      { id: `${ownBoardId}|9` },
      { id: otherBoardId },
      { id: 'nobody' },
      ...['fan-data', 'firmware-data'].map((type) => ({ id: ownBoardId, type })),
      { date: day },
      { date: day, type: 'fan-data' },
      { date: day, id: ownBoardId },
      { date: '2020-01-01' },
      { type: 'temp-data', page: 90 },
      { id: ownBoardId, page: 700 },
      { unread: true },
      { id: ownBoardId, unread: true },
    ];
    const figures: Figure[] = [];
    for (const [who, token] of [
      ['admin', admin],
      ['distributor', distributor],
    ] as const) {
      const budget = BUDGETS_MS[who];
      let slowest = { filter: '', ms: 0 };
      for (const filter of filters) {
        const body = { page: 1, limit: 10, ...filter };
        const ms = await measureMedianTime(() => call('rawData/getFilteredData', body, token));
        if (ms > slowest.ms) slowest = { filter: JSON.stringify(filter), ms };
      }
      const newestMs = await measureMedianTime(() => call('rawData/all', {}, token));
      figures.push(
        figure(
          `search among ${formatAmount(FRAMES)} raw frames, ${who}, slowest filter`,
          slowest.ms,
          budget,
          slowest.filter,
        ),
        figure(`newest raw frames, ${who}`, newestMs, budget),
      );
    }
    return figures;
  } finally {
    await granary.stop();
  }
}

function figure(name: string, ms: number, budget: number, filterText = ''): Figure {
  const value = `${filterText === '' ? '' : `${filterText}: `}median ${ms.toFixed(1)} ms`;
  return { name, value, budget: `${budget} ms or less`, pass: ms <= budget };
}

type Call = ReturnType<typeof createCall>;

/** Creates a function for calls with a JSON body, which returns the response's body. */
function createCall(url: string) {
  return async (path: string, body: object, token?: string): Promise<{ RESP_MSG: unknown }> => {
    const response = await fetch(`${url}/api/${path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(token ? { authorization: `Bearer ${token}` } : {}),
      },
      body: JSON.stringify(body),
    });
    const result = (await response.json()) as { RESP_MSG: unknown };
    if (!response.ok)
      throw new Error(`${path} responded with ${response.status}: ${String(result.RESP_MSG)}`);
    return result;
  };
}

async function signIn(call: Call, account: object): Promise<string> {
  return String((await call('user/login', account)).RESP_MSG);
}

async function measureMedianTime(work: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let run = -1; run < RUNS; run++) {
    const start = performance.now();
    await work();
    if (run >= 0) times.push(performance.now() - start);
  }
  return median(times);
}

/** Assigns half of the boards to a customer of the distributor, effective before the first frame. */
async function assignBoards(pool: Pool, ownerId: number): Promise<void> {
  await pool.query(
    `update users set distributor_id = (select id from users where email = $2) where id = $1`,
    [ownerId, DISTRIBUTOR.email],
  );
  await pool.query(
    `with owner as (
       insert into users (email, password_hash, role) values ('other@bench.example', '-', 'user')
       returning id
     ), farm as (
       insert into farms (owner_id, name, timezone) select id, 'Other', 'UTC' from owner returning id
     )
     update main_boards set farm_id = farm.id from farm where right(main_boards.id, 1) in
       ('0', '2', '4', '6', '8')`,
  );
  await pool.query(`update main_boards set since = now() - interval '1 year'`);
  await pool.query(
    `update bins set farm_id = main_boards.farm_id
     from main_boards where main_boards.id = bins.main_board_id`,
  );
}

/**
 * Inserts frames for the last 30 days: a tenth of them from one board, the others from nine tenths of the
 * boards. One in fifty is about a fan; one in two thousand is about firmware, all from that one board; one in
 * a thousand is unreadable.
 */
async function insertFrames(pool: Pool, prefix: string): Promise<void> {
  const body = deflateRawSync('{"v":1,"bin_number":1}');
  const days = Array.from({ length: DAYS + 1 }, (_, ago) => Date.now() - ago * 86_400_000);
  for (const at of days) {
    const [from, to] = [at, at + 86_400_000].map((ms) => new Date(ms).toISOString().slice(0, 10));
    await pool.query(
      `create table if not exists raw_frames_${from?.replaceAll('-', '_')}
       partition of raw_frames for values from ('${from}Z') to ('${to}Z')`,
    );
  }
  await pool.query(
    `insert into raw_frames
       (received_at, bytes, bin_number, dictionary, main_board_id, topic, reason, body)
     select now() - make_interval(secs => $1::float8 * (1 - n / $2::float8)), 22, 1 + n % 4, 1,
       board, 'boards/' || board || '/up/' || kind,
       case when n % 1000 = 7 then 'battery: Invalid input' end, $3
     from generate_series(1, $2::int) n,
     lateral (select $4::text || case when n % 10 = 0 then 1 else 1 + (n::bigint * 7919) % $5::int end
       as board) named,
     lateral (select case when n % 2000 = 20 then 'firmware-data' when n % 50 = 3 then 'fan-data'
       else 'temp-data' end as kind) sent`,
    [DAYS * 86_400, FRAMES, body, prefix, Math.floor(BOARDS * 0.9)],
  );
  await pool.query('vacuum analyze');
}
