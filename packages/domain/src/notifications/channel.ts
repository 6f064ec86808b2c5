/** How messages leave the server. */
export const channelNames = ['mail', 'push', 'sms'] as const;

export type ChannelName = (typeof channelNames)[number];
