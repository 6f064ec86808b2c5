import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';

/** A mail as a mail server took it. */
export interface ReceivedMail {
  readonly from: string;
  readonly to: string;
  /** The whole message, header and body, lines ended by CR LF. */
  readonly data: string;
}

/** A mail server on this machine that talks as much SMTP (RFC 5321) as a client needs. */
export interface TestSmtp {
  readonly url: string;
  readonly mails: ReceivedMail[];
  /** Every command that was sent. */
  readonly commands: string[];
  close(): Promise<void>;
}

/** What the server answers, by the verb of the command, instead of taking it. */
export type Refusals = Readonly<Record<string, string>>;

export async function startSmtp(refusals: Refusals = {}): Promise<TestSmtp> {
  const mails: ReceivedMail[] = [];
  const commands: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => {});
    converse(socket, refusals, mails, commands);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    ...{ url: `smtp://127.0.0.1:${port}`, mails, commands },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

/** One session: command by command, and a message up to the lone dot. */
function converse(
  socket: Socket,
  refusals: Refusals,
  mails: ReceivedMail[],
  commands: string[],
): void {
  const say = (line: string) => socket.write(`${line}\r\n`);
  let unread = '';
  let mail: { from: string; to: string; data: string } | null = null;
  const answer = (line: string) => {
    commands.push(line);
    const verb = line.split(/[ :]/)[0]?.toUpperCase() ?? '';
    const refusal = refusals[verb];
    if (refusal) return say(refusal);
    if (verb === 'EHLO') return say('250-mail.test\r\n250-AUTH PLAIN\r\n250 8BITMIME');
    if (verb === 'AUTH') return say('235 welcome');
    if (verb === 'MAIL') return say('250 go on');
    if (verb === 'RCPT') return say('250 go on');
    if (verb === 'DATA') {
      const [to = '', from = ''] = [...commands].reverse().filter((one) => one.includes('<'));
      mail = { from: addressIn(from), to: addressIn(to), data: '' };
      return say('354 end with a dot');
    }
    if (verb === 'QUIT') return socket.end('221 bye\r\n');
    return say('250 fine');
  };
  socket.on('data', (chunk) => {
    unread += chunk.toString();
    for (let end = unread.indexOf('\r\n'); end >= 0; end = unread.indexOf('\r\n')) {
      const line = unread.slice(0, end);
      unread = unread.slice(end + 2);
      if (!mail) {
        answer(line);
      } else if (line === '.') {
        mails.push(mail);
        mail = null;
        say('250 taken');
      } else {
        mail.data += `${line.replace(/^\./, '')}\r\n`;
      }
    }
  });
  say(refusals['CONNECT'] ?? '220 mail.test');
}

const addressIn = (command: string) => /<([^>]*)>/.exec(command)?.[1] ?? '';
