import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { v8Flags } from '../../apps/server/src/config/v8-flags.ts';
import { ROOT } from './server.ts';

/** Starts the bare pipeline in a process of its own. */
export async function startBare(databaseUrl: string): Promise<{ port: number; stop(): void }> {
  const child = spawn(
    process.execPath,
    [...[...v8Flags, '--conditions=granary-source', '--import', 'tsx'], 'bench/src/bare.ts'],
    {
      cwd: ROOT,
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      env: { ...process.env, DATABASE_URL: databaseUrl },
    },
  );
  const [message] = (await once(child, 'message')) as [{ ready: { mqttPort: number } }];
  return { port: message.ready.mqttPort, stop: () => child.kill('SIGTERM') };
}
