import { randomBytes } from 'node:crypto';
import { existsSync, realpathSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inspect, parseArgs } from 'node:util';
import { THIS_MACHINE } from '@granary/contract/audit/http';
import { MAIN_BOARD_ID_PATTERN } from '@granary/contract/boards/topics';
import { fullName } from '@granary/domain/accounts/full-name';
import { HOUR, millis } from '@granary/domain/units';
import * as z from 'zod';
import { resetPassword } from './accounts/admin-store.ts';
import { findDeletedUsers, restoreUser } from './accounts/restore.ts';
import { type AccountProblem, createAdmin } from './accounts/setup.ts';
import { AdminError, askPassphrase, askSecret } from './admin-input.ts';
import { backUp } from './backup/back-up.ts';
import { BackupError } from './backup/backup-file.ts';
import { restoreBackup } from './backup/restore-backup.ts';
import { addBins } from './bins/add-bins.ts';
import { RESTORE_PERIOD } from './bins/deletion/delete-bins.ts';
import { restoreBin, restoreBinsOfFarm } from './bins/deletion/restore-bins.ts';
import {
  formatDeletedList,
  formatRestoreDeadline,
  formatRestoreReport,
} from './bins/deletion/restore-report.ts';
import { findDeletedBins } from './bins/deletion/store.ts';
import { allowImport, createBoardKey } from './boards/board-store.ts';
import { ConfigError, type Env, readEnv } from './config/env.ts';
import { exportSecrets, importSecrets, readSecrets } from './config/secrets.ts';
import { restoreCrop } from './crops/change-crops.ts';
import { findDeletedCrops } from './crops/store.ts';
import { restoreFarm } from './farms/restore-farm.ts';
import { findDeletedFarms } from './farms/store.ts';
import { restoreFirmware } from './firmware/change-firmware.ts';
import { findDeletedFirmwareFiles } from './firmware/store.ts';
import { forgetDevicesOfUser } from './notifications/store.ts';
import { type Database, type DatabaseSource, openDatabase } from './platform/postgres/database.ts';
import { startEmbeddedPostgres } from './platform/postgres/embedded.ts';
import { PostgresError } from './platform/postgres/errors.ts';
import { findRunningServer } from './platform/postgres/running-server.ts';

const USAGE = `Usage: npm run admin -- COMMAND
  create-admin EMAIL [--ask]        create an admin
  reset-password EMAIL [--ask]      set a new password and end the account's sessions
  board-key BOARD [--rotate]        create a board's key, shown once; --rotate replaces an existing one
  allow-import BOARD HOURS          let a board send old readings for HOURS; 0 ends it
  add-bins --farm ID --board ID --count N [--cables N]
                                    create bins using a board's free bin numbers
  deleted                           list what can be restored: accounts, farms, bins, crops, firmware
  restore-user ID                   restore an account with its password
  restore-farm ID, restore-bin ID   restore a farm or bin with all its data
  restore-crop ID                   restore a crop with its chart data
  restore-firmware ID               restore a firmware file
  backup FILE                       write the whole installation to a file, encrypted with a passphrase
                                    of 12 characters or more
  restore FILE                      load a backup into an empty data folder or database; stop Granary first
A password is generated and printed; with --ask it is read from the terminal or standard input. A
passphrase is always read from there. Set DATA_DIR or DATABASE_URL to the server's value. With DATA_DIR,
Granary must be running, except for restore.`;

const SILENT_LOG = { info() {}, warn() {}, error() {} };

interface Context {
  readonly env: Env;
  readonly dataDir: string;
  readonly source: DatabaseSource;
  readonly db: Database['db'];
  /** Where `--ask` reads the password from. */
  readonly input: NodeJS.ReadableStream;
}

/** A command; it returns what to print. */
type Command = (context: Context, args: readonly string[]) => Promise<string>;

const commands: Readonly<Record<string, Command>> = {
  'create-admin': async ({ db, input }, args) => {
    const { email, password, isGenerated } = await readEmailAndPassword(args, input);
    const admin = { email, password, firstName: 'Admin', lastName: '' };
    const result = await db
      .transaction()
      .execute((trx) => createAdmin(trx, admin, millis(Date.now()), THIS_MACHINE));
    if ('problem' in result) throw new AdminError(formatAccountProblem(result.problem, email));
    return `${email} is now an admin.${isGenerated ? ` Password: ${password}` : ''}`;
  },
  'reset-password': async ({ db, input }, args) => {
    const { email, password, isGenerated } = await readEmailAndPassword(args, input);
    const problem = await resetPassword(db, email, password, forgetDevicesOfUser);
    if (problem) throw new AdminError(formatAccountProblem(problem, email));
    const message = `The password for ${email} has been changed, and all its sessions have ended.`;
    return isGenerated ? `${message} New password: ${password}` : message;
  },
  'board-key': async ({ db, env, dataDir }, args) => {
    const { values, positionals } = parseArguments(args, { rotate: { type: 'boolean' } });
    const board = parseBoardId(requireArguments(positionals, 1)[0]);
    const pepper = readBoardKeyPepper(env, dataDir);
    const mayReplace = values.rotate === true;
    const result = await createBoardKey(
      db,
      pepper,
      { id: board, mayReplace },
      createCommandLineCaller(),
    );
    if ('key' in result) return `The key for ${board}, shown only once: ${result.key}`;
    throw new AdminError(
      result.problem === 'no-board'
        ? `There is no board ${board}.`
        : `Board ${board} already has a key. --rotate replaces it and ends its sessions.`,
    );
  },
  'allow-import': async ({ db }, args) => {
    const [boardId, hours] = requireArguments(parseArguments(args, {}).positionals, 2);
    const board = parseBoardId(boardId);
    const hourCount = parseWholeNumber('HOURS', hours, 0, 8760);
    const importUntil = hourCount === 0 ? null : new Date(Date.now() + hourCount * HOUR);
    if (!(await allowImport(db, board, importUntil, createCommandLineCaller()))) {
      throw new AdminError(`There is no board ${board}.`);
    }
    return importUntil
      ? `Board ${board} may send old readings until ${importUntil.toISOString()}.`
      : `Board ${board} may no longer send old readings.`;
  },
  'add-bins': async ({ db }, args) => {
    const stringOption = { type: 'string' } as const;
    const { values, positionals } = parseArguments(args, {
      farm: stringOption,
      board: stringOption,
      count: stringOption,
      cables: stringOption,
    });
    requireArguments(positionals, 0);
    const board = parseBoardId(values.board);
    const farmId = parseWholeNumber('--farm', values.farm, 1, 2_147_483_647);
    const bins = {
      farmId,
      mainBoardId: board,
      count: parseWholeNumber('--count', values.count, 1, 32),
      cablesPerBin: parseWholeNumber('--cables', values.cables ?? '0', 0, 8),
    };
    const result = await addBins(db, bins, createCommandLineCaller());
    if ('problem' in result) {
      throw new AdminError(
        {
          'no-farm': `There is no farm ${farmId}.`,
          'board-on-another-farm': `Board ${board} belongs to another farm.`,
          'not-enough-numbers': `Board ${board} does not have enough free numbers: a board has at most 32 bins.`,
        }[result.problem],
      );
    }
    const hint = result.hasKey
      ? ''
      : ` The board has no key yet: create one with board-key ${board}.`;
    const noun = result.binNumbers.length === 1 ? 'bin' : 'bins';
    return `Added to board ${board}: ${noun} ${result.binNumbers.join(', ')}.${hint}`;
  },
  deleted: async ({ db }, args) => {
    requireArguments(parseArguments(args, {}).positionals, 0);
    const [farms, bins] = [await findDeletedFarms(db, 'all'), await findDeletedBins(db, 'all')];
    const users = (await findDeletedUsers(db)).map(
      ({ deletedAt, ...person }) =>
        `user ${person.id}: ${fullName(person)}, ${person.email}, ${formatRestoreDeadline(deletedAt, RESTORE_PERIOD)}`,
    );
    const formatDeadline = (deletedAt: Date) => formatRestoreDeadline(deletedAt, RESTORE_PERIOD);
    const crops = (await findDeletedCrops(db, calculateRestoreCutoff())).map(
      ({ id, name, deletedAt }) => `crop ${id}: ${name}, ${formatDeadline(deletedAt)}`,
    );
    const firmware = (await findDeletedFirmwareFiles(db)).map(
      ({ id, name, version, deletedAt }) =>
        `firmware ${id}: ${name} ${version}, ${formatDeadline(deletedAt)}`,
    );
    const lines = [
      ...users,
      ...formatDeletedList(farms, bins, RESTORE_PERIOD),
      ...crops,
      ...firmware,
    ];
    return lines.length === 0 ? 'There is nothing to restore.' : lines.join('\n');
  },
  'restore-user': async ({ db }, args) => {
    const id = parseId(args);
    const outcome = await restoreUser(db, id, createCommandLineCaller());
    if (outcome.kind === 'not-deleted') throw new AdminError(`There is no deleted user ${id}.`);
    if (outcome.kind === 'email-taken') {
      throw new AdminError(`Another account now has the address ${outcome.email}.`);
    }
    const message = `Restored: user ${id}: ${fullName(outcome.restoredUser)}, ${outcome.restoredUser.email}`;
    return outcome.isDistributorDeleted
      ? `${message}\nThe user's distributor has been deleted, so the user has none now.`
      : message;
  },
  'restore-farm': async ({ db }, args) => {
    const id = parseId(args);
    const outcome = await restoreFarm({ db, restoreBinsOfFarm }, id, createCommandLineCaller());
    return formatRestoreMessage(formatRestoreReport('farm', id, outcome));
  },
  'restore-bin': async ({ db }, args) => {
    const id = parseId(args);
    const outcome = await restoreBin(db, id, createCommandLineCaller());
    return formatRestoreMessage(formatRestoreReport('bin', id, outcome));
  },
  'restore-crop': async ({ db }, args) => {
    const id = parseId(args);
    const outcome = await restoreCrop(db, id, calculateRestoreCutoff(), createCommandLineCaller());
    if (outcome.kind === 'not-deleted') throw new AdminError(`There is no deleted crop ${id}.`);
    if (outcome.kind === 'name-taken') {
      throw new AdminError(`Another crop is now named ${outcome.crop}.`);
    }
    return `Restored: crop ${id}: ${outcome.crop}`;
  },
  'restore-firmware': async ({ db }, args) => {
    const id = parseId(args);
    const outcome = await restoreFirmware(db, id, createCommandLineCaller());
    if (outcome.kind === 'not-deleted')
      throw new AdminError(`There is no deleted firmware file ${id}.`);
    if (outcome.kind === 'name-taken') {
      throw new AdminError(`Another firmware file is now named ${outcome.firmware}.`);
    }
    return `Restored: firmware ${id}: ${outcome.firmware}`;
  },
  backup: async ({ source, env, dataDir, input }, args) => {
    const [file = ''] = requireArguments(parseArguments(args, {}).positionals, 1);
    const secrets = exportSecrets(env, dataDir);
    const passphrase = await askPassphrase(input);
    const rowCount = await backUp({ source, secrets, file: resolve(file), passphrase });
    return `Backed up ${rowCount} rows and the secrets to ${file}. Keep the passphrase: without it the file cannot be read.`;
  },
};

/**
 * Loads a backup into the database that the environment variables select; starts that database if it is
 * embedded.
 */
async function restore(
  { env, dataDir, input }: Omit<Context, 'db' | 'source'>,
  args: readonly string[],
) {
  const [file = ''] = requireArguments(parseArguments(args, {}).positionals, 1);
  const passphrase = await askSecret(input, 'Passphrase: ');
  const server = env.DATABASE_URL
    ? null
    : await startEmbeddedPostgres({ dataDir, log: SILENT_LOG });
  const target = server?.connectionOptions ?? { url: env.DATABASE_URL ?? '' };
  try {
    const { createdAt, rowCount } = await restoreBackup({
      target,
      log: SILENT_LOG,
      file: resolve(file),
      passphrase,
      storeSecrets: (secrets) => importSecrets(dataDir, secrets),
    });
    return `Restored ${rowCount} rows as of ${createdAt.toISOString()}. Everyone must sign in again.`;
  } finally {
    await server?.dispose();
  }
}

/** Items deleted before this time can no longer be restored. */
const calculateRestoreCutoff = () => new Date(Date.now() - RESTORE_PERIOD);

/** The operator, who runs commands without an account. */
const createCommandLineCaller = () => ({
  actor: null,
  address: THIS_MACHINE,
  at: millis(Date.now()),
});

function parseId(args: readonly string[]): number {
  return parseWholeNumber(
    'ID',
    requireArguments(parseArguments(args, {}).positionals, 1)[0],
    1,
    2_147_483_647,
  );
}

/** Formats the report of a restore; throws if nothing was restored. */
function formatRestoreMessage(lines: readonly string[]): string {
  const text = lines.join('\n');
  if (lines.some((line) => line.startsWith('Restored: '))) return text;
  throw new AdminError(text);
}

/**
 * Runs one command for the server that the environment variables configure; returns what to print.
 *
 * @throws AdminError, ConfigError or PostgresError with a message for the user.
 */
export async function runAdmin(
  [name = '', ...args]: readonly string[],
  environment: Record<string, string | undefined>,
  input: NodeJS.ReadableStream,
): Promise<string> {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command && name !== 'restore') throw new AdminError(USAGE);
  const env = readEnv(environment);
  const isDemo = env.GRANARY_MODE === 'demo';
  const dataDir = resolve(env.DATA_DIR ?? (isDemo ? './data/demo' : './data'));
  if (!command) return restore({ env, dataDir, input }, args);
  const source = env.DATABASE_URL ? { url: env.DATABASE_URL } : await findRunningServer(dataDir);
  const database = openDatabase(source, { log: SILENT_LOG, max: 1 });
  try {
    return await command({ env, dataDir, source, db: database.db, input }, args);
  } finally {
    await database.dispose();
  }
}

type Options = NonNullable<NonNullable<Parameters<typeof parseArgs>[0]>['options']>;

function parseArguments<const GivenOptions extends Options>(
  args: readonly string[],
  options: GivenOptions,
) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (error) {
    throw new AdminError(`${error instanceof Error ? error.message : String(error)}\n${USAGE}`);
  }
}

function requireArguments(positionals: readonly string[], count: number): readonly string[] {
  if (positionals.length !== count) throw new AdminError(USAGE);
  return positionals;
}

function parseBoardId(text: string | undefined): string {
  if (text !== undefined && MAIN_BOARD_ID_PATTERN.test(text)) return text;
  throw new AdminError('A board ID must be 1 to 64 letters, digits, hyphens or underscores.');
}

function parseWholeNumber(
  name: string,
  argument: string | undefined,
  minimum: number,
  maximum: number,
): number {
  const number = /^\d{1,10}$/.test(argument ?? '') ? Number(argument) : Number.NaN;
  if (number >= minimum && number <= maximum) return number;
  throw new AdminError(`${name} must be a whole number from ${minimum} to ${maximum}.`);
}

/** Never creates a pepper: the running server would reject keys made with it. */
function readBoardKeyPepper(env: Env, dataDir: string): Buffer {
  if (!env.BOARD_KEY_PEPPER && !existsSync(join(dataDir, 'secrets', 'board-key-pepper'))) {
    throw new AdminError(
      `${dataDir} does not contain the secret for board keys: set DATA_DIR or BOARD_KEY_PEPPER to the server's value.`,
    );
  }
  return readSecrets(env, dataDir).boardPepper;
}

async function readEmailAndPassword(args: readonly string[], input: NodeJS.ReadableStream) {
  const { values, positionals } = parseArguments(args, { ask: { type: 'boolean' } });
  const email = z.email().safeParse(requireArguments(positionals, 1)[0]);
  if (!email.success) throw new AdminError('EMAIL must be an email address.');
  const isGenerated = values.ask !== true;
  const password = isGenerated
    ? randomBytes(12).toString('base64url')
    : await askSecret(input, 'New password: ');
  return { email: email.data, password, isGenerated };
}

function formatAccountProblem(problem: AccountProblem | 'no-account', email: string): string {
  switch (problem) {
    case 'too-short':
      return 'The password is too short; it must have at least 10 characters.';
    case 'too-long':
      return 'The password is too long; it must have at most 200 characters.';
    case 'common':
      return 'The password is too common.';
    case 'own-address':
      return 'The password is the same as the email address or the part before the @.';
    case 'email-taken':
      return `${email} already has an account; reset-password changes its password.`;
    case 'no-account':
      return `${email} has no account.`;
  }
}

async function main(): Promise<void> {
  try {
    process.stdout.write(`${await runAdmin(process.argv.slice(2), process.env, process.stdin)}\n`);
    process.exit(0);
  } catch (error) {
    const isUserFacing = [AdminError, BackupError, ConfigError, PostgresError].some(
      (errorClass) => error instanceof errorClass,
    );
    process.stderr.write(`${isUserFacing ? (error as Error).message : inspect(error)}\n`);
    process.exit(1);
  }
}

const [, scriptPath] = process.argv;
if (scriptPath && realpathSync(scriptPath) === fileURLToPath(import.meta.url)) await main();
