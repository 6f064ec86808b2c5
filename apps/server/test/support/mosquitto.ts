import { spawn } from 'node:child_process';

/** Runs `mosquitto_pub` or `mosquitto_sub` until it exits. */
export async function runMosquitto(
  program: 'pub' | 'sub',
  args: readonly string[],
): Promise<{ code: number | null; output: string }> {
  const child = spawn(`mosquitto_${program}`, ['-h', '127.0.0.1', ...args]);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  return new Promise((resolve, reject) => {
    child.once('error', () => {
      reject(new Error(`mosquitto_${program} is missing: apt-get install mosquitto-clients`));
    });
    child.once('close', (code) => resolve({ code, output }));
  });
}
