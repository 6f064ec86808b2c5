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
  const queries = new QueryClient();
  const none: Contacts = { availableChannels: ['mail', 'sms'], contacts: [] };
  queries.setQueryData(farmContactsQuery(7).queryKey, { ...none, ...contacts });
  return renderMarkup(<FarmContacts farmId={7} />, queries);
}

describe('the people who get alerts about a farm', () => {
  it('are asked for their code until they confirm', () => {
    const waiting = render({ contacts: [maria] });
    expect(waiting).toContain('Has not confirmed yet · Email: maria@farm.example');
    expect(waiting).toContain('Code sent to Maria');
    expect(waiting).toContain('Send another code to Maria');
    const confirmed = render({ contacts: [{ ...maria, state: 'confirmed' }] });
    expect(confirmed).toContain('Gets alerts');
    expect(confirmed).not.toContain('Code sent to Maria');
    expect(confirmed).toContain('Remove Maria');
  });

  it('are not listed as getting alerts when their address is refused', () => {
    const refusedAt = millis(NOW - HOUR);
    const refused = render({ contacts: [{ ...maria, state: 'confirmed', refusedAt }] });
    expect(refused).toContain('The last message was rejected 1 hour ago.');
    expect(refused).toContain('remove the person and add them again');
    expect(refused).not.toContain('Gets alerts');
    const failing = render({ contacts: [{ ...maria, failingSince: refusedAt }] });
    expect(failing).toContain('Messages are failing. First failure: 1 hour ago.');
  });

  it('can be added for each channel of the server', () => {
    expect(render({})).toContain('Only the owner gets alerts so far.');
    expect(render({})).toContain('Send code');
    const none = render({ availableChannels: [] });
    expect(none).toContain('The server needs a public address');
    expect(none).not.toContain('<form');
  });
});
