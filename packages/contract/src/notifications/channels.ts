import { channelNames } from '@granary/domain/notifications/channel';
import * as z from 'zod/mini';
import { route } from '../route.ts';
import { instant, nullableInstant, wireBody, wireObject } from '../wire.ts';

/** The states of a test message. A `retrying` message failed and will be sent again. */
export const testStates = ['waiting', 'sent', 'retrying', 'refused', 'expired'] as const;

/** A channel for messages to a user, and whether they reach the user. */
export const channel = wireObject({
  name: ['channel', z.enum(channelNames)],
  /** Whether the server can send messages and has an address or number for the user. */
  isAvailable: ['available', z.boolean()],
  /** When messages to the user began to fail. */
  failingSince: ['failing_since', nullableInstant],
  /**
   * When the mail server or gateway last refused the user's address or number, if no message has been sent
   * since.
   */
  refusedAt: ['refused_at', nullableInstant],
  /** The user's last test message. */
  test: [
    'test',
    z.nullable(wireObject({ at: ['at', instant], state: ['state', z.enum(testStates)] })),
  ],
});
export type Channel = z.output<typeof channel>;

export const getChannels = route('GET', 'user/channels', {
  summary: 'Whether messages reach the caller by email, push notification and text message',
  response: z.array(channel),
});

export const testChannel = route('POST', 'user/testChannel', {
  summary: 'Send a test message to the caller: at most one a minute',
  body: wireBody({ name: ['channel', z.enum(channelNames)] }),
  response: z.array(channel),
});
