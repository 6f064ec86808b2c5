import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';

/** A mail server that counts the mails that it accepts. */
export interface MailSink {
  readonly url: string;
  /** The number of mails by address. */
  readonly counts: ReadonlyMap<string, number>;
  close(): void;
}

/** Starts a local mail server with the part of SMTP (RFC 5321) that a client needs. */
export async function startMailSink(): Promise<MailSink> {
  const counts = new Map<string, number>();
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => sockets.delete(socket));
    acceptMails(socket, (address) => counts.set(address, (counts.get(address) ?? 0) + 1));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // The address of a TCP server is always an `AddressInfo`.
  const { port } = server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    counts,
    close: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

function acceptMails(socket: Socket, onAccepted: (address: string) => void): void {
  let incompleteLine = '';
  let address = '';
  let isInData = false;
  const respond = (line: string): string | null => {
    if (isInData) {
      if (line !== '.') return null;
      isInData = false;
      onAccepted(address);
      return '250 accepted';
    }
    const verb = line.slice(0, 4).toUpperCase();
    if (verb === 'RCPT') address = /<([^>]*)>/.exec(line)?.[1] ?? '';
    if (verb === 'QUIT') return '221 bye';
    isInData = verb === 'DATA';
    return isInData ? '354 end with a dot' : '250 OK';
  };
  socket.on('data', (bytes) => {
    const lines = `${incompleteLine}${bytes.toString()}`.split('\r\n');
    incompleteLine = lines.pop() ?? '';
    for (const line of lines) {
      const answer = respond(line);
      if (answer !== null) socket.write(`${answer}\r\n`);
    }
  });
  socket.write('220 mail.bench\r\n');
}
