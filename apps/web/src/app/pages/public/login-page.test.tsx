import type { ReactNode } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { renderMarkup } from '../../../lib/render.fixture.tsx';
import type { Role } from '../../../lib/session.ts';
import { LoginPage } from './login-page.tsx';

const now = vi.hoisted(() => ({ state: {}, role: null as Role | null }));

// The session module reads localStorage on import.
vi.hoisted(() => vi.stubGlobal('localStorage', { getItem: () => null }));
vi.mock('@tanstack/react-router', async (actual) => ({
  ...(await actual<object>()),
  getRouteApi: () => ({ useSearch: () => ({}) }),
  useRouter: () => ({ history: {} }),
  useRouterState: ({ select }: { readonly select: (of: object) => object }) =>
    select({ location: { state: now.state } }),
}));
vi.mock('../../../lib/use-session.ts', () => ({
  useSession: () => (now.role === null ? null : { userId: 3, role: now.role }),
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

function page(state: object, role: Role | null): string {
  Object.assign(now, { state, role });
  return renderMarkup(<LoginPage />);
}

describe('the sign-in page', () => {
  it('tells a farmer why a staff page redirected here, with a link to their bins', () => {
    const markup = page({ isNotAllowed: true }, 'user');
    expect(markup).toContain('You are still signed in.');
    expect(markup).toContain('<a href="/allbins">Back to my bins</a>');
    expect(markup).toContain('[form]');
  });

  it('does not show this to others', () => {
    const others = [page({}, 'user'), page({ isNotAllowed: false }, null)];
    // The user has signed out since, perhaps in another tab.
    others.push(page({ isNotAllowed: true }, null));
    for (const markup of others) {
      expect(markup).toContain('[form]');
      expect(markup).not.toContain('staff');
    }
  });
});
