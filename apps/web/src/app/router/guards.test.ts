import { describe, expect, it } from 'vitest';
import type { Role, Session } from '../../lib/session.ts';
import { guard, homeOf, safeReturn } from './guards.ts';

const session = (role: Role): Session => ({
  token: 't',
  userId: 1,
  role,
  email: 'a@b.example',
  username: null,
});

describe('the guard', () => {
  it('sends whoever is not signed in to sign in and keeps where they wanted to go', () => {
    const sent = { to: '/login', returnTo: '/binsensor/7?at=x', isForStaff: false };
    expect(guard(null, 'session', '/binsensor/7?at=x')).toEqual(sent);
    expect(guard(null, 'staff', '/binsensor/7?at=x')).toEqual(sent);
  });

  it('lets any role see pages for all', () => {
    for (const role of ['admin', 'distributor', 'user'] as const) {
      expect(guard(session(role), 'session', '/')).toBe(null);
    }
  });

  it('lets only staff see pages for staff', () => {
    expect(guard(session('admin'), 'staff', '/search')).toBe(null);
    expect(guard(session('distributor'), 'staff', '/search')).toBe(null);
    expect(guard(session('user'), 'staff', '/search')).toEqual({
      ...{ to: '/login', returnTo: null, isForStaff: true },
    });
  });
});

describe('the first page', () => {
  it('is the dashboard for staff and the bins for others', () => {
    expect(homeOf(session('admin'))).toBe('/dashboard');
    expect(homeOf(session('distributor'))).toBe('/dashboard');
    expect(homeOf(session('user'))).toBe('/allbins');
  });
});

describe('the way back after signing in', () => {
  it('is the deep link, whole', () => {
    expect(safeReturn('/binsensor/7?at=2026-10-14T14:20:00.000Z#x')).toBe(
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
    expect(safeReturn(returnTo)).toBe(null);
  });
});
