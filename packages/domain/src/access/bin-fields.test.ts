import { describe, expect, it } from 'vitest';
import { canChangeBinField, canChangeBinSettings } from './bin-fields.ts';
import { roleNames } from './roles.ts';

const ids = { user: 1, distributor: 2, admin: 3 };
const owner = { userId: 1, distributorId: 2 };
const findRoles = (field: string) =>
  (['user', 'distributor', 'admin'] as const).filter((role) =>
    canChangeBinField({ id: ids[role], role }, field, owner),
  );

describe('a setting of a bin', () => {
  it.each([
    'mainBoardId',
    'binNumber',
    'frequency',
    'radioGroup',
    'boardType',
    'firmwareName',
    'firmwareVersion',
    'firmwareMode',
  ])('%s is for admins', (field) => {
    expect(findRoles(field)).toEqual(['admin']);
  });

  it.each(['installationMode', 'cables', 'lat', 'lng'])('%s is for staff', (field) => {
    expect(findRoles(field)).toEqual(['distributor', 'admin']);
  });

  it.each(['name', 'crop', 'temperatureAlertC', 'fanOnThreshold', 'fanKw', 'constructor'])(
    '%s is also for the owner of the bin',
    (field) => {
      expect(findRoles(field)).toEqual(['user', 'distributor', 'admin']);
      expect(canChangeBinField({ id: 9, role: 'user' }, field, owner)).toBe(false);
    },
  );
});

it('lets every listed role open the settings that it can change', () => {
  expect(roleNames.filter(canChangeBinSettings)).toEqual(['admin', 'distributor', 'user']);
});
