import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { waitForBlockedQuery } from '../../test/support/api-calls.ts';
import { addUser } from '../../test/support/fixtures.ts';
import { createTestApp, type TestApp } from '../../test/support/test-app.ts';
import type { UserRow } from '../platform/postgres/tables.ts';

let granary: TestApp;
let user: UserRow;
let token: string;

const FORM = {
  first_name: 'Anneke',
  last_name: 'Dueck',
  phone: '+1 204 555-0100',
  city: 'Elm Creek',
  state: 'Manitoba',
  country: 'Canada',
};

beforeAll(async () => {
  granary = await createTestApp();
});

afterAll(() => granary.dispose());

beforeEach(async () => {
  user = await addUser(granary.db, 'user');
  token = await granary.createToken(user);
});

const save = (overrides: Record<string, unknown> = {}, bearer = token) =>
  granary.call({
    method: 'POST',
    url: '/api/user/updateUser',
    token: bearer,
    body: { ...FORM, ...overrides },
  });

async function readProfile(bearer = token): Promise<Record<string, unknown>> {
  const response = await granary.call({ url: '/api/user/getMyInfo', token: bearer });
  return response.body.RESP_MSG as Record<string, unknown>;
}

describe("the caller's profile", () => {
  it('contains what was saved, and the next version', async () => {
    const noPreferences = { preferred_temp_unit: null, preferred_crop_unit: null };
    expect(await readProfile()).toMatchObject({
      version: 1,
      enable_notifications: true,
      ...noPreferences,
    });
    const fullProfile = {
      ...FORM,
      timezone: 'America/Winnipeg',
      language: 'de',
      enable_notifications: false,
      enable_push_notifications: false,
      enable_sms_notifications: true,
      enable_email_notifications: false,
      enable_weekly_email: false,
      preferred_temp_unit: 'f',
      preferred_crop_unit: 'tonnes',
      quiet_from: '21:30',
      quiet_until: '06:00',
    };
    const saved = await save({ ...fullProfile, version: 1 });
    expect(saved.status).toBe(200);
    const identity = { id: String(user.id), email: user.email, role: 'user' };
    const office = { office_address: '', working_hours: '', enable_escalation: true };
    expect(saved.body.RESP_MSG).toEqual({ ...identity, ...fullProfile, ...office, version: 2 });
    expect(await readProfile()).toEqual(saved.body.RESP_MSG);
  });

  it('has both the start and the end of quiet hours, or neither', async () => {
    expect(await save({ quiet_from: '22:00' })).toMatchObject({
      status: 422,
      body: { errors: [{ path: 'quiet_until' }] },
    });
    expect((await save({ quiet_from: '24:00', quiet_until: '06:00' })).status).toBe(422);
  });

  it('accepts a single field', async () => {
    await save();
    const url = '/api/user/updateUser';
    const response = await granary.call({ method: 'POST', url, token, body: { language: 'ru' } });
    expect(response).toMatchObject({
      status: 200,
      body: { RESP_MSG: { ...FORM, language: 'ru' } },
    });
  });

  it('keeps fields that were not sent', async () => {
    await save({ timezone: 'Europe/Berlin', language: 'it', enable_sms_notifications: true });
    const saved = await save({ city: 'Roland' });
    expect(saved.body.RESP_MSG).toMatchObject({
      city: 'Roland',
      timezone: 'Europe/Berlin',
      language: 'it',
      enable_sms_notifications: true,
      version: 3,
    });
  });

  it('keeps its version if nothing changes', async () => {
    await save();
    expect((await save()).body.RESP_MSG).toMatchObject({ version: 2 });
    const entries = granary.db.selectFrom('auditEntries').selectAll();
    expect(await entries.where('ownerId', '=', user.id).execute()).toHaveLength(1);
  });

  it('refuses an outdated version and names the changed fields', async () => {
    await save({ version: 1 });
    await save({ city: 'Roland', version: 2 });
    await save({ city: 'Roland', phone: '1', version: 3 });
    const stale = await save({ first_name: 'Anna', version: 2 });
    expect(stale).toMatchObject({
      status: 409,
      body: {
        RESP_CODE: 'CONFLICT',
        errors: [
          { path: 'city', message: 'Someone else changed this while you were editing.' },
          { path: 'phone', message: 'Someone else changed this while you were editing.' },
        ],
      },
    });
    expect(await readProfile()).toMatchObject({ first_name: 'Anneke', version: 4 });
    expect((await save({ version: 99 })).status).toBe(409);
    expect((await save({ first_name: 'Anna' })).status).toBe(200);
  });

  it('is not saved after waiting for a concurrent write that changed it', async () => {
    const otherTransaction = await granary.db.startTransaction().execute();
    await otherTransaction
      .updateTable('users')
      .set({ city: 'Theirs', version: 2 })
      .where('id', '=', user.id)
      .execute();
    const pendingSave = save({ city: 'Mine', version: 1 });
    await Promise.race([pendingSave, waitForBlockedQuery(granary.db)]);
    await otherTransaction.commit().execute();
    expect((await pendingSave).status).toBe(409);
    expect(await readProfile()).toMatchObject({ city: 'Theirs' });
  });

  it('has a known time zone or none', async () => {
    for (const timezone of ['', 'UTC', 'America/Winnipeg', 'US/Central']) {
      expect((await save({ timezone })).status, timezone).toBe(200);
    }
    for (const timezone of ['Mars/Olympus', '+05:00', 'CDT/x', '-5', ' ', '../etc/passwd']) {
      expect(await save({ timezone }), timezone).toMatchObject({
        status: 422,
        body: {
          errors: [
            { path: 'timezone', message: 'This time zone is unknown. Choose one from the list.' },
          ],
        },
      });
    }
    expect(await readProfile()).toMatchObject({ timezone: 'US/Central' });
  });

  it('must have a supported language, a phone number and every required field', async () => {
    for (const field of ['first_name', 'last_name', 'phone', 'city', 'state', 'country']) {
      for (const value of ['', '   ', null, 'x'.repeat(101), 7]) {
        const response = await save({ [field]: value });
        expect(response.status, `${field} ${value}`).toBe(422);
      }
    }
    for (const overrides of [
      { language: 'tlh' },
      { phone: 'not a phone number' },
      { version: 'new' },
    ]) {
      expect((await save(overrides)).status).toBe(422);
    }
  });

  it('has notification settings, which distributors cannot change', async () => {
    const distributor = await addUser(granary.db, 'distributor');
    const bearer = await granary.createToken(distributor);
    expect(await save({ enable_notifications: false, city: 'Winkler' }, bearer)).toMatchObject({
      status: 422,
      body: { errors: [{ path: 'enable_notifications' }] },
    });
    const saved = await save({ enable_notifications: true, city: 'Winkler' }, bearer);
    expect(saved.body.RESP_MSG).toMatchObject({ enable_notifications: true, city: 'Winkler' });
  });

  it('has an office address and working hours only for distributors', async () => {
    const office = { office_address: '12 Main Street', working_hours: '7am to 6pm' };
    expect(await save(office)).toMatchObject({
      status: 422,
      body: { errors: [{ path: 'office_address' }, { path: 'working_hours' }] },
    });
    expect((await save({ office_address: '', working_hours: '' })).status).toBe(200);
  });

  it('has an email address, a role and a distributor that cannot be changed here', async () => {
    const other = await addUser(granary.db, 'user');
    const distributor = await addUser(granary.db, 'distributor');
    const readProtectedFields = () =>
      granary.db
        .selectFrom('users')
        .select(['id', 'email', 'role', 'distributorId', 'passwordHash', 'isDemo', 'deletedAt'])
        .select(['adminNotes', 'version', 'firstName', 'lastName', 'phone'])
        .select(['city', 'state', 'country'])
        .where('id', 'in', [user.id, other.id])
        .orderBy('id')
        .execute();
    const before = await readProtectedFields();
    const protectedFields = {
      email: 'boss@profile.example',
      role: 'admin',
      id: String(other.id),
      _id: '1',
      user_id: String(other.id),
      distributor_id: String(distributor.id),
      distributorId: distributor.id,
      admin_notes: 'mine',
      adminNotes: 'mine',
      password: 'a new password',
      passwordHash: 'x',
      is_demo: true,
      deletedAt: '2026-01-01',
    };
    const saveResponse = await save(protectedFields);
    expect(saveResponse).toMatchObject({ status: 422, body: { RESP_CODE: 'INVALID_INPUT' } });
    expect(saveResponse.body.errors).toEqual(
      Object.keys(protectedFields).map((path) => ({
        path,
        message: 'This field cannot be set here.',
      })),
    );
    for (const [field, value] of Object.entries(protectedFields)) {
      expect((await save({ [field]: value })).status, field).toBe(422);
    }
    expect(await readProtectedFields()).toEqual(before);
  });

  it('has its changes recorded in the audit log with the fields, values, user and address', async () => {
    await save();
    granary.advance(60_000);
    const response = await granary.call({
      method: 'POST',
      url: '/api/user/updateUser',
      token,
      remoteAddress: '203.0.113.5',
      body: { ...FORM, city: 'Roland', enable_notifications: false },
    });
    expect(response.status).toBe(200);
    const entry = await granary.db
      .selectFrom('auditEntries')
      .selectAll()
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    expect(entry).toEqual({
      id: expect.any(Number),
      at: new Date(granary.now()),
      act: 'changed',
      subject: 'user',
      actorId: user.id,
      actorName: 'Anneke Dueck',
      address: '203.0.113.5',
      version: 3,
      subjectId: String(user.id),
      subjectName: 'Anneke Dueck',
      ownerId: user.id,
      distributorId: null,
      changes: [
        { field: 'city', before: 'Elm Creek', after: 'Roland' },
        { field: 'enable_notifications', before: true, after: false },
      ],
    });
  });
});

describe('the contacts', () => {
  const loadContacts = async (viewer: UserRow) => {
    const url = '/api/user/getContacts';
    return (await granary.call({ url, token: await granary.createToken(viewer) })).body.RESP_MSG;
  };

  it("show the user's distributor, with phone, email, office and working hours", async () => {
    const distributor = await addUser(granary.db, 'distributor', { firstName: 'Marcel' });
    const office = { office_address: '12 Main Street', working_hours: '7am to 6pm' };
    const saved = await save(office, await granary.createToken(distributor));
    expect(saved.body.RESP_MSG).toMatchObject(office);
    const customer = await addUser(granary.db, 'user', { distributorId: distributor.id });
    expect(await loadContacts(customer)).toEqual([
      {
        kind: 'distributor',
        name: 'Anneke Dueck',
        email: distributor.email,
        phone: FORM.phone,
        city: FORM.city,
        state: FORM.state,
        country: FORM.country,
        ...office,
      },
    ]);
  });

  it('show the admins to users without a distributor, or with a deleted one', async () => {
    const admin = await addUser(granary.db, 'admin');
    await save({}, await granary.createToken(admin));
    const deletedDistributor = await addUser(granary.db, 'distributor', { isDeleted: true });
    const unassignedCustomer = await addUser(granary.db, 'user', {
      distributorId: deletedDistributor.id,
    });
    const adminContact = { kind: 'admin', name: 'Anneke Dueck', email: admin.email };
    const office = { office_address: '', working_hours: '' };
    const emptyDetails = { phone: '', city: '', state: '', country: '', ...office };
    for (const customer of [user, unassignedCustomer])
      expect(await loadContacts(customer)).toContainEqual({ ...adminContact, ...emptyDetails });
    expect(await loadContacts(admin)).not.toContainEqual({ ...adminContact, ...emptyDetails });
  });
});
