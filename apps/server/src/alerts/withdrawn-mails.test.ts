import { ESCALATION_DELAY } from '@granary/domain/alerts/alert-mail';
import { expect, it, vi } from 'vitest';
import { addBin, addCustomerFixtures } from '../../test/support/fixtures.ts';
import { startSmtpServer } from '../../test/support/smtp-server.ts';
import { storeReports } from '../../test/support/store-reports.ts';
import { createTestApp } from '../../test/support/test-app.ts';

it('queued mails are not sent to a former distributor or to a contact who opted out', async () => {
  const errorReplies: Record<string, string> = { MAIL: '451 4.3.2 later' };
  const smtp = await startSmtpServer(errorReplies);
  const env = {
    SMTP_URL: smtp.url,
    MAIL_FROM: 'g@granary.example',
    PUBLIC_URL: 'https://g.example',
  };
  const mailApp = await createTestApp({ env });
  const { db } = mailApp;
  await mailApp.start();
  const { distributor, otherDistributor, farmer } = await addCustomerFixtures(db);
  const temperature = { temperatureAlertEnabled: true, temperatureAlertC: 25 };
  const bin = await addBin(db, farmer.farm.id, temperature, [{}]);
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
  const hotReport = { date_time: at.toISOString(), temp_reading: [[20, 30]] };
  await storeReports(db, bin, [hotReport], mailApp.now());
  const findMails = () =>
    db
      .selectFrom('outboxMessages')
      .where('farmId', '=', farmer.farm.id)
      .select(['userId', 'outcome', 'failedAt'])
      .execute();
  const runJobsUntilMailsFail = (recipients: readonly (number | null)[]) =>
    vi.waitFor(async () => {
      mailApp.runRepeatedJobs();
      const mails = await findMails();
      expect(mails.map(({ userId }) => userId).sort()).toEqual([...recipients].sort());
      for (const { failedAt } of mails) expect(failedAt).not.toBeNull();
    }, 20_000);
  await runJobsUntilMailsFail([farmer.user.id, null]);
  mailApp.advance(ESCALATION_DELAY);
  await runJobsUntilMailsFail([farmer.user.id, distributor.id, null]);
  await db
    .updateTable('users')
    .set({ distributorId: otherDistributor.id })
    .where('id', '=', farmer.user.id)
    .execute();
  await db.updateTable('farmContacts').set({ optedOutAt: at }).execute();
  delete errorReplies['MAIL'];
  await vi.waitFor(async () => {
    const outcomes = (await findMails()).map(({ userId, outcome }) => [userId, outcome]);
    expect(Object.fromEntries(outcomes)).toEqual({
      [farmer.user.id]: 'sent',
      [distributor.id]: 'withdrawn',
      null: 'withdrawn',
    });
  }, 60_000);
  const recipients = smtp.mails.map(({ to }) => to);
  expect(recipients.filter((to) => to === farmer.user.email)).toHaveLength(1);
  expect(recipients).not.toContain(distributor.email);
  expect(recipients).not.toContain(otherDistributor.email);
  expect(recipients).not.toContain('maria@farm.example');
  await mailApp.dispose();
  await smtp.close();
});
