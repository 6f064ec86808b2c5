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

const minutesAgo = (minutes: number) => millis(NOW - minutes * MINUTE);

function render(...channels: Partial<Channel>[]): string {
  const queries = new QueryClient();
  const emailChannel: Channel = {
    name: 'mail',
    isAvailable: true,
    failingSince: null,
    refusedAt: null,
    test: null,
  };
  queries.setQueryData(
    channelsQuery.queryKey,
    channels.map((channel) => ({ ...emailChannel, ...channel })),
  );
  return renderMarkup(<ChannelList />, queries).replaceAll('\u00A0', ' ');
}

describe('the channels in the profile', () => {
  it('each have a test button if the server can send through them', () => {
    const markup = render({}, { name: 'push', isAvailable: false }, { name: 'sms' });
    expect(markup).toContain('Send test: Email');
    expect(markup).toContain('Send test: Text messages');
    expect(markup).not.toContain('Send test: Push');
    expect(markup).toContain('None of your devices has notifications turned on.');
    expect(markup.match(/<button/g)).toHaveLength(2);
  });

  it('show when messages started to fail, and that an address was rejected', () => {
    const failingMarkup = render({ failingSince: minutesAgo(90) });
    expect(failingMarkup).toContain('Messages are not being sent. First failure: 1 hour ago.');
    expect(failingMarkup).toContain('Granary keeps trying.');
    expect(render({ refusedAt: minutesAgo(5) })).toContain(
      'Ask your administrator to check your account',
    );
    const sms = render({ name: 'sms', refusedAt: minutesAgo(5) });
    expect(sms).toContain('The last message was rejected 5 minutes ago.');
    expect(sms).toContain('Check the number under “Text messages” above.');
  });

  it.each([
    ['waiting', 'Test is being sent'],
    ['sent', 'Test sent 5 minutes ago. Check that it arrived.'],
    ['retrying', 'Test failed. Trying again'],
    ['refused', 'Test was rejected'],
    ['expired', 'Test could not be sent'],
  ] as const)('show that a test message is %s', (state, text) => {
    const markup = render({ test: { at: minutesAgo(5), state } });
    expect(markup).toContain(text);
    expect(markup).toContain('role="status"');
  });
});
