import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { BoardConnection } from './publish-frames.ts';

const PROGRAM = fileURLToPath(
  new URL('../../../apps/server/test/support/message-services.ts', import.meta.url),
);

/** What reached the push service, the mail server and the SMS gateway. */
export interface ReceivedMessages {
  /** Decrypted as the browser does. */
  readonly pushes: readonly unknown[];
  readonly mails: readonly { readonly to: string; readonly data: string }[];
  readonly texts: readonly { readonly to: string; readonly text: string }[];
}

/**
 * A server that sends to a push service, a mail server and an SMS gateway on this machine, with a board whose
 * alerts users get in their languages.
 */
export interface MessageServices {
  readonly url: string;
  readonly board: BoardConnection;
  readonly binId: number;
  readonly owner: { readonly email: string; readonly password: string };
  /** What the push service gives a browser that subscribes. */
  readonly subscription: {
    readonly endpoint: string;
    readonly keys: { readonly p256dh: string; readonly auth: string };
  };
  received(): Promise<ReceivedMessages>;
  stop(): Promise<void>;
}

export async function startMessageServices(): Promise<MessageServices> {
  const child = fork(PROGRAM, {
    execArgv: ['--conditions=granary-source', '--import', 'tsx'],
    env: { PATH: process.env['PATH'], TMPDIR: process.env['TMPDIR'] },
  });
  const ended = once(child, 'exit');
  const failed = ended.then(([code]) => {
    throw new Error(`The message services exited with code ${code}.`);
  });
  failed.catch(() => undefined);
  const nextMessage = async () =>
    (await Promise.race([once(child, 'message'), failed]))[0] as unknown;
  const services = (await nextMessage()) as Omit<MessageServices, 'received' | 'stop'>;
  return {
    ...services,
    received: () => {
      const answer = nextMessage();
      child.send('received');
      return answer as Promise<ReceivedMessages>;
    },
    stop: async () => {
      child.disconnect();
      await ended;
    },
  };
}
