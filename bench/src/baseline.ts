import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { v8Flags } from '../../apps/server/src/config/v8-flags.ts';
import { ROOT } from './server.ts';

/** Starts a baseline server, which does only the bare minimum of Granary's work, in a separate process. */
export async function startBaseline(
  program: 'baseline-ingest.ts' | 'baseline-chart.ts',
  databaseUrl: string,
): Promise<{ port: number; stop(): void }> {
  const child = spawn(
    process.execPath,
    [...v8Flags, '--conditions=granary-source', '--import', 'tsx', `bench/src/${program}`],
    {
      cwd: ROOT,
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      env: { ...process.env, DATABASE_URL: databaseUrl },
    },
  );
  const [message] = (await once(child, 'message')) as [{ port: number }];
  return { port: message.port, stop: () => child.kill('SIGTERM') };
}
