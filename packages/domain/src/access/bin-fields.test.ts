import { describe, expect, it } from 'vitest';
import { canChangeBinField, canChangeBinSettings } from './bin-fields.ts';
import { roleNames } from './roles.ts';

const ids = { user: 1, distributor: 2, admin: 3 };
const owner = { userId: 1, distributorId: 2 };
const getRolesThatCanChange = (field: string) =>
  (['user', 'distributor', 'admin'] as const).filter((role) =>
    canChangeBinField({ id: ids[role], role }, field, owner),
  );

describe('a bin setting', () => {
  it.each([
    'mainBoardId',
    'binNumber',
    'frequency',
    'radioGroup',
    'boardType',
    'firmwareName',
    'firmwareVersion',
    'firmwareMode',
  ])('%s can be changed only by admins', (field) => {
    expect(getRolesThatCanChange(field)).toEqual(['admin']);
  });

  it.each(['installationMode', 'cables', 'lat', 'lng'])(
    '%s can be changed only by staff',
    (field) => {
      expect(getRolesThatCanChange(field)).toEqual(['distributor', 'admin']);
    },
  );

  it.each(['name', 'crop', 'temperatureAlertC', 'fanOnThreshold', 'fanKw', 'constructor'])(
    '%s can also be changed by the owner of the bin',
    (field) => {
      expect(getRolesThatCanChange(field)).toEqual(['user', 'distributor', 'admin']);
      expect(canChangeBinField({ id: 9, role: 'user' }, field, owner)).toBe(false);
    },
  );
});

it('lets every role that can change a bin setting open the settings', () => {
  expect(roleNames.filter(canChangeBinSettings)).toEqual(['admin', 'distributor', 'user']);
});
