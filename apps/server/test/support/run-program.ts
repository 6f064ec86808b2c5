import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { v8Flags } from '../../src/config/v8-flags.ts';
import type { ConnectionOptions } from '../../src/platform/postgres/connection.ts';

/** One of the server's programs. */
export type ProgramName = 'main' | 'admin';

/** Whether a program runs from its TypeScript source or from the built JavaScript. */
export type ProgramForm = 'source' | 'built';

/** The form that tests run: the build under `npm test`, the source when you run a single test file. */
export const testedForm: ProgramForm =
  process.env['GRANARY_TEST_BUILT'] === '1' ? 'built' : 'source';

/** A running program of the server. */
export interface Program {
  readonly child: ChildProcess;
  readonly output: { out: string; err: string };
  readonly exitCode: Promise<number | null>;
}

/** Returns Node's arguments for running a program of the server. */
export function getProgramArguments(name: ProgramName, form: ProgramForm = testedForm): string[] {
  const { options, url } = resolveServerModule(form === 'built' ? `bundle/${name}` : name, form);
  return [...(form === 'built' ? v8Flags : []), ...options, fileURLToPath(url)];
}

/** Returns the URL of a server module, given its path without an extension, and Node's options to load it. */
export function resolveServerModule(
  path: string,
  form: ProgramForm = testedForm,
): { readonly options: readonly string[]; readonly url: string } {
  const file = form === 'built' ? `dist/${path}.js` : `src/${path}.ts`;
  return {
    options: form === 'built' ? [] : ['--conditions=granary-source', '--import', 'tsx'],
    url: new URL(`../../${file}`, import.meta.url).href,
  };
}

/** Runs a program with the given environment; it inherits only PATH. */
export function runProgram(
  name: ProgramName,
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
): Program {
  const child = spawn(process.execPath, [...getProgramArguments(name), ...args], {
    env: { PATH: process.env['PATH'] ?? '', ...environment },
    stdio: 'pipe',
  });
  const output = { out: '', err: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output.out += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    output.err += text;
  });
  return { child, output, exitCode: once(child, 'close').then(([code]) => code as number | null) };
}

/** Returns a connection URL to use as `DATABASE_URL`. */
export function toDatabaseUrl({ host, port, user, password, database }: ConnectionOptions): string {
  const encodedPassword = encodeURIComponent(password);
  return `postgresql://${user}:${encodedPassword}@/${database}?host=${encodeURIComponent(host)}&port=${port}`;
}
