import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { addUser } from './fixtures.ts';
import { callLocally, type LocalRequest, signInLocally } from './local-request.ts';
import { RawMqttClient } from './mqtt-gateway.ts';
import { ServerProcess, type ServerProcessOptions } from './server-process.ts';

export interface SignInLimitFigures {
  /**
   * The time to sign in with the correct password after another browser failed 14 times: in a known browser
   * and in a new one, ms.
   */
  readonly knownBrowserMs: number;
  readonly newBrowserMs: number;
  /** The response status for the correct reset code after 40 wrong guesses from another address. */
  readonly resetStatus: number;
  /** Log lines about failed sign-ins of accounts and boards. */
  readonly failedSignInLines: number;
  readonly refusedBoardLines: number;
}

const EMAIL = 'owner@proof.example';
const PASSWORD = 'eleven calm herons';
const OWN_BROWSER = { 'x-granary-browser': 'a'.repeat(32) };
const OTHER_BROWSER = { 'x-granary-browser': 'b'.repeat(32) };
const OTHER_ADDRESS = '127.0.0.2';
const FAILURES = 14;
const RESET_GUESSES = 40;
const UNKNOWN_ACCOUNTS = 300;
const REFUSED_BOARDS = 311;

/** Guesses passwords, reset codes and board keys while an owner uses the correct ones. */
export async function proveSignInLimits(
  options: ServerProcessOptions,
): Promise<SignInLimitFigures> {
  const lines: string[] = [];
  const server = await ServerProcess.create({
    ...options,
    env: { LOG_LEVEL: 'warn' },
    onLog: (line) => lines.push(line),
  });
  try {
    await server.start();
    const { db, dispose } = await server.openDatabase();
    await addUser(db, 'user', { email: EMAIL, password: PASSWORD });
    await dispose();
    const passwords = await guessPasswords(server);
    const resetStatus = await guessResetCode(server);
    await guessAccountsAndBoards(server);
    const count = (kind: string) =>
      lines.filter((line) => line.includes(`"kind":"${kind}"`)).length;
    return {
      ...passwords,
      resetStatus,
      failedSignInLines: count('sign-in-failed'),
      refusedBoardLines: count('board-refused'),
    };
  } finally {
    await server.dispose();
  }
}

/** Guesses passwords from the same IP address as the owner, as when both use the same mobile carrier. */
async function guessPasswords({ url }: ServerProcess) {
  const signIn = async (password: string, headers: LocalRequest['headers']): Promise<number> => {
    const startedAt = performance.now();
    const body = JSON.stringify({ email: EMAIL, password });
    const { status } = await callLocally(`${url}/api/user/login`, { body, headers });
    const expected = password === PASSWORD ? 200 : 401;
    if (status !== expected) throw new Error(`a sign-in returned ${status}`);
    return performance.now() - startedAt;
  };
  await signIn(PASSWORD, OWN_BROWSER);
  for (let failure = 0; failure < FAILURES; failure++) await signIn('not this one', OTHER_BROWSER);
  const knownBrowserMs = await signIn(PASSWORD, OWN_BROWSER);
  return { knownBrowserMs, newBrowserMs: await signIn(PASSWORD, undefined) };
}

async function guessResetCode({ url, dataDir }: ServerProcess): Promise<number> {
  const post = (path: string, body: object, options: LocalRequest) =>
    callLocally(`${url}/api/user/${path}`, {
      ...options,
      body: JSON.stringify({ email: EMAIL, ...body }),
    });
  const redeem = (code: string, options: LocalRequest) =>
    post('resetPassword', { forget_password_code: code, password: 'four wise owls' }, options);
  await post('sendResetCode', {}, { headers: OWN_BROWSER });
  const code = await readMailedCode(dataDir);
  // The server delays some of the guesses, but the owner does not wait for them.
  const guesses = Array.from({ length: RESET_GUESSES }, (_, guess) =>
    redeem(`WRONG${guess % 10}`, { localAddress: OTHER_ADDRESS }),
  );
  const { status } = await redeem(code, { headers: OWN_BROWSER });
  await Promise.all(guesses);
  return status;
}

/**
 * Reads the reset code from the mail; the server writes mail to files because no SMTP server is configured.
 */
async function readMailedCode(dataDir: string): Promise<string> {
  const folder = join(dataDir, 'mail');
  for (;;) {
    const files = await readdir(folder).catch(() => []);
    const texts = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')));
    const code = texts.flatMap((text) => /^ +([A-Z0-9]{6})\r?$/m.exec(text)?.[1] ?? [])[0];
    if (code !== undefined) return code;
    await pause(50);
  }
}

async function guessAccountsAndBoards({ url, mqttPort }: ServerProcess): Promise<void> {
  const attempts = Array.from({ length: UNKNOWN_ACCOUNTS }, (_, account) => {
    const credentials = { email: `nobody-${account}@proof.example`, password: 'not this one' };
    return signInLocally(url, credentials, { localAddress: OTHER_ADDRESS }).catch(() => null);
  });
  for (let board = 0; board < REFUSED_BOARDS; board++) {
    const client = await RawMqttClient.connect(mqttPort, `stranger-${board}`, 'no key');
    client.close();
  }
  await Promise.all(attempts);
}
