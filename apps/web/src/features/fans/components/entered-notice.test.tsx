import type { ReactNode } from 'react';
import { expect, it, vi } from 'vitest';
import { renderMarkup } from '../../../lib/render.fixture.tsx';
import { EnteredNotices } from './entered-notice.tsx';

vi.mock('../../../components/button-link.tsx', () => ({
  ButtonLink: ({ children }: { readonly children: ReactNode }) => <a href="/fan">{children}</a>,
}));

it('names the bins of a list that someone is in or near, and no others', () => {
  const markup = renderMarkup(
    <EnteredNotices
      bins={[
        { id: 7, name: 'Home 1', hasOpenEntry: false },
        { id: 8, name: 'Home 2', hasOpenEntry: true },
      ]}
    />,
  );
  expect(markup).toContain('Someone is in or near Home 2');
  expect(markup).toContain('Open the Fan tab');
  expect(markup).not.toContain('Home 1');
});
