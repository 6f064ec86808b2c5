import type { LookupAddress } from 'node:dns';
import http from 'node:http';
import https from 'node:https';
import type { LookupFunction } from 'node:net';
import { isInnerAddress, isInnerHost } from './inner-address.ts';

/** Finds the addresses of a host. */
export type Lookup = (hostname: string) => Promise<readonly LookupAddress[]>;

/** Why there is no answer; all but the first and second are the provider's doing. */
export type OutboundProblem =
  | 'inner-address'
  | 'timed-out'
  | 'unreachable'
  | 'redirected'
  | 'encoded'
  | 'too-large';

/** A request that brought nothing that can be used. Its message names no address or key. */
export class OutboundError extends Error {
  override readonly name = 'OutboundError';

  constructor(
    readonly code: OutboundProblem,
    options?: ErrorOptions,
  ) {
    super(`the provider gave no answer: ${code}`, options);
  }
}

export interface OutboundAnswer {
  readonly status: number;
  readonly body: Buffer;
}

export interface OutboundLimits {
  readonly timeoutMs: number;
  readonly maxBytes: number;
}

const CONNECTIONS = 6;
/** An idle connection is kept for the next request so long. */
const IDLE_MS = 10_000;

/**
 * Asks providers that the operator has named. A name that leads to this machine or its neighbours
 * is refused, however it resolves and whenever that changes: the addresses that are checked are
 * those that are connected to. Only where the configured host is itself such an address is it
 * meant. Redirects are never followed.
 */
export class Outbound {
  private readonly agents: readonly [plain: http.Agent, secure: https.Agent];

  constructor(private readonly lookup: Lookup) {
    const options = { keepAlive: true, maxSockets: CONNECTIONS, timeout: IDLE_MS };
    this.agents = [new http.Agent(options), new https.Agent(options)];
  }

  /** Gets what stands at a URL. @throws OutboundError where there is no answer to use. */
  async get(url: URL, limits: OutboundLimits): Promise<OutboundAnswer> {
    const signal = AbortSignal.timeout(limits.timeoutMs);
    try {
      return await this.request(url, limits.maxBytes, signal);
    } catch (error) {
      if (error instanceof OutboundError) throw error;
      throw new OutboundError(signal.aborted ? 'timed-out' : 'unreachable', { cause: error });
    }
  }

  /** Ends the connections that are kept. */
  stop(): void {
    for (const agent of this.agents) agent.destroy();
  }

  private request(url: URL, maxBytes: number, signal: AbortSignal): Promise<OutboundAnswer> {
    const isSecure = url.protocol === 'https:';
    const [plain, secure] = this.agents;
    return new Promise((resolve, reject) => {
      const request = (isSecure ? https : http).get(url, {
        agent: isSecure ? secure : plain,
        lookup: isInnerHost(url.hostname) ? undefined : this.checkedLookup,
        headers: { 'user-agent': 'Granary', 'accept-encoding': 'identity' },
        signal,
      });
      request.on('error', reject);
      request.on('response', (response) => {
        read(response, maxBytes).then(resolve, (error: unknown) => {
          request.destroy();
          reject(error);
        });
      });
    });
  }

  private readonly checkedLookup: LookupFunction = (hostname, options, done) => {
    this.lookup(hostname).then(
      (addresses) => {
        const [first] = addresses;
        if (!first || addresses.some(({ address }) => isInnerAddress(address))) {
          done(new OutboundError(first ? 'inner-address' : 'unreachable'), []);
        } else if (options.all) done(null, [...addresses]);
        else done(null, first.address, first.family);
      },
      (error: NodeJS.ErrnoException) => done(error, []),
    );
  };
}

async function read(response: http.IncomingMessage, maxBytes: number): Promise<OutboundAnswer> {
  const { statusCode: status = 0, headers } = response;
  if (status >= 300 && status < 400) throw new OutboundError('redirected');
  if ((headers['content-encoding'] ?? 'identity') !== 'identity') {
    throw new OutboundError('encoded');
  }
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > maxBytes) throw new OutboundError('too-large');
    chunks.push(chunk);
  }
  return { status, body: Buffer.concat(chunks) };
}
