import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';

/** The network between a browser and the server, which a test can interrupt. */
export class NetworkConditions {
  private readonly openSockets = new Set<Socket>();
  private readonly server: Server;

  private constructor(
    private readonly targetPort: number,
    private port: number,
  ) {
    this.server = createServer((browserSocket) => this.forward(browserSocket));
  }

  /** Starts a proxy to the server at this URL. */
  static async startProxy(url: string): Promise<NetworkConditions> {
    const network = new NetworkConditions(Number(new URL(url).port), 0);
    await network.restore();
    return network;
  }

  /** The URL that the browser opens. */
  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** Ends all connections and refuses new ones. */
  async disconnect(): Promise<void> {
    const closed = once(this.server, 'close');
    this.server.close();
    for (const socket of this.openSockets) socket.destroy();
    await closed;
  }

  async restore(): Promise<void> {
    this.server.listen(this.port, '127.0.0.1');
    await once(this.server, 'listening');
    const address = this.server.address();
    if (address !== null && typeof address === 'object') this.port = address.port;
  }

  private forward(browserSocket: Socket): void {
    const serverSocket = connect(this.targetPort, '127.0.0.1');
    for (const [socket, other] of [
      [browserSocket, serverSocket],
      [serverSocket, browserSocket],
    ] as const) {
      this.openSockets.add(socket);
      socket.on('error', () => other.destroy());
      socket.on('close', () => {
        this.openSockets.delete(socket);
        other.destroy();
      });
      socket.pipe(other);
    }
  }
}
