import { randomBytes } from 'node:crypto';
import { HOUR, MINUTE, type Millis, millis } from '@granary/domain/units';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addUser } from '../../test/support/fixtures.ts';
import { startSmtpServer, type TestSmtpServer } from '../../test/support/smtp-server.ts';
import { createTestApp, TEST_START, type TestApp } from '../../test/support/test-app.ts';
import { addJob, limitRetryDelays, releaseAbandonedJobs } from '../platform/jobs/job-queue.ts';
import { type Mail, Outbox, type OutboxPorts, type Push, RefusedMessageError } from './outbox.ts';

let granary: TestApp;
let smtp: TestSmtpServer;
let now: Millis;
let sentMails: { readonly id: string; readonly mail: Mail }[];
let countedOutcomes: string[];
/** The mail server's error replies. */
const errorReplies: Record<string, string> = {};

const MAIL = { to: 'anna@outbox.example', subject: 'Grain', text: 'The secret is 4711.' };

beforeAll(async () => {
  smtp = await startSmtpServer(errorReplies);
  granary = await createTestApp({ env: { SMTP_URL: smtp.url, MAIL_FROM: 'g@granary.example' } });
});

afterAll(async () => {
  await granary.dispose();
  await smtp.close();
});

beforeEach(async () => {
  now = TEST_START;
  sentMails = [];
  countedOutcomes = [];
  await granary.db.deleteFrom('outboxMessages').execute();
});

/** Creates an outbox whose messages the tests send themselves. */
function createOutbox(ports: Partial<OutboxPorts> = {}): Outbox {
  return new Outbox({
    db: granary.db,
    key: randomBytes(32),
    now: () => now,
    addJob: async () => {},
    sendMail: async (id, mail) => void sentMails.push({ id, mail }),
    sendPush: async () => {},
    sendSms: async () => {},
    maySee: async () => true,
    updatePush: async (push) => push,
    counted: (channel, outcome) => void countedOutcomes.push(`${channel} ${outcome}`),
    failed: () => {},
    ...ports,
  });
}

/** Adds a mail that expires in an hour, and returns its ID. */
async function add(outbox: Outbox): Promise<string> {
  const details = { userId: null, expiresAt: millis(now + HOUR) };
  await granary.db.transaction().execute((trx) => outbox.addMail(trx, MAIL, details));
  return (await findMessage()).id;
}

const findMessage = () =>
  granary.db.selectFrom('outboxMessages').selectAll().executeTakeFirstOrThrow();

describe('a message', () => {
  it('is stored encrypted until it is sent, and then erased', async () => {
    const outbox = createOutbox();
    const id = await add(outbox);
    expect((await findMessage()).content?.toString('latin1')).not.toContain('4711');
    await outbox.send('mail', id);
    expect(sentMails).toEqual([{ id, mail: MAIL }]);
    expect(await findMessage()).toMatchObject({ outcome: 'sent', content: null, attempts: 1 });
    await outbox.send('mail', id);
    expect(sentMails).toHaveLength(1);
    expect(countedOutcomes).toEqual(['mail sent']);
  });

  it('is sent again after a failure, with the same ID', async () => {
    let isUp = false;
    const outbox = createOutbox({
      sendMail: async (id, mail) => {
        if (!isUp) throw new Error('down');
        sentMails.push({ id, mail });
      },
    });
    const id = await add(outbox);
    await expect(outbox.send('mail', id)).rejects.toThrow('down');
    expect(await findMessage()).toMatchObject({ endedAt: null, attempts: 1, repeats: 0 });
    isUp = true;
    await outbox.send('mail', id);
    expect(sentMails).toEqual([{ id, mail: MAIL }]);
    expect(countedOutcomes).toEqual(['mail failed', 'mail sent']);
  });

  it('counts as a possible repeat if the server was killed while sending it', async () => {
    const outbox = createOutbox();
    const id = await add(outbox);
    const handedOverAt = new Date(now);
    await granary.db.updateTable('outboxMessages').set({ handedOverAt }).execute();
    await outbox.send('mail', id);
    expect(countedOutcomes).toEqual(['mail repeated', 'mail sent']);
    expect((await findMessage()).repeats).toBe(1);
  });

  it('does not count as a repeat if an error occurred before it was sent', async () => {
    let isUp = false;
    const outbox = createOutbox({
      maySee: async () => {
        if (!isUp) throw new Error('no connection');
        return true;
      },
    });
    const details = { userId: null, farmId: 7, expiresAt: millis(now + HOUR) };
    await granary.db.transaction().execute((trx) => outbox.addMail(trx, MAIL, details));
    const { id } = await findMessage();
    await expect(outbox.send('mail', id)).rejects.toThrow('no connection');
    isUp = true;
    await outbox.send('mail', id);
    expect(sentMails).toEqual([{ id, mail: MAIL }]);
    expect(countedOutcomes).toEqual(['mail sent']);
    expect(await findMessage()).toMatchObject({ outcome: 'sent', attempts: 1, repeats: 0 });
  });

  it('is not retried after the mail server refuses it', async () => {
    const outbox = createOutbox({
      sendMail: async () => {
        throw new RefusedMessageError('no such address');
      },
    });
    await outbox.send('mail', await add(outbox));
    expect(await findMessage()).toMatchObject({ outcome: 'refused', content: null });
  });

  it('is withdrawn if its recipient no longer has access to its farm when it is due to be sent', async () => {
    const checks: unknown[] = [];
    const outbox = createOutbox({
      maySee: async (userId, to, farmId) => {
        checks.push({ userId, to, farmId });
        return false;
      },
    });
    const details = { userId: null, farmId: 7, expiresAt: millis(now + HOUR) };
    await granary.db.transaction().execute((trx) => outbox.addMail(trx, MAIL, details));
    await outbox.send('mail', (await findMessage()).id);
    expect(checks).toEqual([{ userId: null, to: MAIL.to, farmId: 7 }]);
    expect(sentMails).toEqual([]);
    expect(await findMessage()).toMatchObject({ outcome: 'withdrawn', content: null });
    expect(countedOutcomes).toEqual(['mail withdrawn']);
  });

  it('omits alerts that ended or were acknowledged, and is withdrawn if none remain', async () => {
    const sentPushes: Push[] = [];
    const outbox = createOutbox({
      updatePush: async (push, id) => (id === 7 ? null : { ...push, title: 'Hot in Home 2' }),
      sendPush: async (_, push) => void sentPushes.push(push),
    });
    const details = { expiresAt: millis(now + HOUR) };
    const { id: userId } = await addUser(granary.db, 'user');
    const push = {
      token: '',
      userId,
      title: 'Hot in Home 1 and 2',
      body: '',
      target: '/',
      at: now,
    };
    for (const notificationId of [7, 8]) {
      await granary.db
        .transaction()
        .execute((trx) => outbox.addPush(trx, push, { ...details, notificationId }));
      await outbox.send('push', (await findMessage()).id);
      const outcome = notificationId === 7 ? 'withdrawn' : 'sent';
      expect(await findMessage()).toMatchObject({ outcome, content: null });
      await granary.db.deleteFrom('outboxMessages').execute();
    }
    expect(sentPushes).toEqual([{ ...push, title: 'Hot in Home 2' }]);
  });

  it.each(['before it is sent', 'while it is being sent'])(
    'is withdrawn and counted if a newer message about its notification replaces it %s',
    async (when) => {
      const withdraw = () =>
        granary.db.transaction().execute((trx) => outbox.withdrawPushes(trx, 7));
      const sentPushes: Push[] = [];
      const outbox = createOutbox({
        sendPush: async (_, push) => void sentPushes.push(push),
        updatePush: async (push) => {
          await withdraw();
          return push;
        },
      });
      const { id: userId } = await addUser(granary.db, 'user');
      const push = { token: '', userId, title: 'Hot', body: '', target: '/', at: now };
      const details = { expiresAt: millis(now + HOUR), notificationId: 7 };
      await granary.db.transaction().execute((trx) => outbox.addPush(trx, push, details));
      if (when === 'before it is sent') await withdraw();
      expect(countedOutcomes).toEqual([]);
      await outbox.send('push', (await findMessage()).id);
      expect(sentPushes).toEqual([]);
      expect(await findMessage()).toMatchObject({ outcome: 'withdrawn', content: null });
      expect(countedOutcomes).toEqual(['push withdrawn']);
    },
  );

  it('is not sent after it expires', async () => {
    const outbox = createOutbox();
    const id = await add(outbox);
    now = millis(now + HOUR);
    await outbox.send('mail', id);
    expect(sentMails).toEqual([]);
    expect(await findMessage()).toMatchObject({ outcome: 'expired', content: null });
  });

  it('is erased and counted once when it expires, even if no attempt is due', async () => {
    const outbox = createOutbox();
    const id = await add(outbox);
    now = millis(now + HOUR - 1);
    await outbox.endExpired();
    expect(await findMessage()).toMatchObject({ outcome: null });
    now = millis(now + 1);
    await outbox.endExpired();
    expect(await findMessage()).toMatchObject({ outcome: 'expired', content: null });
    await outbox.endExpired();
    await outbox.send('mail', id);
    expect(countedOutcomes).toEqual(['mail expired']);
  });
});

describe('the queue', () => {
  /** Adds a mail that the server sends after a transaction commits. */
  async function addToQueue(mail: Mail, beforeCommit: () => void = () => {}): Promise<void> {
    const outbox = createOutbox({ key: granary.secrets.outboxKey, addJob });
    const details = { userId: null, expiresAt: millis(granary.now() + 10 * MINUTE) };
    await granary.db.transaction().execute(async (trx) => {
      await outbox.addMail(trx, mail, details);
      beforeCommit();
    });
  }

  it('sends what was added before the server started, and nothing from a rolled-back transaction', async () => {
    const rollback = addToQueue({ ...MAIL, to: 'nobody@outbox.example' }, () => {
      throw new Error('rollback');
    });
    await expect(rollback).rejects.toThrow('rollback');
    await addToQueue(MAIL);
    await granary.start();
    const { data } = await smtp.waitForMail(MAIL.to);
    const { id } = await findMessage();
    expect(data).toContain(`Message-ID: <${id}@granary.example>`);
    await expect.poll(async () => (await findMessage()).outcome).toBe('sent');
    expect(smtp.countMails('nobody@outbox.example')).toBe(0);
  });

  it('runs the jobs of a killed process again', async () => {
    const to = 'killed@outbox.example';
    await granary.db.transaction().execute(async (trx) => {
      const outbox = createOutbox({ key: granary.secrets.outboxKey, addJob });
      await outbox.addMail(
        trx,
        { ...MAIL, to },
        { userId: null, expiresAt: millis(granary.now() + HOUR) },
      );
      await sql`
        update graphile_worker._private_jobs
        set locked_by = 'killed', locked_at = now() - interval '3 minutes'`.execute(trx);
    });
    await releaseAbandonedJobs(granary.db);
    expect((await smtp.waitForMail(to)).data).toContain('4711');
  });

  it('retries within ten minutes, even after many failures', async () => {
    errorReplies['DATA'] = '451 Try again later';
    try {
      await granary.db.transaction().execute(async (trx) => {
        const outbox = createOutbox({ key: granary.secrets.outboxKey, addJob });
        await outbox.addMail(trx, MAIL, { userId: null, expiresAt: millis(granary.now() + HOUR) });
        await sql`update graphile_worker._private_jobs set attempts = 20`.execute(trx);
        await limitRetryDelays(trx);
      });
      const { id } = await findMessage();
      await expect
        .poll(async () => {
          const { rows } = await sql<{ delay: number }>`
            select extract(epoch from run_at - now())::int as delay
            from graphile_worker._private_jobs
            where key = ${id} and last_error is not null and locked_at is null`.execute(granary.db);
          return rows[0]?.delay;
        })
        .toBeLessThan(600);
    } finally {
      delete errorReplies['DATA'];
    }
  });
});
