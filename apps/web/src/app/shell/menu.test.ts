import { describe, expect, it } from 'vitest';
import type { Role } from '../../lib/session.ts';
import { menuOf } from './menu.ts';

const paths = (role: Role) => {
  const { first, last } = menuOf({ userId: 1, role });
  return [first, last].map((part) => part.map(({ to }) => to));
};

describe('the side menu', () => {
  it('leads users to their bins, and below those to whom they can turn to', () => {
    expect(paths('user')).toEqual([['/allbins', '/overview', '/dashboard'], ['/contacts']]);
  });

  it('leads distributors to their customers', () => {
    const theirs = ['/search', '/rawData', '/cropsettings', '/firmware', '/changes'];
    expect(paths('distributor')).toEqual([['/dashboard', '/addUser', ...theirs], []]);
  });

  it('leads admins to everybody', () => {
    const all = [
      '/dashboard',
      '/addUser',
      '/rawData',
      '/distributors',
      '/search',
      '/cropsettings',
      '/firmware',
      '/changes',
    ];
    expect(paths('admin')).toEqual([all, []]);
  });
});
