import * as contract from '@granary/contract/notifications/channels';
import type { FastifyInstance } from 'fastify';
import type { RoutePorts } from '../access/guard.ts';
import { requireSignedIn } from '../access/signed-in.ts';
import { ApiError, tooManyRequestsError } from '../platform/http/error-response.ts';
import { serve } from '../platform/http/serve.ts';
import { type ChannelPorts, findChannels, testChannel } from './channels.ts';

/** Lists the caller's message channels, and sends test messages. */
export function channelRoutes(
  app: FastifyInstance,
  { guard }: RoutePorts,
  ports: ChannelPorts,
): void {
  serve(app, guard, contract.getChannels, ({ actor }) =>
    findChannels(ports, requireSignedIn(actor).id),
  );

  serve(app, guard, contract.testChannel, async ({ actor, body }) => {
    const { id } = requireSignedIn(actor);
    const outcome = await testChannel(ports, id, body.name);
    switch (outcome.kind) {
      case 'added':
        return findChannels(ports, id);
      case 'no-address':
        throw new ApiError('CONFLICT', 'channelUnavailable');
      case 'wait':
        throw tooManyRequestsError(outcome.seconds);
    }
  });
}
