import { ESCALATION_DELAY } from '@granary/domain/alerts/alert-mail';
import { expect, it, vi } from 'vitest';
import { addBin, addCustomerFixtures } from '../../test/support/fixtures.ts';
import { startSmtpServer } from '../../test/support/smtp-server.ts';
import { createTestApp } from '../../test/support/test-app.ts';

it('waiting mails are not sent to a distributor that the owner left, or to a contact who opted out', async () => {
  const refusals: Record<string, string> = { MAIL: '451 4.3.2 later' };
  const smtp = await startSmtpServer(refusals);
  const env = {
    SMTP_URL: smtp.url,
    MAIL_FROM: 'g@granary.example',
    PUBLIC_URL: 'https://g.example',
  };
  const mailApp = await createTestApp({ env });
  const { db } = mailApp;
  await mailApp.start();
  const { distributor, otherDistributor, farmer } = await addCustomerFixtures(db);
  const bin = await addBin(db, farmer.farm.id, {}, []);
  const at = new Date(mailApp.now());
  await db
    .insertInto('farmContacts')
    .values({
      farmId: farmer.farm.id,
      name: 'Maria',
      channel: 'mail',
      address: 'maria@farm.example',
      minSeverity: 'critical',
      language: 'en',
      confirmedAt: at,
    })
    .execute();
  await db
    .insertInto('alerts')
    .values({
      binId: bin.id,
      rule: 'temperature',
      severity: 'critical',
      since: at,
      raisedAt: at,
      announcedSeverity: 'critical',
      announcedAt: at,
      value: 30,
      limitValue: 25,
      sensors: '[]',
    })
    .execute();
  mailApp.advance(ESCALATION_DELAY);
  mailApp.runRepeatedJobs();
  const findMails = () =>
    db.selectFrom('outboxMessages').select(['userId', 'outcome', 'failedAt']).execute();
  await vi.waitFor(async () => {
    const mails = await findMails();
    expect(mails.map(({ userId }) => userId).sort()).toEqual(
      [farmer.user.id, distributor.id, null].sort(),
    );
    for (const { failedAt } of mails) expect(failedAt).not.toBeNull();
  }, 20_000);
  await db
    .updateTable('users')
    .set({ distributorId: otherDistributor.id })
    .where('id', '=', farmer.user.id)
    .execute();
  await db.updateTable('farmContacts').set({ optedOutAt: at }).execute();
  delete refusals['MAIL'];
  await vi.waitFor(async () => {
    const outcomes = (await findMails()).map(({ userId, outcome }) => [userId, outcome]);
    expect(Object.fromEntries(outcomes)).toEqual({
      [farmer.user.id]: 'sent',
      [distributor.id]: 'withdrawn',
      null: 'withdrawn',
    });
  }, 20_000);
  expect(smtp.mails.map(({ to }) => to)).toEqual([farmer.user.email]);
  await mailApp.dispose();
  await smtp.close();
});
