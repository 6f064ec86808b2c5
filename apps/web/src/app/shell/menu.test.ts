import { type Role, roleNames } from '@granary/domain/access/roles';
import { describe, expect, it } from 'vitest';
import { homePath } from '../router/guards.ts';
import { listMenuEntries } from './menu.ts';

const paths = (role: Role) => {
  const { first, last } = listMenuEntries({ role });
  return [first, last].map((part) => part.map(({ to }) => to));
};

describe('the side menu', () => {
  it('begins every role with the page that opens after signing in', () => {
    for (const role of roleNames) expect(paths(role)[0]?.[0], role).toBe(homePath({ role }));
  });

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
