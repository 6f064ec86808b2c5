import type { Pool } from 'pg';
import { amount, type Figure, median } from './report.ts';
import { ADMIN, makeBoards, type Postgres, startGranary } from './server.ts';

const BINS = 100_000;
const FARMS = 5_000;
const CUSTOMERS = 2_000;
const RUNS = 25;
/** Of the database; what HTTP takes comes on top. */
const BUDGET_MS = 50;

/** Much and little, short and long, in two alphabets, and what is not there. */
const TEXTS = [
  ...['b', 'bin', 'bench-', '77', '12345', 'hopper 7', 'зерно', 'зерно 99'],
  ...['q', 'qq', 'zzz', 'nothing of the kind'],
];

const DISTRIBUTOR = { email: 'distributor@bench.example', password: 'oats and rye 2026' };

/** Search over HTTP among many bins, for an admin and for a distributor of some customers. */
export async function benchSearch(postgres: Postgres): Promise<Figure[]> {
  const granary = await startGranary(postgres.url);
  try {
    const call = caller(granary.url);
    const admin = (await call('user/login', ADMIN)) as string;
    const names = { first_name: 'Bench', last_name: 'Distributor', role: 'distributor' };
    const added = await call('user/addUser', { ...DISTRIBUTOR, ...names }, admin);
    const distributor = (await call('user/login', DISTRIBUTOR)) as string;
    await makeBoards(postgres.pool, granary.dataDir, BINS / 4, 4);
    await spread(postgres.pool, Number((added as { id: string }).id));
    const figures: Figure[] = [];
    for (const [who, token] of Object.entries({ admin, distributor })) {
      let slowest = { text: '', ms: 0 };
      for (const text of TEXTS) {
        const ms = await medianOf(() => call('user/search', { model: 'bins', text }, token));
        if (ms > slowest.ms) slowest = { text, ms };
      }
      figures.push({
        name: `search in ${amount(BINS)} bins, ${who}, the slowest text`,
        value: `${JSON.stringify(slowest.text)}: median ${slowest.ms.toFixed(1)} ms`,
        budget: `${BUDGET_MS} ms or less`,
        pass: slowest.ms <= BUDGET_MS,
      });
    }
    return figures;
  } finally {
    await granary.stop();
  }
}

/** Makes calls with a JSON body; the answer is what `RESP_MSG` holds. */
function caller(url: string) {
  return async (path: string, body: object, token?: string): Promise<unknown> => {
    const answer = await fetch(`${url}/api/${path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(token ? { authorization: `Bearer ${token}` } : {}),
      },
      body: JSON.stringify(body),
    });
    const { RESP_MSG } = (await answer.json()) as { RESP_MSG: unknown };
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${String(RESP_MSG)}`);
    return RESP_MSG;
  };
}

async function medianOf(work: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let run = -2; run < RUNS; run++) {
    const start = performance.now();
    await work();
    if (run >= 0) times.push(performance.now() - start);
  }
  return median(times);
}

/** Gives the bins to many customers on many farms, every twentieth the distributor's. */
async function spread(pool: Pool, distributorId: number): Promise<void> {
  await pool.query(
    `insert into users (email, password_hash, role, distributor_id, first_name, last_name)
     select 'customer' || n || '@bench.example', '-', 'user', case when n % 20 = 0 then $1::int end,
       'First' || n, 'Last' || n from generate_series(1, $2::int) n`,
    [distributorId, CUSTOMERS],
  );
  await pool.query(
    `with customers as (
       select id, row_number() over (order by id) as n from users where email like 'customer%'
     )
     insert into farms (owner_id, name, city, timezone)
     select id, 'Farm ' || f, 'Winkler', 'America/Winnipeg'
     from generate_series(1, $1::int) f join customers on customers.n = 1 + f % $2::int`,
    [FARMS, CUSTOMERS],
  );
  await pool.query(
    `with farm as (
       select id, row_number() over (order by id) as n from farms where name <> 'Bench'
     ), board as (select id, row_number() over (order by id) as n from main_boards)
     update main_boards set farm_id = farm.id from board, farm
     where main_boards.id = board.id and farm.n = 1 + board.n % $1::int`,
    [FARMS],
  );
  await pool.query(
    `update bins set farm_id = main_boards.farm_id,
       name = (array['Bin ', 'Silo ', 'Зерно ', 'Hopper ', 'Bin A'])[1 + bins.id % 5] || bins.id
     from main_boards where main_boards.id = bins.main_board_id`,
  );
  await pool.query('vacuum analyze');
}
