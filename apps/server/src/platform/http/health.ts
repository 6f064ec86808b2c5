import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { isLoopback } from '../../config/config.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { RefusalError } from './refusal.ts';

export interface HealthPorts {
  readonly metrics: Metrics;
  readonly metricsToken: string | null;
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
    // Without a token only programs on this machine may read them.
    const mayRead =
      ports.metricsToken === null
        ? isLoopback(request.socket.remoteAddress?.replace(/^::ffff:/, '') ?? '')
        : isBearer(request.headers.authorization, ports.metricsToken);
    if (!mayRead) throw new RefusalError('NOT_FOUND', 'notFound');
    return reply.type(ports.metrics.contentType).send(await ports.metrics.text());
  });
}

function isBearer(header: string | undefined, token: string): boolean {
  const given = Buffer.from(header ?? '');
  const wanted = Buffer.from(`Bearer ${token}`);
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}
