import type { Alert } from '@granary/contract/alerts/http';
import type { ReactNode } from 'react';
import { expect, it, vi } from 'vitest';
import { renderMarkup } from '../../../lib/render.fixture.tsx';
import { AlertRow } from './alert-row.tsx';

// The session module reads localStorage on import.
vi.hoisted(() => {
  vi.stubGlobal('localStorage', { getItem: () => null });
  vi.stubGlobal('navigator', { languages: ['en-US'] });
});
const capabilities = vi.hoisted(() => new Set<string>());
vi.mock('../../../lib/use-can.ts', () => ({
  useCan: (capability: string) => capabilities.has(capability),
}));
vi.mock('../../../lib/clock.ts', () => ({ now: () => 0, useNow: () => 0 }));
vi.mock('../../../lib/live-client.ts', () => ({ useLiveState: () => ({ kind: 'live' }) }));
vi.mock('../../../lib/use-format.ts', () => ({
  useFormat: () => ({ dateTime: () => '', ago: () => '' }),
}));
vi.mock('../../../bin-data/describe-alert.ts', () => ({ describeAlert: () => '' }));
vi.mock('@tanstack/react-router', async (actual) => ({
  ...(await actual<object>()),
  Link: ({ to, children }: { readonly to: string; readonly children: ReactNode }) => (
    <a href={to}>{children}</a>
  ),
}));

/** Renders an open alert for a rule, as on its bin's page, for an account with these capabilities. */
function render(
  rule: 'cable-no-data' | 'sensor-no-data',
  ...grantedCapabilities: string[]
): string {
  capabilities.clear();
  for (const capability of grantedCapabilities) capabilities.add(capability);
  const alert: Partial<Alert> = { rule, severity: 'warning', closedAt: null, sensors: [] };
  return renderMarkup(
    <AlertRow alert={Object({ ...alert, acknowledgedAt: null, since: 0 })} isPlaceShown={false} />,
  );
}

it('an alert about a cable links to the page for removing the cable or muting its sensors', () => {
  expect(render('sensor-no-data')).toContain('href="/binsensor/$id/cables"');
  expect(render('cable-no-data', 'bin.install')).toContain('href="/binsensor/$id/edit"');
  expect(render('cable-no-data')).not.toContain('href');
});

it('staff see the phone number and email address of the bin owner', () => {
  const owner = {
    farmName: 'Home Yard',
    ownerName: 'Anneke Reimer',
    ownerPhone: '+1 204 555 0103',
  };
  const alert = { rule: 'co2', severity: 'warning', closedAt: null, sensors: [], ...owner };
  const renderWithCapability = (capability: string) => {
    capabilities.clear();
    capabilities.add(capability);
    const openAlert = {
      ...alert,
      acknowledgedAt: null,
      since: 0,
      ownerEmail: 'anneke@farm.example',
    };
    return renderMarkup(<AlertRow alert={Object(openAlert)} isPlaceShown />);
  };
  const markup = renderWithCapability('customers.list');
  for (const part of ['Anneke Reimer', 'tel:+12045550103', 'mailto:anneke@farm.example']) {
    expect(markup).toContain(part);
  }
  expect(renderWithCapability('alerts.write')).not.toMatch(/tel:|mailto:|Anneke/);
});
