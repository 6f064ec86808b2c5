import { type Role, roleNames } from '@granary/domain/access/roles';
import { describe, expect, it } from 'vitest';
import { getHomePath } from '../router/guards.ts';
import { listMenuEntries } from './menu.ts';

const listPaths = (role: Role) => {
  const { beforeBins, afterBins } = listMenuEntries({ role });
  return [beforeBins, afterBins].map((part) => part.map(({ to }) => to));
};

describe('the side menu', () => {
  it("tells only admins that the alerts page includes the server's alerts", () => {
    const listLabels = (role: Role) =>
      listMenuEntries({ role }).beforeBins.map(({ label }) => label);
    expect(listLabels('admin')).toContain('alertsAndServer');
    for (const role of ['distributor', 'user'] as const) {
      expect(listLabels(role)).toContain('alerts');
      expect(listLabels(role)).not.toContain('alertsAndServer');
    }
  });

  it('starts for every role with the page that opens after signing in', () => {
    for (const role of roleNames) expect(listPaths(role)[0]?.[0], role).toBe(getHomePath({ role }));
  });

  it('shows users their bins and, below them, the contacts', () => {
    expect(listPaths('user')).toEqual([
      ['/allbins', '/overview', '/alerts', '/dashboard'],
      ['/contacts'],
    ]);
  });

  it('shows distributors their customers', () => {
    const otherPaths = ['/search', '/rawData', '/cropsettings', '/firmware', '/changes'];
    expect(listPaths('distributor')).toEqual([
      ['/dashboard', '/alerts', '/addUser', ...otherPaths],
      [],
    ]);
  });

  it('shows admins all accounts', () => {
    const adminPaths = [
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
    expect(listPaths('admin')).toEqual([adminPaths, []]);
  });
});
