import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isLoopback } from '../../config/config.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { ApiError } from './error-response.ts';

export interface HealthPorts {
  readonly metrics: Metrics;
  readonly metricsToken: string | null;
  /** Whether no proxy is configured in front of the server. */
  readonly hasNoProxy: boolean;
  /** The parts that are not ready, as text; empty when all are. */
  listUnready(): Promise<readonly string[]>;
}

/** `/healthz`, `/readyz` and `/metrics`. */
export function healthRoutes(app: FastifyInstance, ports: HealthPorts): void {
  const hide = { schema: { hide: true } };
  app.get('/healthz', hide, async () => ({ status: 'alive' }));

  app.get('/readyz', hide, async (_, reply) => {
    const missing = await ports.listUnready();
    if (missing.length > 0) return reply.code(503).send({ status: 'not ready', missing });
    return { status: 'ready' };
  });

  app.get('/metrics', hide, async (request, reply) => {
    // Without a token, only programs on this machine may read metrics, and not through a local proxy.
    const mayRead =
      ports.metricsToken === null
        ? ports.hasNoProxy && isFromThisMachine(request)
        : isBearer(request.headers.authorization, ports.metricsToken);
    if (!mayRead) throw new ApiError('NOT_FOUND', 'notFound');
    return reply.type(ports.metrics.contentType).send(await ports.metrics.formatText());
  });
}

/**
 * Whether a request comes from this machine, and not through a proxy on it. A proxy adds a header, keeps the
 * public host, or, as nginx does by default, uses HTTP/1.0.
 */
function isFromThisMachine({ socket, raw, headers, hostname }: FastifyRequest): boolean {
  const isForwarded =
    raw.httpVersion === '1.0' ||
    !isLoopback(hostname.replace(/^\[(.*)\]$/, '$1')) ||
    Object.keys(headers).some((name) => FORWARDED.test(name));
  return !isForwarded && isLoopback(socket.remoteAddress?.replace(/^::ffff:/, '') ?? '');
}

/** Headers that proxies add. */
const FORWARDED = /^(x-forwarded-.*|forwarded|via|x-real-ip|.*-connecting-ip|true-client-ip)$/;

function isBearer(header: string | undefined, token: string): boolean {
  const actual = Buffer.from(header ?? '');
  const expected = Buffer.from(`Bearer ${token}`);
  return actual.length === expected.length && timingSafeEqual(actual, expected);
}
