import type { AlertChannels } from '../../src/app/wire-alerts.ts';

/** No message about an alert leaves the server. */
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
