import { millis } from '@granary/domain/units';
import { publishLoad } from '@granary/simulator/load';
import { ADMIN, type Granary, makeBoards, type Postgres } from './server.ts';

/** The signed-in owner of a farm whose bins have readings. */
export interface Owner {
  readonly token: string;
  readonly binIds: readonly number[];
  readonly boards: Awaited<ReturnType<typeof makeBoards>>['boards'];
}

/** Creates a farm whose boards have four bins each, sends readings from each bin, and signs its owner in. */
export async function makeOwner(
  { pool }: Postgres,
  granary: Granary,
  boardCount: number,
): Promise<Owner> {
  const fleet = await makeBoards(pool, granary.dataDir, boardCount, 4);
  const owner = await pool.query<{ email: string }>(
    `update users set password_hash = (select password_hash from users where email = $2)
     where id = $1 returning email`,
    [fleet.ownerId, ADMIN.email],
  );
  await publishLoad({
    port: granary.mqttPort,
    boards: fleet.boards,
    frames: fleet.binIds.length * 2,
    start: millis(Date.now() - 60_000),
  });
  const response = await fetch(`${granary.url}/api/user/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: owner.rows[0]?.email, password: ADMIN.password }),
  });
  const { RESP_MSG } = (await response.json()) as { RESP_MSG: string };
  return { token: RESP_MSG, binIds: fleet.binIds, boards: fleet.boards };
}
