import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { vi } from 'vitest';

/** An email that the server accepted. */
export interface ReceivedMail {
  readonly from: string;
  readonly to: string;
  /** The whole message, header and body; lines end with CR LF. */
  readonly data: string;
}

/** A local mail server with the subset of SMTP (RFC 5321) that a client needs. */
export interface TestSmtpServer {
  readonly url: string;
  readonly mails: ReceivedMail[];
  /** Every command that the server received. */
  readonly commands: string[];
  /**
   * Waits for the next mail to an address; `earlierCount` is the number of mails that were sent to it
   * earlier.
   */
  waitForMail(to: string, earlierCount?: number): Promise<ReceivedMail>;
  /** The number of mails to an address. */
  countMails(to: string): number;
  close(): Promise<void>;
}

/** The server's error replies, keyed by the command's verb. */
export type ErrorReplies = Readonly<Record<string, string>>;

export async function startSmtpServer(errorReplies: ErrorReplies = {}): Promise<TestSmtpServer> {
  const mails: ReceivedMail[] = [];
  const commands: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => {});
    serveSession(socket, errorReplies, mails, commands);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const listMailsTo = (to: string) => mails.filter((mail) => mail.to === to);
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    commands,
    waitForMail: (to, earlierCount = 0) =>
      vi.waitFor(
        () => {
          const mail = listMailsTo(to)[earlierCount];
          if (mail === undefined) throw new Error(`no mail to ${to}`);
          return mail;
        },
        { timeout: 20_000, interval: 10 },
      ),
    countMails: (to) => listMailsTo(to).length,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Serves one session: each command, and each message up to the line that contains only a dot. */
function serveSession(
  socket: Socket,
  errorReplies: ErrorReplies,
  mails: ReceivedMail[],
  commands: string[],
): void {
  const send = (line: string) => socket.write(`${line}\r\n`);
  const envelope: string[] = [];
  let buffer = '';
  let mail: { from: string; to: string; data: string } | null = null;
  const respond = (line: string) => {
    commands.push(line);
    if (line.includes('<')) envelope.push(line);
    const verb = line.split(/[ :]/)[0]?.toUpperCase() ?? '';
    const errorReply = errorReplies[verb];
    if (errorReply) return send(errorReply);
    if (verb === 'EHLO') return send('250-mail.test\r\n250-AUTH PLAIN\r\n250 8BITMIME');
    if (verb === 'AUTH') return send('235 welcome');
    if (verb === 'MAIL') return send('250 OK');
    if (verb === 'RCPT') return send('250 OK');
    if (verb === 'DATA') {
      const [to = '', from = ''] = envelope.toReversed();
      mail = { from: parseAddress(from), to: parseAddress(to), data: '' };
      return send('354 end with a dot');
    }
    if (verb === 'QUIT') return socket.end('221 bye\r\n');
    return send('250 OK');
  };
  socket.on('data', (chunk) => {
    buffer += chunk.toString();
    for (let end = buffer.indexOf('\r\n'); end >= 0; end = buffer.indexOf('\r\n')) {
      const line = buffer.slice(0, end);
      buffer = buffer.slice(end + 2);
      if (!mail) {
        respond(line);
      } else if (line === '.') {
        mails.push(mail);
        mail = null;
        send('250 accepted');
      } else {
        mail.data += `${line.replace(/^\./, '')}\r\n`;
      }
    }
  });
  send(errorReplies['CONNECT'] ?? '220 mail.test');
}

const parseAddress = (command: string) => /<([^>]*)>/.exec(command)?.[1] ?? '';
