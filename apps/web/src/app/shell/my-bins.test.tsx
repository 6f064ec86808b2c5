import { QueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { binsMenuQuery } from '../../features/bins/api/get-bins-menu.ts';
import { ApiError } from '../../lib/api-error.ts';
import { renderMarkup } from '../../lib/render.fixture.tsx';
import { BinLinks } from './my-bins.tsx';

// The session module reads localStorage on import.
vi.hoisted(() => vi.stubGlobal('localStorage', { getItem: () => null }));
vi.mock('../../lib/use-format.ts', () => ({ useFormat: () => ({ locale: 'en' }) }));
vi.mock('../../lib/clock.ts', () => ({ now: () => 0, useNow: () => 0 }));
vi.mock('@tanstack/react-router', async (actual) => ({
  ...(await actual<object>()),
  Link: ({ children }: { readonly children: ReactNode }) => <a href="/">{children}</a>,
}));

const bins = [10, 9].map((id) => ({ id, documentId: id, name: `Bin ${id}` }));

/** Renders the menu after its query has loaded, while it is loading, or after it has failed. */
async function renderMenu({
  loadedBins,
  isFailed,
}: {
  loadedBins?: typeof bins;
  isFailed?: boolean;
}) {
  const queries = new QueryClient({ defaultOptions: { queries: { retryOnMount: false } } });
  if (loadedBins !== undefined) queries.setQueryData(binsMenuQuery.queryKey, loadedBins);
  if (isFailed) {
    const error = new ApiError({ status: 0, code: 'NETWORK', message: 'No response' });
    const queryFn = () => Promise.reject(error);
    await queries.prefetchQuery({ ...binsMenuQuery, queryFn, retry: false, staleTime: 0 });
  }
  return renderMarkup(<BinLinks />, queries);
}

describe("the menu of a user's bins", () => {
  it('shows that it is loading, without a list', async () => {
    const markup = await renderMenu({});
    expect(markup).toContain('data-loading');
    expect(markup).not.toContain('<ul');
  });

  it('shows that loading failed, with a retry button', async () => {
    const markup = await renderMenu({ isFailed: true });
    expect(markup).toContain('Your bins could not be loaded.');
    expect(markup).toMatch(/<button[^>]*>.*Try again/);
  });

  it('keeps the last list if a refetch fails', async () => {
    const markup = await renderMenu({ loadedBins: bins, isFailed: true });
    expect(markup.indexOf('Bin 9')).toBeLessThan(markup.indexOf('Bin 10'));
    expect(markup).not.toContain('could not be loaded');
  });

  it('shows that there are no bins', async () => {
    expect(await renderMenu({ loadedBins: [] })).toContain('No bins yet');
  });
});
