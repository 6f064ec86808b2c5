import net from 'node:net';
import { Aedes } from 'aedes';
import pg from 'pg';

// The ingest baseline: a broker that sends the PUBACK after one `unnest … ON CONFLICT DO NOTHING` insert. It
// stores the same arrays in a single table, without the key check, raw frames, rollups or latest readings.

interface PendingFrame {
  readonly payload: Buffer;
  readonly acknowledge: () => void;
}

const client = new pg.Client({ connectionString: process.env['DATABASE_URL'] });
await client.connect();
await client.query(
  `create table if not exists bare (
     board text not null, bin smallint not null, at timestamptz not null,
     temperatures smallint[] not null, humidities smallint[] not null, battery smallint,
     level_mm integer, co2 integer, wind_speed real, wind_pressure real, wind_temperature real,
     primary key (board, bin, at))`,
);

const pending: PendingFrame[] = [];
let isRunning = false;

async function drain(): Promise<void> {
  if (isRunning) return;
  isRunning = true;
  while (pending.length > 0) {
    const batch = pending.splice(0, 1_000);
    await store(batch);
    for (const { acknowledge } of batch) acknowledge();
  }
  isRunning = false;
}

const toHundredths = (cables: number[][]) =>
  `{${cables
    .flat()
    .map((value) => Math.round(value * 100))
    .join(',')}}`;

async function store(batch: readonly PendingFrame[]): Promise<void> {
  const frames = batch.map(({ payload }) => JSON.parse(payload.toString()));
  const pickColumn = (key: string) => frames.map((frame) => frame[key]);
  await client.query({
    name: 'bare',
    text: `insert into bare
      select board, bin, at, t::smallint[], h::smallint[], battery, level_mm, co2, speed, pressure, wt
      from unnest($1::text[], $2::smallint[], $3::timestamptz[], $4::text[], $5::text[],
        $6::smallint[], $7::int[], $8::int[], $9::real[], $10::real[], $11::real[])
      as f (board, bin, at, t, h, battery, level_mm, co2, speed, pressure, wt)
      on conflict do nothing`,
    values: [
      frames.map((frame) => `${frame.board}`),
      pickColumn('bin_number'),
      pickColumn('date_time'),
      frames.map((frame) => toHundredths(frame.temp_reading)),
      frames.map((frame) => toHundredths(frame.humidity_readings)),
      ...['battery', 'level_sensor', 'co2', 'wind_speed', 'wind_pressure', 'wind_temperature'].map(
        pickColumn,
      ),
    ],
  });
}

const broker = await Aedes.createBroker({
  authorizePublish: (sender, packet, done) => {
    const board = sender?.id.split('/')[0] ?? '';
    const payload = Buffer.from(packet.payload as Buffer);
    pending.push({
      payload: Buffer.from(`{"board":"${board}",${payload.toString().slice(1)}`),
      acknowledge: () => done(null),
    });
    void drain();
  },
});
const server = net.createServer((socket) => {
  socket.setNoDelay(true);
  broker.handle(socket);
});
server.listen(0, '127.0.0.1', () => {
  process.send?.({ port: (server.address() as net.AddressInfo).port });
});
process.on('disconnect', () => process.exit(0));
process.on('SIGTERM', () => process.exit(0));
