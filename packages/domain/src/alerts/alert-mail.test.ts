import { describe, expect, it } from 'vitest';
import { millis } from '../units.ts';
import {
  chooseAlertMail,
  EVALUATION_WAIT,
  type FarmAlerts,
  FOLLOW_UP_DELAY,
  REMINDER_INTERVAL,
} from './alert-mail.ts';

const NOW = millis(Date.parse('2026-11-24T05:00:00Z'));
const timeBefore = (ms: number) => millis(NOW - ms);

function chooseMail(alerts: Partial<FarmAlerts>) {
  const noAlerts = {
    unmailedSince: null,
    unansweredSince: null,
    lastMailAt: null,
    isIncomplete: false,
  };
  return chooseAlertMail({ ...noAlerts, ...alerts }, NOW);
}

describe('the mail about the alerts of a farm', () => {
  it('is sent at once for the first alert', () => {
    expect(chooseMail({ unmailedSince: NOW })).toBe('new');
    expect(chooseMail({})).toBeNull();
  });

  it('waits at most 15 seconds until the other bins of the farm have been evaluated', () => {
    const chooseAfterWait = (ms: number) =>
      chooseMail({ unmailedSince: timeBefore(ms), isIncomplete: true });
    expect(chooseAfterWait(EVALUATION_WAIT - 1)).toBeNull();
    expect(chooseAfterWait(EVALUATION_WAIT)).toBe('new');
  });

  it('is sent no sooner than five minutes after the previous mail', () => {
    const chooseAfterMail = (ms: number) =>
      chooseMail({ unmailedSince: NOW, lastMailAt: timeBefore(ms) });
    expect(chooseAfterMail(FOLLOW_UP_DELAY - 1)).toBeNull();
    expect(chooseAfterMail(FOLLOW_UP_DELAY)).toBe('new');
  });

  it('reminds people every day of alerts that nobody acknowledged, even after a mail about other alerts', () => {
    const chooseReminder = (ms: number, mailedMs: number) =>
      chooseMail({ unansweredSince: timeBefore(ms), lastMailAt: timeBefore(mailedMs) });
    expect(chooseReminder(REMINDER_INTERVAL - 1, REMINDER_INTERVAL)).toBeNull();
    expect(chooseReminder(REMINDER_INTERVAL, REMINDER_INTERVAL)).toBe('reminder');
    expect(chooseReminder(REMINDER_INTERVAL, FOLLOW_UP_DELAY)).toBe('reminder');
    expect(chooseReminder(REMINDER_INTERVAL, FOLLOW_UP_DELAY - 1)).toBeNull();
    expect(chooseMail({ lastMailAt: timeBefore(REMINDER_INTERVAL) })).toBeNull();
  });

  it('reports new alerts rather than reminding people of old ones', () => {
    const [unansweredSince, lastMailAt] = [
      timeBefore(REMINDER_INTERVAL),
      timeBefore(REMINDER_INTERVAL),
    ];
    expect(chooseMail({ unmailedSince: NOW, unansweredSince, lastMailAt })).toBe('new');
  });
});
