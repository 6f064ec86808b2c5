import type { BinLoad } from '@granary/contract/inventory/http';
import { millis } from '@granary/domain/units';
import { QueryClient } from '@tanstack/react-query';
import { expect, it, vi } from 'vitest';
import { renderMarkup } from '../../../lib/render.fixture.tsx';
import { loadsQuery } from '../api/get-loads.ts';
import { LoadWarning } from './load-warning.tsx';

// The session module reads storage when it is imported.
vi.hoisted(() => {
  vi.stubGlobal('localStorage', { getItem: () => null });
  vi.stubGlobal('navigator', { languages: ['en-GB'] });
});

const bin = { id: 4, loadMethod: 'manual', size: 1000, cropUnit: 'bushels' } as const;
const savedLoad: BinLoad = {
  id: 1,
  binId: 4,
  type: 'load',
  at: millis(0),
  volume: 600,
  moisture: null,
  protein: null,
  version: 1,
};
const values = { date: '2026-10-12', time: '08:00', volume: '600', moisture: '', protein: '' };

it('does not count a load twice while it is being saved', () => {
  const queries = new QueryClient();
  queries.setQueryData(loadsQuery(bin.id).queryKey, [savedLoad]);
  const render = (isSaving: boolean) =>
    renderMarkup(
      <LoadWarning
        bin={bin}
        values={values}
        isSaving={isSaving}
        type="load"
        editedLoad={null}
        measurement={null}
      />,
      queries,
    );
  expect(render(false)).toContain('More than the bin can hold');
  expect(render(true)).not.toContain('More than');
  expect(render(true)).toContain('role="status"');
});
