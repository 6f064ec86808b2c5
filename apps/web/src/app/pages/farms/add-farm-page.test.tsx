import type { User } from '@granary/contract/accounts/http';
import { QueryClient } from '@tanstack/react-query';
import { describe, expect, it, vi } from 'vitest';
import { userQuery } from '../../../features/accounts/api/get-user.ts';
import { renderMarkup } from '../../../lib/render.fixture.tsx';
import { AddFarmPage } from './add-farm-page.tsx';

// The session module reads localStorage on import.
vi.hoisted(() => vi.stubGlobal('localStorage', { getItem: () => null }));
vi.mock('@tanstack/react-router', async (actual) => ({
  ...(await actual<object>()),
  getRouteApi: () => ({ useParams: () => ({ userId: 7 }), useNavigate: () => () => undefined }),
}));
vi.mock('../use-breadcrumbs.tsx', () => ({ useBreadcrumbs: () => [] }));
vi.mock('../../../features/farms/components/add-farm-form.tsx', () => ({
  AddFarmForm: () => 'the form',
}));
vi.mock('../../../components/page.tsx', () => ({
  Page: ({ children }: { readonly children: unknown }) => children,
}));

const anna = { id: 7, firstName: 'Anna', lastName: 'Wiebe', email: 'a@farm.example' };

function renderPage(role: User['role']): string {
  const queries = new QueryClient();
  queries.setQueryData(userQuery(7).queryKey, { ...anna, role } as User);
  return renderMarkup(<AddFarmPage />, queries);
}

describe('the page for adding a farm', () => {
  it('shows the form for a customer', () => {
    expect(renderPage('user')).toContain('the form');
  });

  it.each([
    ['distributor', "Distributors can't have farms"],
    ['admin', "This account can't have farms"],
  ] as const)('shows, instead of the form, that a %s cannot have farms', (role, text) => {
    const markup = renderPage(role);
    expect(markup).toContain(text);
    expect(markup).not.toContain('the form');
  });
});
