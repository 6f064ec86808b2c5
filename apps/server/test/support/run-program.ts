import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { ConnectionOptions } from '../../src/platform/postgres/connection.ts';

/** The source of a program of the server. */
export type ProgramFile = 'main.ts' | 'admin.ts';

/** One of the server's programs as a process of its own. */
export interface Program {
  readonly child: ChildProcess;
  readonly said: { out: string; err: string };
  readonly ended: Promise<number | null>;
}

/** Runs a program from its source with this environment and no other but the path. */
export function runProgram(
  file: ProgramFile,
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
): Program {
  const path = fileURLToPath(new URL(`../../src/${file}`, import.meta.url));
  const child = spawn(
    process.execPath,
    ['--conditions=granary-source', '--import', 'tsx', path, ...args],
    { env: { PATH: process.env['PATH'] ?? '', ...environment }, stdio: 'pipe' },
  );
  const said = { out: '', err: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    said.out += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said.err += text;
  });
  return { child, said, ended: once(child, 'close').then(([code]) => code as number | null) };
}

/** The address of a database for `DATABASE_URL`. */
export function databaseUrl({ host, port, user, password, database }: ConnectionOptions): string {
  const secret = encodeURIComponent(password);
  return `postgresql://${user}:${secret}@/${database}?host=${encodeURIComponent(host)}&port=${port}`;
}
