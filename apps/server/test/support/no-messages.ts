import type { AlertChannels } from '../../src/app/wire-alerts.ts';

/** Alert channels that send no messages. */
export const noMessages: AlertChannels = {
  outbox: {
    addMail: async () => {},
    addSms: async () => {},
    addPush: async () => {},
    withdrawPushes: async () => {},
  },
  deliversMail: false,
  sendsSms: false,
};
