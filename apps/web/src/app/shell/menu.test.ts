import { describe, expect, it } from 'vitest';
import { menuOf } from './menu.ts';

describe('the side menu', () => {
  it('leads users to their bins and staff to their customers', () => {
    const paths = (role: 'admin' | 'distributor' | 'user') => menuOf(role).map(({ to }) => to);
    expect(paths('user')).toEqual(['/allbins', '/overview', '/dashboard']);
    expect(paths('admin')).toEqual(['/dashboard']);
    expect(paths('distributor')).toEqual(['/dashboard']);
  });
});
