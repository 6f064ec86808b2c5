import type { ReactNode } from 'react';
import { expect, it, vi } from 'vitest';
import { renderMarkup } from '../../../lib/render.fixture.tsx';
import { ResetPasswordPage } from './public-pages.tsx';

const EMAIL = 'ann@granary.example';
const NOT_SENT = 'This server cannot send email. Ask your administrator for the code.';

// The session module reads localStorage on import.
vi.hoisted(() => vi.stubGlobal('localStorage', { getItem: () => null }));
vi.mock('@tanstack/react-router', async (actual) => ({
  ...(await actual<object>()),
  getRouteApi: () => ({}),
  useNavigate: () => () => undefined,
  useRouterState: ({ select }: { readonly select: (routerState: object) => object }) =>
    select({ location: { state: { email: EMAIL, codeMessage: NOT_SENT } } }),
}));
vi.mock('../../../features/accounts/components/reset-password-form.tsx', () => ({
  ResetPasswordForm: () => '[form]',
}));
vi.mock('../../shell/public-layout.tsx', () => ({
  PublicLayout: ({ text, children }: { readonly text: string; readonly children: ReactNode }) => (
    <>
      {text}
      {children}
    </>
  ),
}));

it("shows the server's message about whether the code was sent", () => {
  const markup = renderMarkup(<ResetPasswordPage />);
  expect(markup).toContain(`Enter the code for ${EMAIL}.`);
  expect(markup).toContain(NOT_SENT);
  expect(markup).not.toContain('sent to');
});
