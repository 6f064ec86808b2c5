import { type Role, roleNames } from '@granary/domain/access/roles';
import { describe, expect, it } from 'vitest';
import { homePath } from '../router/guards.ts';
import { listMenuEntries } from './menu.ts';

const paths = (role: Role) => {
  const { beforeBins, afterBins } = listMenuEntries({ role });
  return [beforeBins, afterBins].map((part) => part.map(({ to }) => to));
};

describe('the side menu', () => {
  it("tells only admins that the alerts page includes the server's alerts", () => {
    const labels = (role: Role) => listMenuEntries({ role }).beforeBins.map(({ label }) => label);
    expect(labels('admin')).toContain('alertsAndServer');
    for (const role of ['distributor', 'user'] as const) {
      expect(labels(role)).toContain('alerts');
      expect(labels(role)).not.toContain('alertsAndServer');
    }
  });

  it('starts for every role with the page that opens after signing in', () => {
    for (const role of roleNames) expect(paths(role)[0]?.[0], role).toBe(homePath({ role }));
  });

  it('shows users their bins and, below them, the contacts', () => {
    expect(paths('user')).toEqual([
      ['/allbins', '/overview', '/alerts', '/dashboard'],
      ['/contacts'],
    ]);
  });

  it('shows distributors their customers', () => {
    const theirs = ['/search', '/rawData', '/cropsettings', '/firmware', '/changes'];
    expect(paths('distributor')).toEqual([['/dashboard', '/alerts', '/addUser', ...theirs], []]);
  });

  it('shows admins all accounts', () => {
    const all = [
      '/dashboard',
      '/alerts',
      '/addUser',
      '/rawData',
      '/distributors',
      '/search',
      '/cropsettings',
      '/firmware',
      '/maps',
      '/changes',
      '/securityEvents',
    ];
    expect(paths('admin')).toEqual([all, []]);
  });
});
