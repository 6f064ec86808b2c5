import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isLoopback } from '../../config/config.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { RefusalError } from './refusal.ts';

export interface HealthPorts {
  readonly metrics: Metrics;
  readonly metricsToken: string | null;
  /** No proxy stands before the server, as far as it was told. */
  readonly isReachedDirectly: boolean;
  /** What is not ready, in words; empty where all is. */
  notReady(): Promise<readonly string[]>;
}

/** Whether the server lives, whether it can work, and its metrics. */
export function healthRoutes(app: FastifyInstance, ports: HealthPorts): void {
  const hide = { schema: { hide: true } };
  app.get('/healthz', hide, async () => ({ status: 'alive' }));

  app.get('/readyz', hide, async (_, reply) => {
    const missing = await ports.notReady();
    if (missing.length > 0) return reply.code(503).send({ status: 'not ready', missing });
    return { status: 'ready' };
  });

  app.get('/metrics', hide, async (request, reply) => {
    // Without a token only programs on this machine may read them, and a proxy here is one too.
    const mayRead =
      ports.metricsToken === null
        ? ports.isReachedDirectly && isFromHere(request)
        : isBearer(request.headers.authorization, ports.metricsToken);
    if (!mayRead) throw new RefusalError('NOT_FOUND', 'notFound');
    return reply.type(ports.metrics.contentType).send(await ports.metrics.text());
  });
}

/** A proxy on this machine passes on the requests of others, and says so. */
function isFromHere({ socket, headers }: FastifyRequest): boolean {
  const isPassedOn = headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined;
  return !isPassedOn && isLoopback(socket.remoteAddress?.replace(/^::ffff:/, '') ?? '');
}

function isBearer(header: string | undefined, token: string): boolean {
  const given = Buffer.from(header ?? '');
  const wanted = Buffer.from(`Bearer ${token}`);
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}
