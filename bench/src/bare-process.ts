import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { v8Flags } from '../../apps/server/src/config/v8-flags.ts';
import { ROOT } from './server.ts';

/** Starts one of the bare programs beside this one in a process of its own. */
export async function startBare(
  program: 'bare.ts' | 'bare-chart.ts',
  databaseUrl: string,
): Promise<{ port: number; stop(): void }> {
  const child = spawn(
    process.execPath,
    [...[...v8Flags, '--conditions=granary-source', '--import', 'tsx'], `bench/src/${program}`],
    {
      cwd: ROOT,
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      env: { ...process.env, DATABASE_URL: databaseUrl },
    },
  );
  const [message] = (await once(child, 'message')) as [{ port: number }];
  return { port: message.port, stop: () => child.kill('SIGTERM') };
}
