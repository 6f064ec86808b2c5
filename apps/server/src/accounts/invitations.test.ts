import { DAY } from '@granary/domain/units';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addUser } from '../../test/support/fixtures.ts';
import { startSmtpServer } from '../../test/support/smtp-server.ts';
import { createTestApp, type TestApp } from '../../test/support/test-app.ts';

const PASSWORD = 'seven geese on ice';

let granary: TestApp;
let admin: string;

beforeAll(async () => {
  granary = await createTestApp();
  admin = await granary.createToken(await addUser(granary.db, 'admin'));
});

afterAll(() => granary.dispose());

const post = (path: string, body: object, token: string | null = null) =>
  granary.call({ method: 'POST', url: `/api/user/${path}`, token, body });

let lastNumber = 0;

/** Adds an account without a password; returns its ID, email address and invitation token. */
async function invite() {
  const email = `invited-${++lastNumber}@users.example`;
  const body = { email, first_name: 'Ola', last_name: 'Nordmann' };
  const addResponse = await post('addUser', body, admin);
  const { id, invitation } = addResponse.body.RESP_MSG as {
    id: string;
    invitation: { invitation_token: string; expires_at: string };
  };
  return { id, email, token: invitation.invitation_token, expiresAt: invitation.expires_at };
}

const accept = (invitation_token: string, password = PASSWORD) =>
  post('acceptInvitation', { invitation_token, password });
const signIn = async (email: string, password: string) =>
  (await post('login', { email, password })).status;

describe('an invitation', () => {
  it('sets the first password once, and signs the user in', async () => {
    const { email, token, expiresAt } = await invite();
    expect(Date.parse(expiresAt)).toBe(granary.now() + 7 * DAY);
    for (const guess of ['', ' ', PASSWORD]) expect(await signIn(email, guess)).not.toBe(200);
    const readResponse = await post('readInvitation', { invitation_token: token });
    expect(readResponse.body.RESP_MSG).toEqual({ email, first_name: 'Ola', last_name: 'Nordmann' });
    expect((await accept(token, 'password2026')).status).toBe(422);
    const responses = await Promise.all([accept(token), accept(token)]);
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 403]);
    const session = String(responses.find(({ status }) => status === 200)?.body.RESP_MSG);
    const me = await granary.call({ url: '/api/user/getMyInfo', token: session });
    expect(me.body.RESP_MSG).toMatchObject({ email });
    expect(await signIn(email, PASSWORD)).toBe(200);
    expect(granary.logLines.join('')).not.toContain(token);
  });

  it('is invalid after seven days or once the account is deleted', async () => {
    const expired = await invite();
    granary.advance(7 * DAY);
    expect((await accept(expired.token)).status).toBe(403);
    admin = await granary.createToken(await addUser(granary.db, 'admin'));
    const second = await post('invite', { user_id: expired.id }, admin);
    const { invitation_token } = second.body.RESP_MSG as { invitation_token: string };
    expect((await accept(expired.token)).status).toBe(403);
    const { db } = granary;
    const deletedAt = new Date(granary.now());
    await db.updateTable('users').set({ deletedAt }).where('id', '=', Number(expired.id)).execute();
    expect((await accept(invitation_token)).status).toBe(403);
    expect((await post('readInvitation', { invitation_token })).status).toBe(403);
  });

  it('is invalid once a new one is sent', async () => {
    const { id, token } = await invite();
    const newInvitation = await post('invite', { user_id: id }, admin);
    const { invitation_token } = newInvitation.body.RESP_MSG as { invitation_token: string };
    expect((await accept(token)).status).toBe(403);
    expect((await accept(invitation_token)).status).toBe(200);
  });

  it('is refused for accounts with a password', async () => {
    const { id, token } = await invite();
    await accept(token);
    expect(await post('invite', { user_id: id }, admin)).toMatchObject({
      status: 409,
      body: { RESP_MSG: 'This account already has a password. The user can reset it.' },
    });
  });

  it('is emailed, and its link is not returned to the admin', async () => {
    const smtp = await startSmtpServer();
    const env = {
      SMTP_URL: smtp.url,
      MAIL_FROM: 'g@granary.example',
      PUBLIC_URL: 'https://granary.example',
    };
    const mailApp = await createTestApp({ env });
    await mailApp.start();
    const adminToken = await mailApp.createToken(await addUser(mailApp.db, 'admin'));
    const addResponse = await mailApp.call({
      method: 'POST',
      url: '/api/user/addUser',
      token: adminToken,
      headers: { 'accept-language': 'de' },
      body: { email: 'ola@users.example', password: '', first_name: 'Ola', last_name: 'N' },
    });
    expect(addResponse.body.RESP_MSG).toMatchObject({ invitation: { invitation_token: null } });
    const { data } = await smtp.waitForMail('ola@users.example');
    expect(data.replaceAll('=\r\n', '')).toMatch(/https:\/\/granary\.example\/invitation#token=/);
    await mailApp.dispose();
    await smtp.close();
  });
});
