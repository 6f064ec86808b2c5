import { randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import type { ApiClient } from './api.ts';
import { DEMO_PASSWORD } from './demo-users.ts';
import { apiFor, test as base } from './test.ts';
import { getWorkerDemo } from './worker-demo.ts';

/** An account for one test; all accounts start with the same password. */
export interface TestUser {
  readonly id: string;
  readonly email: string;
  readonly name: string;
}

export const TEST_PASSWORD = 'forty bushels a minute';

interface NewUser {
  readonly role?: 'user' | 'distributor';
  readonly distributor_id?: string | null;
}

interface Fixtures {
  /** Creates an account, which is deleted when the test ends. */
  readonly createUser: (overrides?: NewUser) => Promise<TestUser>;
  /**
   * The email address of an account that the test creates on the page; the account is deleted when the test
   * ends.
   */
  readonly newEmail: string;
}

export const test = base.extend<Fixtures>({
  createUser: async ({ baseURL: _ }, use) => {
    const createdUsers: TestUser[] = [];
    await use(async (parts = {}) => {
      const user = await addUser(await apiFor('admin'), parts);
      createdUsers.push(user);
      return user;
    });
    // Deletes the newest first, because a distributor's customers must be deleted before the distributor.
    for (const { email } of createdUsers.reverse()) await deleteUser(email);
  },
  newEmail: async ({ baseURL: _ }, use) => {
    const email = createEmailAddress();
    await use(email);
    await deleteUser(email);
  },
});

function createEmailAddress(): string {
  return `test-${randomBytes(4).toString('hex')}@granary.example`;
}

async function addUser(admin: ApiClient, parts: NewUser): Promise<TestUser> {
  const email = createEmailAddress();
  const last_name = email.slice(5, 13);
  const names = { first_name: 'Test', last_name, city: 'Altona', state: 'MB', country: 'Canada' };
  const body = { email, password: TEST_PASSWORD, ...names, phone: '204 555 0100', ...parts };
  const { id } = (await admin.send('POST', 'user/addUser', body)) as { id: string };
  return { id, email, name: `Test ${last_name}` };
}

/** Deletes an account with its farms, if it still exists. */
async function deleteUser(email: string): Promise<void> {
  const admin = await apiFor('admin');
  const id = await findUserId(email);
  if (id === undefined) return;
  const farms = (await admin.get(`farm/getAllFarms?user_id=${id}`)) as { farm_id: string }[];
  for (const { farm_id } of farms) await admin.send('DELETE', 'farm/deleteFarm', { id: farm_id });
  await admin.send('POST', 'user/verifyPassword', { password: DEMO_PASSWORD });
  await admin.send('DELETE', 'user/deleteUser', { user_id: id });
}

/** The ID of the customer or distributor with this email address; undefined if there is none. */
export async function findUserId(email: string): Promise<string | undefined> {
  const admin = await apiFor('admin');
  for (const list of ['user/getUsersList', 'user/getDistributorList']) {
    const accounts = (await admin.get(list)) as { id: string; email: string }[];
    const foundUser = accounts.find((account) => account.email === email);
    if (foundUser !== undefined) return foundUser.id;
  }
  return undefined;
}

/** Signs in on the page. */
export async function signIn(page: Page, email: string, password: string): Promise<void> {
  await page.goto('/login');
  // A new sign-in would end the current session, which other tests use.
  if (await page.evaluate(() => localStorage.getItem('token') !== null)) {
    await page.evaluate(() => localStorage.clear());
    await page.goto('/login');
  }
  await page.getByRole('textbox', { name: 'Email' }).fill(email);
  await page.getByRole('textbox', { name: 'Password' }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page).not.toHaveURL(/\/login/);
}

/**
 * Waits for a code that is mailed to an address, and returns the newest code. The demo stores mails as files.
 */
export async function readMailedCode(email: string): Promise<string> {
  let code = '';
  await expect(async () => {
    code = await findMailedCode(email);
  }).toPass();
  return code;
}

async function findMailedCode(email: string): Promise<string> {
  const folder = join(getWorkerDemo().dataDir, 'mail');
  const names = (await readdir(folder)).sort().reverse();
  for (const name of names) {
    const mail = await readFile(join(folder, name), 'utf8');
    if (!mail.includes(`To: ${email}`)) continue;
    const code = /^ {4}([A-Z2-9]{6})\r?$/m.exec(mail)?.[1];
    if (code !== undefined) return code;
  }
  throw new Error(`No code was sent to ${email}.`);
}
