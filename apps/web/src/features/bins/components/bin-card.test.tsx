import type { Reading } from '@granary/contract/readings/reading-response';
import { QueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { latestReadingQuery } from '../../../bin-data/latest-reading.ts';
import { makeExampleReading } from '../../../bin-data/reading.fixture.ts';
import { ApiError } from '../../../lib/api-error.ts';
import { makeFormats } from '../../../lib/format.ts';
import { renderMarkup } from '../../../lib/render.fixture.tsx';
import { assessBins } from '../assess-bins.ts';
import { exampleNow, makeBinSummary } from '../bin-summary.fixture.ts';
import { BinCard } from './bin-card.tsx';

// The session module reads localStorage on import.
vi.hoisted(() => vi.stubGlobal('localStorage', { getItem: () => null }));
vi.mock('../../../lib/use-format.ts', () => ({ useFormat: () => makeFormats('en', 'UTC') }));
vi.mock('@tanstack/react-router', async (actual) => ({
  ...(await actual<object>()),
  Link: ({ children }: { readonly children: ReactNode }) => <a href="/">{children}</a>,
}));

const { queryKey } = latestReadingQuery(1);
const makeQueryClient = () =>
  new QueryClient({ defaultOptions: { queries: { retryOnMount: false } } });

function renderBinCard(
  isOpen: boolean,
  queries = makeQueryClient(),
  bin = makeBinSummary(),
): string {
  const [assessed] = assessBins([bin], exampleNow, 'en');
  if (assessed === undefined) throw new Error('There is no bin.');
  return renderMarkup(
    <BinCard
      assessed={assessed}
      now={exampleNow}
      isOpen={isOpen}
      areReadingsBatched={false}
      onToggle={() => undefined}
    />,
    queries,
  );
}

describe('the bin card', () => {
  it('shows the summary without the readings of its sensors', () => {
    const queries = makeQueryClient();
    const markup = renderBinCard(false, queries);
    for (const text of ['Home 1', 'OK', '76.4', '15.3', '13.3', '460']) {
      expect(markup).toContain(text);
    }
    expect(markup).not.toContain('<table');
    expect(queries.getQueryCache().getAll()).toEqual([]);
  });

  it.each([
    ['76.4', {}],
    ['Empty', { fillPercent: 0 }],
    ['level unknown', { isLevelKnown: false, fillPercent: 0 }],
  ])('shows its level: %s', (text, level) => {
    const bin = makeBinSummary({ latest: makeExampleReading(level) });
    expect(renderBinCard(false, makeQueryClient(), bin)).toContain(`Wheat · ${text}`);
  });

  it('shows that no sensor is under grain, or that none has a value', () => {
    const emptyBinReading = makeExampleReading({ fillPercent: 0 });
    const readingWithoutValues = makeExampleReading({
      temperatures: [[null]],
      humidities: [[null]],
    });
    const renderCard = (latest: Reading) =>
      renderBinCard(false, makeQueryClient(), makeBinSummary({ latest }));
    expect(renderCard(emptyBinReading)).toContain('No sensors under grain');
    expect(renderCard(readingWithoutValues)).toContain('No sensor values');
  });

  it('names the row and the cable of the hottest sensor', () => {
    const cables = [{ cable: 1, name: 'North', crop: null }];
    const bin = makeBinSummary({ cables });
    expect(renderBinCard(false, makeQueryClient(), bin)).toContain('North, row 2 from the top');
  });

  it('shows that the sensors are loading when it is opened, then shows their values', () => {
    expect(renderBinCard(true)).toContain('data-loading');
    const queries = makeQueryClient();
    queries.setQueryData(queryKey, makeExampleReading());
    const markup = renderBinCard(true, queries);
    expect(markup).toContain('<table');
    expect(markup).toContain('14.1');
  });

  it('shows that the sensors could not be loaded, with a retry button', async () => {
    const queries = makeQueryClient();
    const error = new ApiError({ status: 400, code: 'BAD_REQUEST', message: 'Not available' });
    await queries.prefetchQuery({ queryKey, queryFn: () => Promise.reject(error), retry: false });
    const markup = renderBinCard(true, queries);
    expect(markup).toContain('The sensors could not be loaded.');
    expect(markup).toMatch(/<button[^>]*>.*Try again/);
  });
});
