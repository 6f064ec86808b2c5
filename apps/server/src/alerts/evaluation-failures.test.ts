import { MINUTE } from '@granary/domain/units';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addCustomerFixtures } from '../../test/support/fixtures.ts';
import { createTestApp, type TestApp } from '../../test/support/test-app.ts';

let granary: TestApp;

beforeAll(async () => {
  granary = await createTestApp();
});

afterAll(() => granary.dispose());

it('a bin whose evaluation fails for 15 minutes raises an alert for admins, until it succeeds', async () => {
  const { db } = granary;
  const { admin, farmer } = await addCustomerFixtures(db);
  await sql`
    create function fail() returns trigger language plpgsql as $$
    begin raise exception 'broken'; end $$`.execute(db);
  await sql`
    create trigger fail before update on alert_memories for each row
    when (new.bin_id = ${sql.lit(farmer.bin.id)}) execute function fail()`.execute(db);
  await granary.start();
  const findOpen = async () => {
    granary.advance(MINUTE);
    granary.runRepeatedJobs();
    const rows = db.selectFrom('serverAlerts').select(['rule', 'severity', 'value', 'limitValue']);
    return rows.where('closedAt', 'is', null).execute();
  };
  await expect
    .poll(findOpen)
    .toMatchObject([{ rule: 'evaluation-failing', severity: 'critical', limitValue: 15 }]);
  const notifications = db
    .selectFrom('notifications')
    .select('title')
    .where('userId', '=', admin.id);
  expect(await notifications.execute()).toEqual([
    { title: 'Granary server: Alerts for a bin are not working' },
  ]);
  expect(granary.logLines.join()).toContain(
    `Bin ${farmer.bin.id} could not be evaluated: error: broken`,
  );
  await sql`drop trigger fail on alert_memories`.execute(db);
  await expect.poll(findOpen).toEqual([]);
});
