import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';

/** The network between a browser and the server, which a test can interrupt. */
export class NetworkConditions {
  private readonly open = new Set<Socket>();
  private readonly server: Server;

  private constructor(
    private readonly targetPort: number,
    private port: number,
  ) {
    this.server = createServer((near) => this.pass(near));
  }

  /** Starts a proxy to the server at this address. */
  static async to(url: string): Promise<NetworkConditions> {
    const line = new NetworkConditions(Number(new URL(url).port), 0);
    await line.mend();
    return line;
  }

  /** The address for the browser. */
  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** Ends all connections and refuses new ones. */
  async cut(): Promise<void> {
    const closed = once(this.server, 'close');
    this.server.close();
    for (const socket of this.open) socket.destroy();
    await closed;
  }

  async mend(): Promise<void> {
    this.server.listen(this.port, '127.0.0.1');
    await once(this.server, 'listening');
    const address = this.server.address();
    if (address !== null && typeof address === 'object') this.port = address.port;
  }

  private pass(near: Socket): void {
    const far = connect(this.targetPort, '127.0.0.1');
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      this.open.add(socket);
      socket.on('error', () => other.destroy());
      socket.on('close', () => {
        this.open.delete(socket);
        other.destroy();
      });
      socket.pipe(other);
    }
  }
}
