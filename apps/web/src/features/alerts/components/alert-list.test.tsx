import type { Alert } from '@granary/contract/alerts/http';
import { QueryClient } from '@tanstack/react-query';
import { expect, it, vi } from 'vitest';
import { type PreferredUnits, preferredUnitsQuery } from '../../../bin-data/preferred-units.ts';
import { renderMarkup } from '../../../lib/render.fixture.tsx';
import { AlertList } from './alert-list.tsx';

// The session module reads localStorage on import.
vi.hoisted(() => {
  vi.stubGlobal('localStorage', { getItem: () => null });
  vi.stubGlobal('navigator', { languages: ['en-US'] });
});
vi.mock('./alert-row.tsx', () => ({
  AlertRow: ({ alert }: { readonly alert: Alert }) => <b>{alert.temperatureUnit}</b>,
}));

/** Lists the units shown for the alerts of a °C bin and a °F bin. */
function listUnits(temperature: PreferredUnits['temperature']): string[] {
  const queries = new QueryClient();
  queries.setQueryData(preferredUnitsQuery.queryKey, { temperature, grain: null });
  const alerts: Pick<Alert, 'id' | 'temperatureUnit'>[] = [
    { id: 1, temperatureUnit: 'c' },
    { id: 2, temperatureUnit: 'f' },
  ];
  const markup = renderMarkup(<AlertList alerts={alerts as Alert[]} />, queries);
  return [...markup.matchAll(/<b>(.)<\/b>/g)].map(([, unit]) => unit ?? '');
}

it("shows all alerts in the user's preferred unit, or each in its bin's unit if none is set", () => {
  expect(listUnits('f')).toEqual(['f', 'f']);
  expect(listUnits(null)).toEqual(['c', 'f']);
});
