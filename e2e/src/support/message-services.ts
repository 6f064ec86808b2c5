import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { BoardConnection } from './publish-frames.ts';

const PROGRAM = fileURLToPath(
  new URL('../../../apps/server/test/support/message-services.ts', import.meta.url),
);

/** The messages that reached the push service, the mail server and the SMS gateway. */
export interface ReceivedMessages {
  /** Decrypted the way a browser would. */
  readonly pushes: readonly unknown[];
  readonly mails: readonly { readonly to: string; readonly data: string }[];
  readonly texts: readonly { readonly to: string; readonly text: string }[];
}

/**
 * A server that sends to a push service, a mail server and an SMS gateway on this machine, with a board whose
 * alerts are sent in each user's language.
 */
export interface MessageServices {
  readonly url: string;
  readonly board: BoardConnection;
  readonly binId: number;
  readonly owner: { readonly email: string; readonly password: string };
  /** The subscription that the push service gives a browser. */
  readonly subscription: {
    readonly endpoint: string;
    readonly keys: { readonly p256dh: string; readonly auth: string };
  };
  getReceivedMessages(): Promise<ReceivedMessages>;
  stop(): Promise<void>;
}

export async function startMessageServices(): Promise<MessageServices> {
  const child = fork(PROGRAM, {
    execArgv: ['--conditions=granary-source', '--import', 'tsx'],
    env: { PATH: process.env['PATH'], TMPDIR: process.env['TMPDIR'] },
  });
  const exitPromise = once(child, 'exit');
  const failed = exitPromise.then(([code]) => {
    throw new Error(`The message services exited with code ${code}.`);
  });
  failed.catch(() => undefined);
  const nextMessage = async () =>
    (await Promise.race([once(child, 'message'), failed]))[0] as unknown;
  const services = (await nextMessage()) as Omit<MessageServices, 'getReceivedMessages' | 'stop'>;
  return {
    ...services,
    getReceivedMessages: () => {
      const answer = nextMessage();
      child.send('received');
      return answer as Promise<ReceivedMessages>;
    },
    stop: async () => {
      child.disconnect();
      await exitPromise;
    },
  };
}
