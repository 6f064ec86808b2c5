import type { SearchModel } from '@granary/contract/search/models';
import type { Scope } from '@granary/domain/access/access';
import type { Pool } from 'pg';
import { type Database, openDatabase } from '../../apps/server/src/platform/postgres/database.ts';
import { buildMatchQuery } from '../../apps/server/src/search/store.ts';
import { type Figure, formatAmount, median } from './report.ts';
import { ADMIN, makeBoards, type Postgres, quietLog, startGranary } from './server.ts';

const BINS = 100_000;
const FARMS = 5_000;
const CUSTOMERS = 2_000;
const RUNS = 25;
/** In the database, without HTTP. */
const BUDGET_MS = 50;

/** Frequent and rare, short and long texts in two alphabets, and some without results. */
const TEXTS = [
  'b',
  'bin',
  'bench-',
  '77',
  '12345',
  'hopper 7',
  'зерно',
  'зерно 99',
  'q',
  'qq',
  'zzz',
  'nothing of the kind',
];

const MODELS: readonly SearchModel[] = ['bins', 'farms', 'users'];

/** Measures search among many bins, for an admin and for two distributors. */
export async function benchSearch(postgres: Postgres): Promise<Figure[]> {
  const granary = await startGranary(postgres.url);
  const database = openDatabase(postgres.server.connectionOptions, { log: quietLog });
  try {
    const call = createCall(granary.url);
    const admin = (await call('user/login', ADMIN)) as string;
    const largeDistributor = await addDistributor(call, admin, 'many');
    const smallDistributor = await addDistributor(call, admin, 'one');
    await makeBoards(postgres.pool, granary.dataDir, BINS / 4, 4);
    await distributeBins(postgres.pool, largeDistributor.id, smallDistributor.id);
    const callers: readonly Caller[] = [
      { label: 'admin', token: admin, scope: { kind: 'all' } },
      { label: 'distributor with 5 % of the customers', ...largeDistributor },
      { label: 'distributor with one customer', ...smallDistributor },
    ];
    const figures: Figure[] = [];
    for (const caller of callers) {
      for (const model of MODELS) figures.push(...(await measure(database, call, caller, model)));
    }
    return figures;
  } finally {
    await database.dispose();
    await granary.stop();
  }
}

/** Adds a distributor and signs them in. */
async function addDistributor(call: Call, admin: string, name: string) {
  const login = { email: `${name}@bench.example`, password: 'oats and rye 2026' };
  const person = { first_name: name, last_name: 'Distributor', role: 'distributor' };
  const added = (await call('user/addUser', { ...login, ...person }, admin)) as { id: string };
  const id = Number(added.id);
  const token = (await call('user/login', login)) as string;
  return { id, token, scope: { kind: 'customersOf', distributorId: id } as const };
}

interface Caller {
  readonly label: string;
  readonly token: string;
  readonly scope: Scope;
}

/** Measures the slowest text in the database and the slowest over HTTP. */
async function measure(
  { pool, db }: Database,
  call: Call,
  { label, token, scope }: Caller,
  model: SearchModel,
): Promise<Figure[]> {
  const slowestInDatabase = await findSlowest((text) =>
    measureDatabaseTime(pool, buildMatchQuery(scope, model, text).compile(db)),
  );
  const slowestOverHttp = await findSlowest((text) =>
    measureTime(() => call('user/search', { model, text }, token)),
  );
  const name = `search for ${model} among ${formatAmount(BINS)} bins, ${label}, the slowest text`;
  const formatSlowest = ({ text, ms }: Slowest) =>
    `${JSON.stringify(text)}: median ${ms.toFixed(1)} ms`;
  return [
    {
      name: `${name}, in the database`,
      value: formatSlowest(slowestInDatabase),
      budget: `${BUDGET_MS} ms or less`,
      pass: slowestInDatabase.ms <= BUDGET_MS,
    },
    { name: `${name}, over HTTP`, value: formatSlowest(slowestOverHttp), budget: '', pass: null },
  ];
}

interface Slowest {
  readonly text: string;
  readonly ms: number;
}

async function findSlowest(measureText: (text: string) => Promise<number>): Promise<Slowest> {
  let slowest: Slowest = { text: '', ms: 0 };
  for (const text of TEXTS) {
    const times: number[] = [];
    for (let run = -2; run < RUNS; run++) {
      const ms = await measureText(text);
      if (run >= 0) times.push(ms);
    }
    if (median(times) > slowest.ms) slowest = { text, ms: median(times) };
  }
  return slowest;
}

type Statement = ReturnType<ReturnType<typeof buildMatchQuery>['compile']>;

/** Measures the planning and execution time of a statement in the database, ms. */
async function measureDatabaseTime(pool: Pool, { sql, parameters }: Statement): Promise<number> {
  const { rows } = await pool.query<{ 'QUERY PLAN': readonly PlanTimes[] }>(
    `explain (analyze, timing off, format json) ${sql}`,
    [...parameters],
  );
  const times = rows[0]?.['QUERY PLAN'][0];
  if (times === undefined) throw new Error('PostgreSQL returned no plan');
  return times['Planning Time'] + times['Execution Time'];
}

interface PlanTimes {
  readonly 'Planning Time': number;
  readonly 'Execution Time': number;
}

async function measureTime(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

type Call = ReturnType<typeof createCall>;

/** Creates a function that posts a JSON body and returns `RESP_MSG`. */
function createCall(url: string) {
  return async (path: string, body: object, token?: string): Promise<unknown> => {
    const response = await fetch(`${url}/api/${path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(token ? { authorization: `Bearer ${token}` } : {}),
      },
      body: JSON.stringify(body),
    });
    const { RESP_MSG } = (await response.json()) as { RESP_MSG: unknown };
    if (!response.ok)
      throw new Error(`${path} responded with ${response.status}: ${String(RESP_MSG)}`);
    return RESP_MSG;
  };
}

/**
 * Distributes the bins among many customers. Every twentieth customer belongs to one distributor, and a
 * single customer belongs to another.
 */
async function distributeBins(
  pool: Pool,
  largeDistributorId: number,
  smallDistributorId: number,
): Promise<void> {
  await pool.query(
    `insert into users (email, password_hash, role, distributor_id, first_name, last_name)
     select 'customer' || n || '@bench.example', '-', 'user', 
       case when n % 20 = 0 then $1::int when n = 7 then $3::int end,
       'First' || n, 'Last' || n from generate_series(1, $2::int) n`,
    [largeDistributorId, CUSTOMERS, smallDistributorId],
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
