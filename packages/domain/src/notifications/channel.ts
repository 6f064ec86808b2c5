/** The channels through which the server sends messages. */
export const channelNames = ['mail', 'push', 'sms'] as const;

export type ChannelName = (typeof channelNames)[number];
