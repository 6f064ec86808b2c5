import { QueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { binQuery } from '../../../features/bins/api/get-bin.ts';
import { makeBinWithSettings } from '../../../features/bins/settings/bin.fixture.ts';
import { ApiError } from '../../../lib/api-error.ts';
import { renderMarkup } from '../../../lib/render.fixture.tsx';
import { BinPage } from './bin-page.tsx';

interface PageProps {
  readonly actions?: ReactNode;
  readonly meta?: ReactNode;
  readonly children: ReactNode;
}

const search = vi.hoisted(() => ({ current: {} as { readonly tab?: number } }));

// The session module reads localStorage on import.
vi.hoisted(() => {
  vi.stubGlobal('localStorage', { getItem: () => null });
  vi.stubGlobal('navigator', { languages: ['en-GB'] });
});
vi.mock('@tanstack/react-router', async (actual) => ({
  ...(await actual<object>()),
  getRouteApi: () => ({
    useParams: () => ({ id: 7 }),
    useSearch: () => search.current,
    useNavigate: () => () => undefined,
  }),
}));
vi.mock('../../../lib/clock.ts', () => ({ useNow: () => 0 }));
vi.mock('../../../lib/live-client.ts', () => ({ useWatch: () => undefined }));
vi.mock('../use-breadcrumbs.tsx', () => ({ useBreadcrumbs: () => [] }));
vi.mock('./bin-tabs.tsx', () => ({ BinTabs: () => '[tabs]', BinTabContent: () => '[tab]' }));
vi.mock('./bin-results.tsx', () => ({ BinResults: () => '[results]', BinLoading: () => null }));
vi.mock('../../../components/live-indicator.tsx', () => ({ LiveIndicator: () => '[live]' }));
vi.mock('../../../components/button-link.tsx', () => ({
  ButtonLink: ({ to, children }: { readonly to: string; readonly children: ReactNode }) => (
    <a href={to}>{children}</a>
  ),
}));
vi.mock('../../../components/page.tsx', () => ({
  Page: ({ actions, meta, children }: PageProps) => (
    <main>
      {actions}
      {meta}
      {children}
    </main>
  ),
}));

async function renderPage(queryFn: () => Promise<unknown>): Promise<string> {
  const queryClient = new QueryClient({ defaultOptions: { queries: { retryOnMount: false } } });
  const { queryKey } = binQuery(7);
  await queryClient.prefetchQuery({ queryKey, queryFn, retry: false });
  return renderMarkup(<BinPage />, queryClient);
}

const renderError = (status: number) =>
  renderPage(() =>
    Promise.reject(new ApiError({ status, code: 'BAD_REQUEST', message: 'Not available' })),
  );

describe('the bin page', () => {
  it('shows the bin with its tabs and the live indicator', async () => {
    const markup = await renderPage(() => Promise.resolve(makeBinWithSettings({ id: 7 })));
    for (const part of ['[tabs]', '[live]', '[results]']) expect(markup).toContain(part);
  });

  it('shows on every tab that someone is in or near the bin, with a link to the Fan tab', async () => {
    const findNotice = async (tab: number | undefined, hasOpenEntry: boolean) => {
      search.current = tab === undefined ? {} : { tab };
      const markup = await renderPage(() =>
        Promise.resolve(makeBinWithSettings({ id: 7, hasOpenEntry })),
      );
      search.current = {};
      return [markup.includes('Someone is in or near'), markup.includes('>Open the Fan tab')];
    };
    for (const tab of [undefined, 2, 5]) expect(await findNotice(tab, true)).toEqual([true, true]);
    expect(await findNotice(undefined, false)).toEqual([false, false]);
    // The Fan tab shows the full notice.
    expect(await findNotice(4, true)).toEqual([false, false]);
  });

  it('shows that the bin does not exist, with only a link back', async () => {
    const markup = await renderError(404);
    expect(markup).toContain('Error loading bin data');
    expect(markup).toContain('This bin does not exist, or it was deleted.');
    expect([...markup.matchAll(/<a href="(.*?)"/g)].map(([, to]) => to)).toEqual(['/dashboard']);
    for (const part of ['[tabs]', '[live]', '<button']) expect(markup).not.toContain(part);
  });

  it("denies access to another customer's bin", async () => {
    const markup = await renderError(403);
    expect(markup).toContain('Access Denied');
    for (const part of ['[tabs]', '[live]', '<a']) expect(markup).not.toContain(part);
  });
});
