import type { FanDetails } from '@granary/contract/commands/http';
import { createInstance } from 'i18next';
import { describe, expect, it } from 'vitest';
import { makeFormats } from '../../lib/format.ts';
import en from '../../locales/en.json';
import { describeOutcome, describeRequest } from './describe-command.ts';
import { REQUESTED_AT, waiting } from './fan-details.fixture.ts';

const i18n = createInstance();
void i18n.init({ lng: 'en', resources: { en: { translation: en } }, initAsync: false });
const now = REQUESTED_AT;
const context = { t: i18n.t, format: makeFormats('en-US', 'UTC'), now };

const requested = (changes: Partial<FanDetails>) =>
  describeRequest({ ...waiting, ...changes }, context);
const outcome = (changes: Partial<FanDetails>) =>
  describeOutcome({ ...waiting, ...changes }, context);

describe('what was requested for a fan', () => {
  it('names the run time, the person and the time', () => {
    expect(requested({})).toMatch(/^On for 2 hr – Anna Berg, .*2:20/);
    expect(requested({ runForS: null })).toMatch(/^On until switched off – Anna Berg/);
    expect(requested({ fan: 'off', runForS: null, requestedBy: null })).toMatch(/^Off – .*2:20/);
  });

  it('is nothing before the first command', () => {
    const none = { fan: null, outcome: null, requestedAt: null };
    expect(requested(none)).toBe('No commands yet');
    expect(outcome(none)).toBeNull();
  });
});

describe('the outcome of a command', () => {
  it('shows that it is waiting, was sent, or was confirmed', () => {
    expect(outcome({})).toMatch(/^Waiting\.\.\. .*2:25/);
    expect(outcome({ outcome: 'released', releasedAt: now })).toMatch(/^Sent .*2:20/);
    for (const state of ['confirmed', 'proven'] as const) {
      expect(outcome({ outcome: state, confirmedAt: now })).toMatch(/^Confirmed .*2:20/);
    }
  });

  it('shows that the board confirmed it, even after it ended', () => {
    for (const state of ['expired', 'failed', 'cancelled'] as const) {
      expect(outcome({ outcome: state, confirmedAt: now })).toMatch(/^Confirmed .*2:20/);
    }
  });

  it('shows why it was not executed', () => {
    expect(outcome({ outcome: 'expired' })).toContain('could not be reached');
    const setBack = { outcome: 'expired', failure: 'clock-set-back' } as const;
    expect(outcome(setBack)).toMatch(/^Canceled: .*clock was set back/);
    expect(outcome({ outcome: 'cancelled' })).toBe('Canceled before it was sent');
    const sent = { outcome: 'superseded', releasedAt: now } as const;
    expect(outcome(sent)).toBe('Canceled after it was sent');
    const canceled = (failure: FanDetails['failure']) => outcome({ outcome: 'cancelled', failure });
    expect(canceled('overridden')).toContain('used the switch');
    expect(canceled('entry')).toMatch(
      /^Canceled before it was sent: someone was in or near the bin/,
    );
    expect(canceled('hold')).toMatch(/^Canceled before it was sent: .*on hold/);
    const failed = (failure: FanDetails['failure']) => outcome({ outcome: 'failed', failure });
    expect(failed('no-answer')).toContain('did not confirm');
    expect(failed('lockout')).toContain('locked out');
    expect(failed('overridden')).toContain('switch at the bin');
    expect(failed('power-cut')).toContain('power');
    expect(failed('refused')).toContain('could not do this');
  });
});
