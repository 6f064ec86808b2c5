import { QueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { binQuery } from '../../../features/bins/api/get-bin.ts';
import { ApiError } from '../../../lib/api-error.ts';
import { renderMarkup } from '../../../lib/render.fixture.tsx';
import { BinSubpage } from './bin-subpage.tsx';

// The session module reads localStorage on import.
vi.hoisted(() => vi.stubGlobal('localStorage', { getItem: () => null }));
vi.mock('../use-breadcrumbs.tsx', () => ({ useBreadcrumbs: () => [] }));
vi.mock('../../../components/page.tsx', () => ({
  Page: ({ title, children }: { readonly title: string; readonly children: ReactNode }) => (
    <main title={title}>{children}</main>
  ),
}));

const renderPage = (id: number | null, queries?: QueryClient) =>
  renderMarkup(
    <BinSubpage id={id} title="Edit Bin Sensor" needsFreshData>
      {() => 'the form'}
    </BinSubpage>,
    queries,
  );

async function createClientWithError(status: number, message: string): Promise<QueryClient> {
  const queries = new QueryClient({ defaultOptions: { queries: { retryOnMount: false } } });
  const error = new ApiError({ status, code: 'BAD_REQUEST', message });
  const queryFn = () => Promise.reject(error);
  await queries.prefetchQuery({ queryKey: binQuery(7).queryKey, queryFn, retry: false });
  return queries;
}

describe('a bin subpage', () => {
  it('shows an error if the URL has no valid bin ID', () => {
    expect(renderPage(null)).toContain('Invalid Bin Sensor ID');
  });

  it('shows that the bin is loading', () => {
    expect(renderPage(7)).toContain('Loading bin sensor data...');
  });

  it('shows why the bin could not be loaded', async () => {
    expect(renderPage(7, await createClientWithError(400, 'Not available'))).toContain(
      'Error loading bin sensor data: Not available',
    );
    expect(renderPage(7, await createClientWithError(403, 'Access Denied'))).toContain(
      'Access Denied',
    );
  });
});
