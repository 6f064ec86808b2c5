import { LANGUAGES } from '@granary/contract/accounts/http';
import { describe, expect, it } from 'vitest';
import { formatMessage } from '../platform/http/error-message.ts';
import { type AlertMail, writeAlertMail } from './alert-mail.ts';

describe('the text of a mail', () => {
  const facts: Omit<AlertMail, 'kind'> = {
    farmId: 1,
    farmName: 'Home',
    timeZone: 'America/Winnipeg',
    ownerName: 'Anna',
    ownerPhone: '',
    alerts: [
      {
        id: 1,
        binId: 4,
        mainBoardId: 'board-1',
        binName: 'Bin {{secret}} $t(badCredentials)',
        temperatureUnit: 'c',
        rule: 'hot-spot',
        severity: 'critical',
        value: 6,
        limitValue: 5,
        since: new Date('2026-11-24T05:30:00Z'),
      },
    ],
  };

  it.each(LANGUAGES)(
    'is complete in %s, and does not interpolate placeholders in names',
    (language) => {
      for (const kind of ['new', 'reminder', 'escalation', 'installation'] as const) {
        const isForDealer = kind === 'installation' && { isForDealer: true as const };
        const mail = { ...facts, ...isForDealer, kind };
        const { subject, text } = writeAlertMail(mail, language, null, formatMessage);
        expect(subject).toContain('Bin {{secret}} $t(badCredentials)');
        expect(subject + text.replace('{{secret}}', '')).not.toMatch(/undefined|alertMail|http/);
        expect(text).toMatch(/11:30|23:30/);
      }
    },
  );
});
