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
const before = (ms: number) => millis(NOW - ms);

function choose(alerts: Partial<FarmAlerts>) {
  const none = {
    unmailedSince: null,
    unansweredSince: null,
    lastMailAt: null,
    isIncomplete: false,
  };
  return chooseAlertMail({ ...none, ...alerts }, NOW);
}

describe('the mail about the alerts of a farm', () => {
  it('is sent at once for the first alert', () => {
    expect(choose({ unmailedSince: NOW })).toBe('new');
    expect(choose({})).toBeNull();
  });

  it('waits for the other bins of the farm, but not for long', () => {
    const since = (ms: number) => choose({ unmailedSince: before(ms), isIncomplete: true });
    expect(since(EVALUATION_WAIT - 1)).toBeNull();
    expect(since(EVALUATION_WAIT)).toBe('new');
  });

  it('follows the previous mail after five minutes', () => {
    const after = (ms: number) => choose({ unmailedSince: NOW, lastMailAt: before(ms) });
    expect(after(FOLLOW_UP_DELAY - 1)).toBeNull();
    expect(after(FOLLOW_UP_DELAY)).toBe('new');
  });

  it('reminds people every day of alerts that nobody acknowledged, even after mails about others', () => {
    const after = (ms: number, mailedMs: number) =>
      choose({ unansweredSince: before(ms), lastMailAt: before(mailedMs) });
    expect(after(REMINDER_INTERVAL - 1, REMINDER_INTERVAL)).toBeNull();
    expect(after(REMINDER_INTERVAL, REMINDER_INTERVAL)).toBe('reminder');
    expect(after(REMINDER_INTERVAL, FOLLOW_UP_DELAY)).toBe('reminder');
    expect(after(REMINDER_INTERVAL, FOLLOW_UP_DELAY - 1)).toBeNull();
    expect(choose({ lastMailAt: before(REMINDER_INTERVAL) })).toBeNull();
  });

  it('reports new alerts rather than reminding people of old ones', () => {
    const [unansweredSince, lastMailAt] = [before(REMINDER_INTERVAL), before(REMINDER_INTERVAL)];
    expect(choose({ unmailedSince: NOW, unansweredSince, lastMailAt })).toBe('new');
  });
});
