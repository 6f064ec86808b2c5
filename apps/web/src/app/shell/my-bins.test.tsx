import { QueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { binsMenuQuery } from '../../features/bins/api/get-bins-menu.ts';
import { ApiError } from '../../lib/api-error.ts';
import { renderMarkup } from '../../lib/render.fixture.tsx';
import { BinLinks } from './my-bins.tsx';

// A session is looked for as soon as its module is loaded.
vi.hoisted(() => vi.stubGlobal('localStorage', { getItem: () => null }));
vi.mock('../../lib/use-format.ts', () => ({ useFormat: () => ({ locale: 'en' }) }));
vi.mock('../../lib/clock.ts', () => ({ now: () => 0, useNow: () => 0 }));
vi.mock('@tanstack/react-router', async (actual) => ({
  ...(await actual<object>()),
  Link: ({ children }: { readonly children: ReactNode }) => <a href="/">{children}</a>,
}));

const bins = [10, 9].map((id) => ({ id, documentId: id, name: `Bin ${id}` }));

/** A menu that was read, or not yet, and then could not be. */
async function menu({ read, isFailed }: { read?: typeof bins; isFailed?: boolean }) {
  const queries = new QueryClient({ defaultOptions: { queries: { retryOnMount: false } } });
  if (read !== undefined) queries.setQueryData(binsMenuQuery.queryKey, read);
  if (isFailed) {
    const error = new ApiError({ status: 0, code: 'NETWORK', message: 'No answer' });
    const queryFn = () => Promise.reject(error);
    await queries.prefetchQuery({ ...binsMenuQuery, queryFn, retry: false, staleTime: 0 });
  }
  return renderMarkup(<BinLinks />, queries);
}

describe("the menu of a user's bins", () => {
  it('says that it loads, and lists nothing meanwhile', async () => {
    const markup = await menu({});
    expect(markup).toContain('data-loading');
    expect(markup).not.toContain('<ul');
  });

  it('says that it failed, and offers another try', async () => {
    const markup = await menu({ isFailed: true });
    expect(markup).toContain('Your bins could not be loaded.');
    expect(markup).toMatch(/<button[^>]*>.*Try again/);
  });

  it('keeps what was listed when it cannot be read again', async () => {
    const markup = await menu({ read: bins, isFailed: true });
    expect(markup.indexOf('Bin 9')).toBeLessThan(markup.indexOf('Bin 10'));
    expect(markup).not.toContain('could not be listed');
  });

  it('says that there are none', async () => {
    expect(await menu({ read: [] })).toContain('No bins yet');
  });
});
