import { QueryClient } from '@tanstack/react-query';
import { expect, it, vi } from 'vitest';
import { renderMarkup } from '../../../lib/render.fixture.tsx';
import { binAlertsQuery } from '../api/get-alerts.ts';
import { BinEntryNotice } from './bin-entry-notice.tsx';

// The session module reads localStorage on import.
vi.hoisted(() => {
  vi.stubGlobal('localStorage', { getItem: () => null });
  vi.stubGlobal('navigator', { languages: ['en-US'] });
});

/** Renders the notice of a bin with alerts of these rules; undefined means that they have not loaded. */
function render(rules?: readonly string[]): string {
  const queries = new QueryClient();
  const { queryKey } = binAlertsQuery(7);
  if (rules !== undefined)
    queries.setQueryData<unknown>(
      queryKey,
      rules.map((rule) => ({ rule })),
    );
  return renderMarkup(<BinEntryNotice binId={7}>the bin</BinEntryNotice>, queries);
}

it('warns about entering even without an alert, and before the alerts have loaded', () => {
  for (const markup of [render(), render([]), render(['co2-risk'])]) {
    expect(markup).toContain('Entering a bin can kill');
    expect(markup).toContain('Test the air for oxygen and CO₂');
    expect(markup.indexOf('the bin')).toBeLessThan(markup.indexOf('Entering a bin can kill'));
    expect(markup).not.toMatch(/safe/i);
  }
});

it('prohibits entry while the bin has an alert that prohibits it', () => {
  const markup = render(['entry-co2', 'entry-unload']).replaceAll('\u00A0', ' ');
  expect(markup).toContain('Do not enter this bin');
  expect(markup).toContain(
    'This notice ends when new readings have been below 4,500 ppm for an hour.',
  );
  expect(markup).toContain('Grain may have bridged over a cavity and can collapse under you.');
  expect(markup).toContain('role="alert"');
  expect(markup).not.toMatch(/safe/i);
});
