import { createPublishTemplate } from '@granary/simulator/load/packets';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { addBin, addFarm, addUser, TEST_BOARD_KEY } from '../../test/support/fixtures.ts';
import { RawMqttClient } from '../../test/support/mqtt-gateway.ts';
import { createTestApp } from '../../test/support/test-app.ts';

/** The size of the connection pool for API calls, unless `openDatabase` is given a different size. */
const CALL_POOL_SIZE = 10;

it('acknowledges a frame while API calls hold every connection in their pool', async () => {
  const granary = await createTestApp();
  const { mqttPort } = await granary.start();
  const owner = await addUser(granary.db, 'user');
  const { mainBoardId } = await addBin(granary.db, (await addFarm(granary.db, owner.id)).id);
  const transactions = await Promise.all(
    Array.from({ length: CALL_POOL_SIZE }, () => granary.db.startTransaction().execute()),
  );
  for (const transaction of transactions) await sql`select 1`.execute(transaction);

  const board = await RawMqttClient.connect(mqttPort, mainBoardId, TEST_BOARD_KEY, 60);
  const date_time = new Date(granary.now()).toISOString();
  const frame = { v: 1, bin_number: 1, date_time, temp_reading: [[12]] };
  const { bytes, packetIdOffset } = createPublishTemplate(
    `boards/${mainBoardId}/up/temp-data`,
    Buffer.from(JSON.stringify(frame)),
  );
  bytes.writeUInt16BE(1, packetIdOffset);
  board.write(bytes);
  await board.waitForCondition(() => board.acknowledgedIds.length > 0);
  expect(board.acknowledgedIds).toEqual([1]);

  board.close();
  await Promise.all(transactions.map((transaction) => transaction.rollback().execute()));
  await granary.dispose();
});
