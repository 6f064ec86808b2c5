import type { GrainRiskResponse } from '@granary/contract/insights/http';
import type { Finding } from '@granary/domain/bins/state';
import { millis } from '@granary/domain/units';
import { QueryClient } from '@tanstack/react-query';
import { expect, it, vi } from 'vitest';
import { ApiError } from '../../../lib/api-error.ts';
import { renderMarkup } from '../../../lib/render.fixture.tsx';
import { makeBinWithSettings } from '../../bins/settings/bin.fixture.ts';
import { grainRisksQuery } from '../api/get-grain-risks.ts';
import { GrainRisks } from './grain-risks.tsx';

// The session module reads storage when it is imported.
vi.hoisted(() => {
  vi.stubGlobal('localStorage', { getItem: () => null });
  vi.stubGlobal('navigator', { languages: ['en-GB'] });
});

const bin = makeBinWithSettings();
const findings: readonly Finding[] = [{ kind: 'wet-grain', depth: 4, value: 76, limit: 70 }];

function render(queries: QueryClient): string {
  return renderMarkup(
    <GrainRisks bin={bin} cables={[]} findings={findings} now={millis(0)} />,
    queries,
  ).replaceAll('\u00a0', ' ');
}

const risk: GrainRiskResponse = {
  kind: 'humidity',
  state: 'watch',
  reason: 'humidity-wet',
  value: 76,
  limit: 70,
  change: null,
  daysLeft: null,
  since: null,
  cable: null,
  position: null,
  depth: 4,
  source: 'World Grain',
};

it('each grain risk is listed with its status, value, reason, what to do and source', () => {
  const queries = new QueryClient();
  queries.setQueryData(grainRisksQuery(bin.id).queryKey, [risk]);
  const markup = render(queries);
  for (const text of [
    'Grain risks',
    'Watch',
    'Equilibrium humidity',
    '76 %',
    'Grain in row 4 is too wet to store: mold grows above 70 % humidity.',
    "What to do: Dry this grain. If you can't, cool it and haul it out before other grain.",
    'Source: World Grain',
  ]) {
    expect(markup).toContain(text);
  }
});

it('the grain risks show that they are loading, and report a failure', async () => {
  const queries = new QueryClient({
    defaultOptions: { queries: { retry: false, retryOnMount: false } },
  });
  expect(render(queries)).toContain('data-loading');
  const error = new ApiError({ status: 500, code: 'INTERNAL_ERROR', message: 'Failed.' });
  const failingQuery = { ...grainRisksQuery(bin.id), queryFn: () => Promise.reject(error) };
  await queries.prefetchQuery(failingQuery);
  expect(render(queries)).toContain('The grain risks could not be loaded.');
});
