import type { FanDetails } from '@granary/contract/commands/http';
import { createInstance } from 'i18next';
import { describe, expect, it } from 'vitest';
import { makeFormats } from '../../lib/format.ts';
import en from '../../locales/en.json';
import { describeOutcome, describeRequest } from './describe-command.ts';
import { REQUESTED_AT, waitingCommand } from './fan-details.fixture.ts';

const i18n = createInstance();
void i18n.init({ lng: 'en', resources: { en: { translation: en } }, initAsync: false });
const now = REQUESTED_AT;
const context = { t: i18n.t, format: makeFormats('en-US', 'UTC'), now };

const formatRequest = (changes: Partial<FanDetails>) =>
  describeRequest({ ...waitingCommand, ...changes }, context);
const formatOutcome = (changes: Partial<FanDetails>) =>
  describeOutcome({ ...waitingCommand, ...changes }, context);

describe('a fan request', () => {
  it('names the run time, the person and the time', () => {
    expect(formatRequest({})).toMatch(/^On for 2 hr – Anna Berg, .*2:20/);
    expect(formatRequest({ runForS: null })).toMatch(/^On until switched off – Anna Berg/);
    expect(formatRequest({ fan: 'off', runForS: null, requestedBy: null })).toMatch(
      /^Off – .*2:20/,
    );
  });

  it('shows "No commands yet" before the first command', () => {
    const noCommand = { fan: null, outcome: null, requestedAt: null };
    expect(formatRequest(noCommand)).toBe('No commands yet');
    expect(formatOutcome(noCommand)).toBeNull();
  });
});

describe('the outcome of a command', () => {
  it('shows that it is waiting, was sent, or was confirmed', () => {
    expect(formatOutcome({})).toMatch(/^Waiting\.\.\. .*2:25/);
    expect(formatOutcome({ outcome: 'released', releasedAt: now })).toMatch(/^Sent .*2:20/);
    for (const state of ['confirmed', 'proven'] as const) {
      expect(formatOutcome({ outcome: state, confirmedAt: now })).toMatch(/^Confirmed .*2:20/);
    }
  });

  it('shows that the board confirmed it, even after it ended', () => {
    for (const state of ['expired', 'failed', 'cancelled'] as const) {
      expect(formatOutcome({ outcome: state, confirmedAt: now })).toMatch(/^Confirmed .*2:20/);
    }
  });

  it('shows why it was not executed', () => {
    expect(formatOutcome({ outcome: 'expired' })).toContain('could not be reached');
    const clockSetBackCommand = { outcome: 'expired', failure: 'clock-set-back' } as const;
    expect(formatOutcome(clockSetBackCommand)).toMatch(/^Canceled: .*clock was set back/);
    expect(formatOutcome({ outcome: 'cancelled' })).toBe('Canceled before it was sent');
    const supersededCommand = { outcome: 'superseded', releasedAt: now } as const;
    expect(formatOutcome(supersededCommand)).toBe('Canceled after it was sent');
    const formatCanceled = (failure: FanDetails['failure']) =>
      formatOutcome({ outcome: 'cancelled', failure });
    expect(formatCanceled('overridden')).toContain('used the switch');
    expect(formatCanceled('entry')).toMatch(
      /^Canceled before it was sent: someone was in or near the bin/,
    );
    expect(formatCanceled('hold')).toMatch(/^Canceled before it was sent: .*on hold/);
    const formatFailed = (failure: FanDetails['failure']) =>
      formatOutcome({ outcome: 'failed', failure });
    expect(formatFailed('no-answer')).toContain('did not confirm');
    expect(formatFailed('lockout')).toContain('locked out');
    expect(formatFailed('overridden')).toContain('switch at the bin');
    expect(formatFailed('power-cut')).toContain('power');
    expect(formatFailed('refused')).toContain('could not carry out the command');
  });
});
