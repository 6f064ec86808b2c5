import type { Channel } from '@granary/contract/notifications/channels';
import { MINUTE, millis } from '@granary/domain/units';
import { QueryClient } from '@tanstack/react-query';
import { describe, expect, it, vi } from 'vitest';
import { renderMarkup } from '../../../lib/render.fixture.tsx';
import { channelsQuery } from '../api/channels.ts';
import { ChannelList } from './channel-list.tsx';

// The session module reads storage when it is imported.
const NOW = vi.hoisted(() => {
  vi.stubGlobal('localStorage', { getItem: () => null });
  vi.stubGlobal('navigator', { languages: ['en-US'] });
  return Date.parse('2026-11-24T05:00:00Z');
});
vi.mock('../../../lib/live-client.ts', () => ({ useLiveState: () => ({ kind: 'live' }) }));
vi.mock('../../../lib/clock.ts', () => ({ useNow: () => NOW }));

const before = (minutes: number) => millis(NOW - minutes * MINUTE);

function render(...channels: Partial<Channel>[]): string {
  const queries = new QueryClient();
  const none: Channel = {
    name: 'mail',
    isAvailable: true,
    failingSince: null,
    refusedAt: null,
    test: null,
  };
  queries.setQueryData(
    channelsQuery.queryKey,
    channels.map((channel) => ({ ...none, ...channel })),
  );
  return renderMarkup(<ChannelList />, queries).replaceAll('\u00A0', ' ');
}

describe('the channels of the profile', () => {
  it('each have a test button if the server can send through them', () => {
    const markup = render({}, { name: 'push', isAvailable: false }, { name: 'sms' });
    expect(markup).toContain('Send test: Email');
    expect(markup).toContain('Send test: Text messages');
    expect(markup).not.toContain('Send test: Push');
    expect(markup).toContain('None of your devices has notifications turned on.');
    expect(markup.match(/<button/g)).toHaveLength(2);
  });

  it('show since when messages have failed, and that an address was refused', () => {
    const failing = render({ failingSince: before(90) });
    expect(failing).toContain('Messages are failing. First failure: 1 hour ago.');
    expect(failing).toContain('Granary keeps trying.');
    expect(render({ refusedAt: before(5) })).toContain(
      'Ask your administrator to check your account',
    );
    const sms = render({ name: 'sms', refusedAt: before(5) });
    expect(sms).toContain('The last message was rejected 5 minutes ago.');
    expect(sms).toContain('Check your phone number below.');
  });

  it.each([
    ['waiting', 'Test is being sent'],
    ['sent', 'Test sent 5 minutes ago. Check that it arrived.'],
    ['retrying', 'Test failed. Trying again'],
    ['refused', 'Test was rejected'],
    ['expired', 'Test could not be sent'],
  ] as const)('show that a test message is %s', (state, text) => {
    const markup = render({ test: { at: before(5), state } });
    expect(markup).toContain(text);
    expect(markup).toContain('role="status"');
  });
});
