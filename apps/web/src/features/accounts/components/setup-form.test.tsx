import { signIn as signInRoute } from '@granary/contract/accounts/http';
import type { Route } from '@granary/contract/route';
import type { ReactNode } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { ApiError } from '../../../lib/api-error.ts';
import { renderMarkup } from '../../../lib/render.fixture.tsx';
import { type SetupResult, setUpFirstAdmin } from '../api/sign-in.ts';
import { SetupForm } from './setup-form.tsx';

const signInError = new ApiError({
  status: 429,
  code: 'TOO_MANY_REQUESTS',
  message: 'Wait a minute.',
});
const mutation = vi.hoisted(() => ({ isSuccess: false, isError: false, data: {} as unknown }));

// The session module reads storage when it is imported.
vi.hoisted(() => vi.stubGlobal('localStorage', { getItem: () => null }));
vi.mock('../../../lib/api.ts', () => ({
  call: (route: Route) =>
    route === signInRoute ? Promise.reject(signInError) : Promise.resolve({}),
}));
vi.mock('@tanstack/react-query', async (actual) => ({
  ...(await actual<object>()),
  useMutation: () => mutation,
}));
vi.mock('../../../components/button-link.tsx', () => ({
  ButtonLink: ({ to, children }: { readonly to: string; readonly children: ReactNode }) => (
    <a href={to}>{children}</a>
  ),
}));

const renderForm = () => renderMarkup(<SetupForm setupToken="once" onDone={() => undefined} />);

describe('creating the first admin', () => {
  it('succeeds even if signing in is rejected', async () => {
    const person = { firstName: 'Greta', lastName: 'Thiessen', email: 'g@farm.example' };
    const result = await setUpFirstAdmin({
      ...person,
      setupToken: 'once',
      password: 'sunlit granary',
    });
    expect(result).toEqual({ signInError });
  });

  it('reports the rejected sign-in and shows a link to the sign-in page instead of the form', () => {
    expect(renderForm()).toContain('Create account');
    Object.assign(mutation, {
      isSuccess: true,
      data: { signInError } satisfies SetupResult,
    });
    const markup = renderForm();
    expect(markup).toContain('Your account was created, but you are not signed in');
    expect(markup).toMatch(/<a href="\/login">Sign in<\/a>/);
    expect(markup).not.toContain('Create account');
  });
});
