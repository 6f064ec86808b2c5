import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { LANGUAGES } from '@granary/contract/accounts/http';
import { channelNames } from '@granary/domain/notifications/channel';
import { serverRules } from '@granary/domain/server-health/check-server';
import { DAY, HOUR, MINUTE, SECOND } from '@granary/domain/units';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { addBin, addCustomerFixtures, addUser } from '../../test/support/fixtures.ts';
import { startSmsGateway, type TestSmsGateway } from '../../test/support/sms-gateway.ts';
import { startSmtpServer, type TestSmtpServer } from '../../test/support/smtp-server.ts';
import { createTestApp, type TestApp } from '../../test/support/test-app.ts';
import { formatMessage } from '../platform/http/error-message.ts';
import type { UserRow } from '../platform/postgres/tables.ts';
import { writeServerNotice } from './server-notice.ts';

const NUMBER = '+12045550100';

let granary: TestApp;
let gateway: TestSmsGateway;
let smtp: TestSmtpServer;
let diskFree = 50;
/** The offset of the monitor's clock from the server's clock, ms. */
let monitorOffset = 0;
let admin: UserRow;

const monitor = createServer((_, response) => {
  response.setHeader('date', new Date(granary.now() + monitorOffset).toUTCString());
  response.end();
});

interface WireHealth {
  readonly alerts: readonly {
    readonly id: number;
    readonly rule: string;
    readonly channel: string | null;
    readonly severity: string;
    readonly closed_at: string | null;
    readonly acknowledged_by: string | null;
  }[];
  readonly measurements: Readonly<Record<string, unknown>>;
}

beforeAll(async () => {
  [gateway, smtp] = await Promise.all([startSmsGateway(), startSmtpServer()]);
  monitor.listen(0, '127.0.0.1');
  await once(monitor, 'listening');
  const { port } = monitor.address() as AddressInfo;
  granary = await createTestApp({
    env: {
      SMTP_URL: smtp.url,
      MAIL_FROM: 'g@granary.example',
      SMS_URL: gateway.url,
      PUBLIC_URL: 'https://granary.example',
      HEARTBEAT_URL: `http://127.0.0.1:${port}/ping`,
    },
    getFreeDiskPercent: async () => diskFree,
  });
  await granary.start();
});

afterAll(async () => {
  await granary.dispose();
  await Promise.all([gateway.close(), smtp.close()]);
  monitor.close();
});

beforeEach(async () => {
  const { db, now } = granary;
  monitorOffset = 0;
  await db.deleteFrom('outboxMessages').execute();
  await closeAlerts();
  await db.deleteFrom('serverAlerts').execute();
  await db.deleteFrom('outboxMessages').execute();
  await db
    .updateTable('users')
    .set({ deletedAt: new Date(now()) })
    .execute();
  admin = await addUser(db, 'admin', { firstName: 'Ada' });
  const preferences = {
    language: 'de',
    notifies: true,
    notifiesByEmail: true,
    notifiesBySms: true,
  };
  await db.updateTable('users').set(preferences).where('id', '=', admin.id).execute();
});

async function loadHealth(): Promise<WireHealth> {
  // Sessions expire as days pass.
  const token = await granary.createToken(admin);
  const { body } = await granary.call({ url: '/api/serverHealth', token });
  return body.RESP_MSG as WireHealth;
}

/** Advances the clock until the server has the expected open alerts, and returns all alerts. */
async function waitForAlerts(...rules: string[]): Promise<WireHealth['alerts']> {
  await expect
    .poll(async () => {
      granary.advance(MINUTE);
      granary.runRepeatedJobs();
      const { alerts } = await loadHealth();
      return alerts.filter(({ closed_at }) => closed_at === null).map(({ rule }) => rule);
    })
    .toEqual(rules);
  return (await loadHealth()).alerts;
}

/** Opens and closes an alert, so that no check from the previous test is still running. */
async function closeAlerts(): Promise<void> {
  for (const [free, openCount] of [
    [2, 1],
    [50, 0],
  ] as const) {
    diskFree = free;
    await vi.waitUntil(
      async () => {
        granary.advance(MINUTE);
        granary.runRepeatedJobs();
        const alerts = granary.db.selectFrom('serverAlerts').select('rule');
        return (await alerts.where('closedAt', 'is', null).execute()).length === openCount;
      },
      { timeout: 20_000 },
    );
  }
}

const findNotifications = (userId: number) =>
  granary.db.selectFrom('notifications').selectAll().where('userId', '=', userId).execute();

async function addConfirmedNumber(): Promise<void> {
  await granary.db
    .insertInto('smsNumbers')
    .values({
      userId: admin.id,
      number: NUMBER,
      confirmedAt: new Date(granary.now()),
      newNumber: null,
      codeHash: null,
      codeExpiresAt: null,
    })
    .execute();
}

describe('a disk that is almost full', () => {
  it('is reported to admins through their channels, every day until one of them acknowledges it', async () => {
    const { farmer, distributor } = await addCustomerFixtures(granary.db);
    diskFree = 9;
    const [alert] = await waitForAlerts('disk-low');
    expect(alert).toMatchObject({ severity: 'warning', acknowledged_by: null });
    const mail = await smtp.waitForMail(admin.email);
    expect(mail.data).toContain('Subject: Granary-Server: Wenig freier Speicherplatz');
    expect(mail.data).toContain('https://granary.example/alerts');
    expect(await findNotifications(admin.id)).toMatchObject([
      { title: 'Granary-Server: Wenig freier Speicherplatz', target: '/alerts' },
    ]);
    for (const other of [farmer.user, distributor])
      expect(await findNotifications(other.id)).toEqual([]);

    granary.advance(DAY);
    await waitForAlerts('disk-low');
    expect((await smtp.waitForMail(admin.email, 1)).data).toContain('Subject: Erinnerung:');

    const url = `/api/serverHealth/${alert?.id}/acknowledge`;
    const token = await granary.createToken(admin);
    const { body } = await granary.call({ method: 'POST', url, token, body: {} });
    expect(body.RESP_MSG).toMatchObject({ alerts: [{ acknowledged_by: 'Ada Last' }] });
    granary.advance(DAY);
    await waitForAlerts('disk-low');
    diskFree = 12;
    await waitForAlerts();
    expect(smtp.countMails(admin.email)).toBe(2);
    expect(await findNotifications(admin.id)).toHaveLength(2);
  });

  it('is reported again, and by text message, each time it becomes critical', async () => {
    await addConfirmedNumber();
    const setFreeDisk = async (free: number, severity: string) => {
      diskFree = free;
      await expect.poll(async () => (await waitForAlerts('disk-low'))[0]?.severity).toBe(severity);
    };
    await setFreeDisk(9, 'warning');
    await setFreeDisk(2, 'critical');
    const { text } = await gateway.waitForSms(NUMBER);
    expect(text.replaceAll('\u00A0', ' ')).toBe(
      'Granary-Server: Wenig freier Speicherplatz\n' +
        'KRITISCH: Wenig freier Speicherplatz: 2 %, Grenzwert 10 %',
    );
    expect(gateway.received).toHaveLength(1);
    await setFreeDisk(6, 'warning');
    await setFreeDisk(2, 'critical');
    await gateway.waitForSms(NUMBER, 1);
  });
});

it('a failing channel is shown, and raises an alert after an hour', async () => {
  await granary.db
    .insertInto('outboxMessages')
    .values({
      id: crypto.randomUUID(),
      channel: 'sms',
      userId: null,
      content: Buffer.of(1),
      createdAt: new Date(granary.now()),
      expiresAt: new Date(granary.now() + 5 * DAY),
      handedOverAt: null,
      failedAt: new Date(granary.now()),
      endedAt: null,
      outcome: null,
    })
    .execute();
  const { measurements, alerts } = await loadHealth();
  expect(measurements['failing_channels']).toMatchObject([{ channel: 'sms' }]);
  expect(alerts).toEqual([]);
  granary.advance(HOUR);
  expect(await waitForAlerts('channel-failing')).toMatchObject([{ channel: 'sms' }]);
  expect((await smtp.waitForMail(admin.email)).data).toContain('SMS werden nicht versendet');
});

it("a server clock that differs from the monitor's by at least 30 s raises an alert", async () => {
  monitorOffset = -40 * SECOND;
  await waitForAlerts('clock-off');
  expect((await loadHealth()).measurements).toMatchObject({ clock_offset_seconds: 39 });
  monitorOffset = 0;
  await waitForAlerts();
});

it('a day without a reading from any board raises an alert if the server was listening all day', async () => {
  const { db, now } = granary;
  const { farmer } = await addCustomerFixtures(db);
  const bin = await addBin(db, farmer.farm.id, {}, []);
  const arrivedAt = new Date(now());
  await db
    .insertInto('alertMemories')
    .values({ binId: bin.id, foldedUntil: null, memory: null, checkpoints: '[]', arrivedAt })
    .execute();
  granary.advance(DAY);
  await waitForAlerts('no-boards');
  await db
    .updateTable('alertMemories')
    .set({ arrivedAt: new Date(now()) })
    .execute();
  await waitForAlerts();
});

it.each(LANGUAGES)('the server notice has no missing text in %s', (language) => {
  const alertValues = { since: new Date(granary.now()), value: 3, limitValue: 10 };
  const alerts = serverRules.flatMap((rule) =>
    (rule === 'channel-failing' ? channelNames : [null]).map((channel) => ({
      ...alertValues,
      rule,
      channel,
      severity: 'critical' as const,
    })),
  );
  const reader = { language, timeZone: 'Europe/Berlin' };
  const { title, body, mail } = writeServerNotice(
    { kind: 'reminder', alerts },
    reader,
    'https://granary.example/',
    formatMessage,
  );
  const allTexts = [title, body, mail.subject, mail.text];
  expect(allTexts.join('\n')).not.toMatch(/\{\{|undefined/);
  // Each rule and channel has its own name.
  expect(new Set(title.replace(/^.*?: /, '').split(', ')).size).toBe(alerts.length);
  expect(mail.text).toContain('https://granary.example/alerts');
});
