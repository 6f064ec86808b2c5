import { roleNames } from '@granary/domain/access/roles';
import { describe, expect, it } from 'vitest';
import type { Role, Session } from '../../lib/session.ts';
import { checkAccess, getHomePath, getSafeReturnPath } from './guards.ts';

const session = (role: Role): Session => ({
  token: 't',
  userId: 1,
  role,
  email: 'a@b.example',
  fullName: null,
});

describe('the guard', () => {
  it('redirects visitors to the sign-in page and remembers the address', () => {
    const redirect = { to: '/login', returnTo: '/binsensor/7?at=x', isForbidden: false };
    expect(checkAccess(null, 'session', '/binsensor/7?at=x')).toEqual(redirect);
    expect(checkAccess(null, 'search', '/binsensor/7?at=x')).toEqual(redirect);
  });

  it('lets every role open pages that require no capability', () => {
    for (const role of roleNames) {
      expect(checkAccess(session(role), 'session', '/')).toBe(null);
    }
  });

  it('lets only roles that have the required capability open a page', () => {
    expect(checkAccess(session('admin'), 'search', '/search')).toBe(null);
    expect(checkAccess(session('distributor'), 'search', '/search')).toBe(null);
    expect(checkAccess(session('user'), 'search', '/search')).toEqual({
      to: '/login',
      returnTo: null,
      isForbidden: true,
    });
  });
});

describe('the home page', () => {
  it('is the dashboard for staff and the bins for others', () => {
    expect(getHomePath(session('admin'))).toBe('/dashboard');
    expect(getHomePath(session('distributor'))).toBe('/dashboard');
    expect(getHomePath(session('user'))).toBe('/allbins');
  });
});

describe('the path after signing in', () => {
  it('is the complete deep link', () => {
    expect(getSafeReturnPath('/binsensor/7?at=2026-10-14T14:20:00.000Z#x')).toBe(
      '/binsensor/7?at=2026-10-14T14:20:00.000Z#x',
    );
  });

  it.each([
    undefined,
    '',
    'https://evil.example/',
    '//evil.example/x',
    '/\\evil.example',
    '/\t/evil.example',
    'javascript:alert(1)',
    '/login',
    '/logout',
    '/setup',
  ])('is not %j', (returnTo) => {
    expect(getSafeReturnPath(returnTo)).toBe(null);
  });
});
