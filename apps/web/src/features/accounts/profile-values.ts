import type { Profile } from '@granary/contract/accounts/http';
import { getBrowserZone } from './time-zones.ts';

export type ProfileValues = Pick<
  Profile,
  | 'firstName'
  | 'lastName'
  | 'phone'
  | 'city'
  | 'state'
  | 'country'
  | 'timezone'
  | 'language'
  | 'preferredTemperatureUnit'
  | 'preferredCropUnit'
  | 'notifies'
  | 'notifiesByPush'
  | 'notifiesBySms'
  | 'notifiesByEmail'
  | 'notifiesWeekly'
  | 'quietFrom'
  | 'quietUntil'
  | 'officeAddress'
  | 'workingHours'
>;
export type ProfileField = keyof ProfileValues;

/** Form fields by wire name, in the order of the form. */
export const fieldByWireName: Readonly<Record<string, ProfileField>> = {
  first_name: 'firstName',
  last_name: 'lastName',
  phone: 'phone',
  city: 'city',
  state: 'state',
  country: 'country',
  timezone: 'timezone',
  language: 'language',
  office_address: 'officeAddress',
  working_hours: 'workingHours',
  preferred_temp_unit: 'preferredTemperatureUnit',
  preferred_crop_unit: 'preferredCropUnit',
  enable_notifications: 'notifies',
  enable_push_notifications: 'notifiesByPush',
  enable_sms_notifications: 'notifiesBySms',
  enable_email_notifications: 'notifiesByEmail',
  enable_weekly_email: 'notifiesWeekly',
  quiet_from: 'quietFrom',
  quiet_until: 'quietUntil',
};

export const fieldOrder: readonly ProfileField[] = Object.values(fieldByWireName);

/** Returns the form's values; the time zone defaults to the browser's. */
export function toProfileValues(
  profile: Profile,
  defaultZone: string = getBrowserZone(),
): ProfileValues {
  const { firstName, lastName, phone, city, state, country, language } = profile;
  const { preferredTemperatureUnit, preferredCropUnit } = profile;
  const { notifies, notifiesByPush, notifiesBySms, notifiesByEmail, notifiesWeekly } = profile;
  const { officeAddress, workingHours, quietFrom, quietUntil } = profile;
  const timezone = profile.timezone || defaultZone;
  return {
    firstName,
    lastName,
    phone,
    city,
    state,
    country,
    timezone,
    language,
    officeAddress,
    workingHours,
    preferredTemperatureUnit,
    preferredCropUnit,
    notifies,
    notifiesByPush,
    notifiesBySms,
    notifiesByEmail,
    notifiesWeekly,
    quietFrom,
    quietUntil,
  };
}
