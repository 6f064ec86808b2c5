import type { LookupAddress } from 'node:dns';
import http from 'node:http';
import https from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import type { ClockReference } from './clock-reference.ts';
import { isPrivateHost } from './private-address.ts';

/** Resolves a host name. */
export type Lookup = (hostname: string) => Promise<readonly LookupAddress[]>;

/** Why a request failed. */
export type OutboundProblem =
  | 'private-address'
  | 'timed-out'
  | 'unreachable'
  | 'redirected'
  | 'encoded'
  | 'too-large';

/** A failed request. Its message does not contain the address or a key. */
export class OutboundError extends Error {
  override readonly name = 'OutboundError';

  constructor(
    readonly code: OutboundProblem,
    options?: ErrorOptions,
  ) {
    super(`the request to the external service failed: ${code}`, options);
  }
}

export interface OutboundResponse {
  readonly status: number;
  readonly body: Buffer;
}

interface DatedResponse extends OutboundResponse {
  /** The `Date` header; null if it is not the time when the response was sent. */
  readonly date: string | null;
}

export interface OutboundLimits {
  readonly timeoutMs: number;
  readonly maxBytes: number;
}

/** The content of a request. */
interface OutboundRequest {
  readonly method: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | null;
}

export interface OutboundOptions {
  /** Refuses a private address even as the host of the URL, for URLs that come from users. */
  readonly isPublicOnly?: boolean;
  readonly userAgent?: string;
}

const USER_AGENT = 'Granary';
const MAX_CONNECTIONS = 6;
/** How long an idle connection stays open. */
const IDLE_MS = 10_000;

/**
 * Sends requests to other servers, such as map providers and push services. A host name that resolves to a
 * private address is rejected; the connection goes to the checked address, so a changed DNS record cannot
 * bypass this. A private address is allowed only as the host of a URL in the server's environment. Redirects
 * are not followed.
 */
export class Outbound {
  private readonly agents: readonly [plain: http.Agent, secure: https.Agent];

  constructor(
    private readonly lookup: Lookup,
    private readonly isPrivateAddress: (address: string) => boolean,
    /** The certificate authorities to trust for HTTPS, as PEM; undefined for Node's own. */
    ca?: string,
    private readonly clock: Pick<ClockReference, 'observe'> | null = null,
  ) {
    const options = { keepAlive: true, maxSockets: MAX_CONNECTIONS, timeout: IDLE_MS };
    this.agents = [new http.Agent(options), new https.Agent({ ...options, ca })];
  }

  /** Requests a URL. @throws OutboundError when the request fails. */
  get(url: URL, limits: OutboundLimits, options: OutboundOptions = {}): Promise<OutboundResponse> {
    return this.send(url, { method: 'GET', headers: {}, body: null }, limits, options);
  }

  /** Posts a body to a URL. @throws OutboundError when the request fails. */
  post(
    url: URL,
    { headers, body }: Pick<OutboundRequest, 'headers'> & { readonly body: Buffer },
    limits: OutboundLimits,
    options: OutboundOptions = {},
  ): Promise<OutboundResponse> {
    return this.send(url, { method: 'POST', headers, body }, limits, options);
  }

  private async send(
    url: URL,
    { method, headers, body }: OutboundRequest,
    limits: OutboundLimits,
    options: OutboundOptions,
  ): Promise<OutboundResponse> {
    if (options.isPublicOnly && isPrivateHost(url.hostname)) {
      throw new OutboundError('private-address');
    }
    const userAgent = options.userAgent ?? USER_AGENT;
    const allHeaders = { ...headers, 'user-agent': userAgent, 'accept-encoding': 'identity' };
    const signal = AbortSignal.timeout(limits.timeoutMs);
    const startedAt = performance.now();
    try {
      const { date, ...response } = await this.request(
        url,
        { method, headers: allHeaders, body },
        limits.maxBytes,
        signal,
      );
      // The clock of a host whose URL came from a user is not trusted, because it might be wrong.
      if (date !== null && !options.isPublicOnly) {
        this.clock?.observe(url.host, date, performance.now() - startedAt);
      }
      return response;
    } catch (error) {
      if (error instanceof OutboundError) throw error;
      throw new OutboundError(signal.aborted ? 'timed-out' : 'unreachable', { cause: error });
    }
  }

  /** Whether the host of a URL is a private address or resolves to one; false if it does not resolve. */
  async isPrivate({ hostname }: URL): Promise<boolean> {
    if (isPrivateHost(hostname)) return true;
    if (isIP(hostname.replace(/^\[(.*)\]$/, '$1')) !== 0) return false;
    const addresses = await this.lookup(hostname).catch(() => []);
    return addresses.some(({ address }) => this.isPrivateAddress(address));
  }

  /** Closes idle connections. */
  stop(): void {
    for (const agent of this.agents) agent.destroy();
  }

  private request(
    url: URL,
    { method, headers, body }: OutboundRequest,
    maxBytes: number,
    signal: AbortSignal,
  ): Promise<DatedResponse> {
    const isSecure = url.protocol === 'https:';
    const [plain, secure] = this.agents;
    return new Promise((resolve, reject) => {
      const request = (isSecure ? https : http).request(url, {
        method,
        agent: isSecure ? secure : plain,
        lookup: isPrivateHost(url.hostname) ? undefined : this.lookUpPublicAddress,
        headers,
        signal,
      });
      request.on('error', reject);
      request.on('response', (response) => {
        read(response, maxBytes).then(resolve, (error: unknown) => {
          request.destroy();
          reject(error);
        });
      });
      request.end(body ?? undefined);
    });
  }

  private readonly lookUpPublicAddress: LookupFunction = (hostname, options, done) => {
    this.lookup(hostname).then(
      (addresses) => {
        const [first] = addresses;
        if (!first || addresses.some(({ address }) => this.isPrivateAddress(address))) {
          done(new OutboundError(first ? 'private-address' : 'unreachable'), []);
        } else if (options.all) done(null, [...addresses]);
        else done(null, first.address, first.family);
      },
      (error: NodeJS.ErrnoException) => done(error, []),
    );
  };
}

async function read(response: http.IncomingMessage, maxBytes: number): Promise<DatedResponse> {
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
  // A cache repeats the date of the first response.
  const date = headers.age === undefined ? (headers.date ?? null) : null;
  return { status, body: Buffer.concat(chunks), date };
}
