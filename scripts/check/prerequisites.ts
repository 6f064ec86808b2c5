import { access, constants, readFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { run } from './tool.ts';

/** A program that npm does not install. */
export interface Program {
  /** Its commands, the preferred one first. */
  readonly commands: readonly [string, ...string[]];
  /** The Debian package that contains the preferred command. */
  readonly debianPackage: string;
  /** The environment variable that can specify its path. */
  readonly variable: string;
}

/**
 * The headless shell is preferred: without the parts that only a visible window needs, it takes half the CPU
 * time.
 */
export const CHROMIUM: Program = {
  commands: ['chromium-headless-shell', 'chromium'],
  debianPackage: 'chromium-headless-shell',
  variable: 'CHROMIUM',
};
export const MOSQUITTO_PUB: Program = {
  commands: ['mosquitto_pub'],
  debianPackage: 'mosquitto-clients',
  variable: 'MOSQUITTO_PUB',
};

/** Installs missing programs if root on Debian; returns a message that lists those still missing, or null. */
export async function installMissing(wanted: readonly Program[]): Promise<string | null> {
  if ((await findMissing(wanted, keepPreferredCommand)).length > 0 && (await canInstall())) {
    const packages = wanted.map(({ debianPackage }) => debianPackage);
    const env = { DEBIAN_FRONTEND: 'noninteractive' };
    await run('apt-get', ['update', '-qq'], env);
    // Without a font, the browser shows boxes instead of text.
    const fonts = wanted.includes(CHROMIUM) ? ['fonts-liberation'] : [];
    const install = ['install', '-y', '-qq', '--no-install-recommends', ...packages, ...fonts];
    await run('apt-get', install, env);
  }
  const missing = await findMissing(wanted);
  if (missing.length === 0) return null;
  const commands = missing.map((program) => program.commands[0]).join(' and ');
  const packages = missing.map(({ debianPackage }) => debianPackage).join(' ');
  const browserHint = missing.includes(CHROMIUM)
    ? ' (set CHROMIUM to the path of another Chromium; --without-browser skips the browser tests)'
    : '';
  return `The tests need ${commands}. On Debian, run apt-get install ${packages}${browserHint}.`;
}

const keepPreferredCommand = (program: Program): Program => ({
  ...program,
  commands: [program.commands[0]],
});

/** The path in the program's variable, otherwise the first of its commands that is found on the PATH. */
export async function findProgram({
  commands,
  variable,
}: Pick<Program, 'commands' | 'variable'>): Promise<string | null> {
  const configuredPath = process.env[variable];
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  const paths = commands.flatMap((command) => folders.map((folder) => join(folder, command)));
  for (const path of configuredPath ? [configuredPath] : paths) {
    if (await canAccess(path, constants.X_OK)) return path;
  }
  return null;
}

async function findMissing(
  wanted: readonly Program[],
  choose: (program: Program) => Program = (program) => program,
): Promise<Program[]> {
  const paths = await Promise.all(wanted.map((program) => findProgram(choose(program))));
  return wanted.filter((_, index) => paths[index] === null);
}

async function canInstall(): Promise<boolean> {
  if (process.getuid?.() !== 0) return false;
  return readFile('/etc/debian_version').then(
    () => true,
    () => false,
  );
}

function canAccess(path: string, mode: number): Promise<boolean> {
  return access(path, mode).then(
    () => true,
    () => false,
  );
}
