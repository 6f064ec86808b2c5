import { access, constants, readFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { run } from './tool.ts';

/** A program from outside npm, and Debian's package that has it. */
interface Program {
  readonly command: string;
  readonly debian: string;
}

export const CHROMIUM: Program = { command: 'chromium', debian: 'chromium' };
export const MOSQUITTO_PUB: Program = { command: 'mosquitto_pub', debian: 'mosquitto-clients' };

/** Installs what is missing where it may; the line that says what still is, or null. */
export async function installMissing(wanted: readonly Program[]): Promise<string | null> {
  if ((await findMissing(wanted)).length > 0 && (await mayInstall())) {
    const packages = wanted.map(({ debian }) => debian);
    const env = { DEBIAN_FRONTEND: 'noninteractive' };
    await run('apt-get', ['update', '-qq'], env);
    // A browser without any font shows boxes.
    const fonts = wanted.includes(CHROMIUM) ? ['fonts-liberation'] : [];
    const install = ['install', '-y', '-qq', '--no-install-recommends', ...packages, ...fonts];
    await run('apt-get', install, env);
  }
  const missing = await findMissing(wanted);
  if (missing.length === 0) return null;
  const commands = missing.map(({ command }) => command).join(' and ');
  const packages = missing.map(({ debian }) => debian).join(' ');
  const other = missing.includes(CHROMIUM)
    ? ' (CHROMIUM=path names another Chromium; --without-browser leaves its tests out)'
    : '';
  return `The tests need ${commands}: on Debian, apt-get install ${packages}${other}.`;
}

/** Where a program is: as the variable of its name says, else as the search path does. */
export async function findProgram({ command }: Pick<Program, 'command'>): Promise<string | null> {
  const named = process.env[command.toUpperCase()];
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  for (const path of named ? [named] : folders.map((folder) => join(folder, command))) {
    if (await isAllowed(path, constants.X_OK)) return path;
  }
  return null;
}

async function findMissing(wanted: readonly Program[]): Promise<Program[]> {
  const paths = await Promise.all(wanted.map(findProgram));
  return wanted.filter((_, index) => paths[index] === null);
}

async function mayInstall(): Promise<boolean> {
  if (process.getuid?.() !== 0) return false;
  return readFile('/etc/debian_version').then(
    () => true,
    () => false,
  );
}

function isAllowed(path: string, mode: number): Promise<boolean> {
  return access(path, mode).then(
    () => true,
    () => false,
  );
}
