import type { ReactNode } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { renderMarkup } from '../../../lib/render.fixture.tsx';
import type { Role } from '../../../lib/session.ts';
import { LoginPage } from './login-page.tsx';

const mocks = vi.hoisted(() => ({ state: {}, role: null as Role | null }));

// The session module reads localStorage on import.
vi.hoisted(() => vi.stubGlobal('localStorage', { getItem: () => null }));
vi.mock('@tanstack/react-router', async (actual) => ({
  ...(await actual<object>()),
  getRouteApi: () => ({ useSearch: () => ({}) }),
  useRouter: () => ({ history: {} }),
  useRouterState: ({ select }: { readonly select: (routerState: object) => object }) =>
    select({ location: { state: mocks.state } }),
}));
vi.mock('../../../lib/use-session.ts', () => ({
  useSession: () => (mocks.role === null ? null : { userId: 3, role: mocks.role }),
}));
vi.mock('../../../lib/load-when-idle.ts', () => ({ loadWhenIdle: () => () => undefined }));
vi.mock('../../../features/accounts/components/sign-in-form.tsx', () => ({
  SignInForm: () => '[form]',
}));
vi.mock('../../shell/public-layout.tsx', () => ({
  PublicLayout: ({ children }: { readonly children: ReactNode }) => children,
}));
vi.mock('../../../components/button-link.tsx', () => ({
  ButtonLink: ({ to, children }: { readonly to: string; readonly children: ReactNode }) => (
    <a href={to}>{children}</a>
  ),
}));

function renderPage(state: object, role: Role | null): string {
  Object.assign(mocks, { state, role });
  return renderMarkup(<LoginPage />);
}

describe('the sign-in page', () => {
  it('tells a farmer why a staff page redirected here, with a link to their bins', () => {
    const markup = renderPage({ isForbidden: true }, 'user');
    expect(markup).toContain('You are still signed in.');
    expect(markup).toContain('<a href="/allbins">Back to home page</a>');
    expect(markup).toContain('[form]');
  });

  it('does not show that message to other visitors', () => {
    const others = [renderPage({}, 'user'), renderPage({ isForbidden: false }, null)];
    // The user has since signed out, perhaps in another tab.
    others.push(renderPage({ isForbidden: true }, null));
    for (const markup of others) {
      expect(markup).toContain('[form]');
      expect(markup).not.toContain('staff');
    }
  });
});
