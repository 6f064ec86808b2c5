import type { SmsNumber } from '@granary/contract/notifications/sms';
import { QueryClient } from '@tanstack/react-query';
import { describe, expect, it, vi } from 'vitest';
import { renderMarkup } from '../../../lib/render.fixture.tsx';
import { smsNumberQuery } from '../api/sms-number.ts';
import { SmsCard } from './sms-card.tsx';

// The session module reads storage when it is imported.
vi.hoisted(() => vi.stubGlobal('localStorage', { getItem: () => null }));
vi.mock('../../../lib/live-client.ts', () => ({ useLiveState: () => ({ kind: 'live' }) }));

function renderCard(sms: Partial<SmsNumber>, isOnInProfile = true): string {
  const queries = new QueryClient();
  const noNumber = { isAvailable: true, number: null, newNumber: null };
  queries.setQueryData(smsNumberQuery.queryKey, { ...noNumber, ...sms });
  return renderMarkup(<SmsCard isOnInProfile={isOnInProfile} />, queries);
}

describe('the text message card', () => {
  it('asks for a number, and then for the code that was sent to it', () => {
    expect(renderCard({})).toContain('Phone number');
    const waiting = renderCard({ newNumber: '+12045550100' });
    expect(waiting).toContain('Code sent to +12045550100');
    expect(waiting).toContain('Send code');
  });

  it('shows the confirmed number, and whether text messages are off', () => {
    const number = '+12045550100';
    expect(renderCard({ number })).toContain('Critical alerts go to +12045550100');
    expect(renderCard({ number })).toContain('Remove number');
    expect(renderCard({ number })).not.toContain('off in your profile');
    expect(renderCard({ number }, false)).toContain('Text messages are off in your profile.');
  });

  it('shows a message instead of the form if the server cannot send text messages', () => {
    const markup = renderCard({ isAvailable: false });
    expect(markup).toContain('This server cannot send text messages.');
    expect(markup).not.toContain('<form');
  });
});
