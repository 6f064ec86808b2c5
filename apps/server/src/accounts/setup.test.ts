import { HOUR, MINUTE } from '@granary/domain/units';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { addUser } from '../../test/support/fixtures.ts';
import { createTestApp, type TestApp } from '../../test/support/test-app.ts';
import { prepareFirstAdmin } from './setup.ts';

const PASSWORD = 'seventeen geese';

let granary: TestApp;

beforeEach(async () => {
  granary = await createTestApp();
});

afterEach(() => granary.dispose());

async function createSetupToken(): Promise<string> {
  const outcome = await prepareFirstAdmin(granary.db, null, granary.now());
  if (outcome.kind !== 'link') throw new Error(`no link: ${outcome.kind}`);
  return outcome.token;
}

function submitSetupForm(token: string, overrides: Record<string, unknown> = {}, language = 'en') {
  const email = 'first@setup.example';
  const body = { setup_token: token, email, password: PASSWORD, first_name: 'A', last_name: 'B' };
  return granary.call({
    method: 'POST',
    url: '/api/user/setUpAdmin',
    body: { ...body, ...overrides },
    headers: { 'accept-language': language },
  });
}

function loadAdmins() {
  const { db } = granary;
  return db.selectFrom('users').selectAll().where('role', '=', 'admin').execute();
}

describe('the setup link', () => {
  it('creates an admin, signs them in, and works once', async () => {
    const token = await createSetupToken();
    const response = await submitSetupForm(token, {}, 'es-MX');
    expect(response.status).toBe(200);
    const session = String(response.body.RESP_MSG);
    const me = await granary.call({ url: '/api/user/getMyInfo', token: session });
    expect(me.body.RESP_MSG).toMatchObject({ email: 'first@setup.example', role: 'admin' });
    // The language in which the page was opened.
    expect(me.body.RESP_MSG).toMatchObject({ language: 'es' });
    const second = await submitSetupForm(token, { email: 'second@setup.example' });
    expect(second).toMatchObject({ status: 403, body: { RESP_CODE: 'FORBIDDEN' } });
    expect(await loadAdmins()).toHaveLength(1);
  });

  it('is recorded in the audit log', async () => {
    await submitSetupForm(await createSetupToken());
    const entries = await granary.db.selectFrom('auditEntries').selectAll().execute();
    expect(entries).toMatchObject([
      { act: 'added', subject: 'user', subjectName: 'A B', actorId: null, address: '127.0.0.1' },
    ]);
  });

  it('is valid for an hour', async () => {
    const token = await createSetupToken();
    granary.advance(HOUR - MINUTE);
    expect((await submitSetupForm(token, { password: 'short' })).status).toBe(422);
    granary.advance(MINUTE);
    expect((await submitSetupForm(token)).status).toBe(403);
    expect(await loadAdmins()).toHaveLength(0);
  });

  it('creates only one admin when two links are opened at the same time', async () => {
    const [firstToken, secondToken] = [await createSetupToken(), await createSetupToken()];
    const responses = await Promise.all(
      [firstToken, firstToken, secondToken, secondToken].map((token, i) =>
        submitSetupForm(token, { email: `${i}@setup.example` }),
      ),
    );
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 403, 403, 403]);
    expect(await loadAdmins()).toHaveLength(1);
    expect(await granary.db.selectFrom('setupLinks').selectAll().execute()).toEqual([]);
  });

  it('stays valid after an invalid password', async () => {
    const token = await createSetupToken();
    for (const [password, message] of [
      ['short', 'A password needs at least 10 characters.'],
      ['password123', 'This password is too common. Choose another one.'],
      [
        'First@setup.example',
        'The password cannot be your email address or the part before the @.',
      ],
    ]) {
      expect(await submitSetupForm(token, { password })).toMatchObject({
        status: 422,
        body: { RESP_MSG: message, errors: [{ path: 'password', message }] },
      });
    }
    expect((await submitSetupForm(token)).status).toBe(200);
  });

  it('stays valid if the email address is already in use', async () => {
    await addUser(granary.db, 'user', { email: 'taken@setup.example' });
    const token = await createSetupToken();
    expect(await submitSetupForm(token, { email: 'Taken@setup.example' })).toMatchObject({
      status: 409,
      body: { RESP_CODE: 'CONFLICT', errors: [{ path: 'email' }] },
    });
    expect((await submitSetupForm(token)).status).toBe(200);
  });

  it('creates only an admin, and rejects extra fields', async () => {
    const extraFields = {
      role: 'distributor',
      id: '77',
      _id: '77',
      is_demo: true,
      distributor_id: '1',
    };
    const token = await createSetupToken();
    expect((await submitSetupForm(token, extraFields)).status).toBe(422);
    expect(await loadAdmins()).toEqual([]);
    expect((await submitSetupForm(token)).status).toBe(200);
    expect(await loadAdmins()).toMatchObject([
      { id: 1, role: 'admin', isDemo: false, distributorId: null },
    ]);
  });

  it('is stored only as a hash', async () => {
    const token = await createSetupToken();
    const [row] = await granary.db.selectFrom('setupLinks').selectAll().execute();
    expect(row?.tokenHash).toHaveLength(32);
    expect(row?.tokenHash.toString('base64url')).not.toBe(token);
  });

  it('checks the token before the password', async () => {
    await createSetupToken();
    expect((await submitSetupForm('guess', { password: 'short' })).status).toBe(403);
  });
});

describe('the first start', () => {
  it('does not print a link if there is already an admin', async () => {
    await addUser(granary.db, 'admin');
    expect(await prepareFirstAdmin(granary.db, null, granary.now())).toEqual({ kind: 'exists' });
  });

  it('creates the admin from the environment once, even with several processes', async () => {
    const credentials = { email: 'env@setup.example', password: PASSWORD };
    const outcomes = await Promise.all(
      [1, 2, 3].map(() => prepareFirstAdmin(granary.db, credentials, granary.now())),
    );
    expect(outcomes).toEqual([{ kind: 'exists' }, { kind: 'exists' }, { kind: 'exists' }]);
    const body = { email: credentials.email, password: PASSWORD };
    const signInResponse = await granary.call({ method: 'POST', url: '/api/user/login', body });
    expect(signInResponse.status).toBe(200);
    expect(await loadAdmins()).toHaveLength(1);
  });

  it('refuses an admin from the environment whose password is too common or whose email address is in use', async () => {
    await addUser(granary.db, 'user', { email: 'taken@setup.example' });
    for (const [email, password, problem] of [
      ['new@setup.example', 'password123', 'common'],
      ['taken@setup.example', PASSWORD, 'email-taken'],
    ] as const) {
      const outcome = await prepareFirstAdmin(granary.db, { email, password }, granary.now());
      expect(outcome).toEqual({ kind: 'refused', problem });
    }
    expect(await loadAdmins()).toHaveLength(0);
  });
});
