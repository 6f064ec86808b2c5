import type { FarmContacts as Contacts } from '@granary/contract/farm-contacts/http';
import { HOUR, millis } from '@granary/domain/units';
import { QueryClient } from '@tanstack/react-query';
import { describe, expect, it, vi } from 'vitest';
import { renderMarkup } from '../../../lib/render.fixture.tsx';
import { farmContactsQuery } from '../api/farm-contacts.ts';
import { FarmContacts } from './farm-contacts.tsx';

// The session module reads storage when it is imported.
const NOW = vi.hoisted(() => {
  vi.stubGlobal('localStorage', { getItem: () => null });
  vi.stubGlobal('navigator', { languages: ['en-US'] });
  return Date.parse('2026-11-24T05:00:00Z');
});
vi.mock('../../../lib/live-client.ts', () => ({ useLiveState: () => ({ kind: 'live' }) }));
vi.mock('../../../lib/clock.ts', () => ({ useNow: () => NOW }));

const maria: Contacts['contacts'][number] = {
  id: 5,
  name: 'Maria',
  channel: 'mail',
  address: 'maria@farm.example',
  minSeverity: 'warning',
  language: 'en',
  state: 'waiting',
  failingSince: null,
  refusedAt: null,
};

function render(contacts: Partial<Contacts>): string {
  const queryClient = new QueryClient();
  const noContacts: Contacts = { availableChannels: ['mail', 'sms'], contacts: [] };
  queryClient.setQueryData(farmContactsQuery(7).queryKey, { ...noContacts, ...contacts });
  return renderMarkup(<FarmContacts farmId={7} />, queryClient);
}

describe('the people who get alerts about a farm', () => {
  it('have a field for their code until they are confirmed', () => {
    const waitingMarkup = render({ contacts: [maria] });
    expect(waitingMarkup).toContain('Has not confirmed yet · Email: maria@farm.example');
    expect(waitingMarkup).toContain('Code sent to Maria');
    expect(waitingMarkup).toContain('Send another code to Maria');
    const confirmed = render({ contacts: [{ ...maria, state: 'confirmed' }] });
    expect(confirmed).toContain('Gets alerts');
    expect(confirmed).not.toContain('Code sent to Maria');
    expect(confirmed).toContain('Remove Maria');
  });

  it('are not listed as getting alerts when their address was rejected', () => {
    const refusedAt = millis(NOW - HOUR);
    const refusedMarkup = render({ contacts: [{ ...maria, state: 'confirmed', refusedAt }] });
    expect(refusedMarkup).toContain('The last message was rejected 1 hour ago.');
    expect(refusedMarkup).toContain('remove the person and add them again');
    expect(refusedMarkup).not.toContain('Gets alerts');
    const failingMarkup = render({ contacts: [{ ...maria, failingSince: refusedAt }] });
    expect(failingMarkup).toContain('Messages are not being sent. First failure: 1 hour ago.');
  });

  it('can be added for each available channel', () => {
    expect(render({})).toContain('Only the owner gets alerts so far.');
    expect(render({})).toContain('Send code');
    const noChannelsMarkup = render({ availableChannels: [] });
    expect(noChannelsMarkup).toContain('The server needs a public address');
    expect(noChannelsMarkup).not.toContain('<form');
  });
});
