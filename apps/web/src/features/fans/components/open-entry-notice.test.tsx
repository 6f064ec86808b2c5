import type { ReactNode } from 'react';
import { expect, it, vi } from 'vitest';
import { renderMarkup } from '../../../lib/render.fixture.tsx';
import { OpenEntryNotices } from './open-entry-notice.tsx';

// The session module reads storage when it is imported.
vi.hoisted(() => {
  vi.stubGlobal('localStorage', { getItem: () => null });
  vi.stubGlobal('navigator', { languages: ['en-US'] });
});
vi.mock('../../../components/button-link.tsx', () => ({
  ButtonLink: ({ children }: { readonly children: ReactNode }) => <a href="/fan">{children}</a>,
}));

it('names each bin that people are in or near, and those people', () => {
  const markup = renderMarkup(
    <OpenEntryNotices
      bins={[
        { id: 7, name: 'Home 1', hasOpenEntry: false, peopleInside: [] },
        { id: 8, name: 'Home 2', hasOpenEntry: true, peopleInside: ['Ada Miller', null] },
      ]}
    />,
  );
  expect(markup).toContain('Someone is in or near Home 2');
  expect(markup).toContain('Ada Miller and someone whose account was deleted');
  expect(markup).toContain('Open the Fan tab');
  expect(markup).not.toContain('Home 1');
});
