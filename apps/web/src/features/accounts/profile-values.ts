import type { Profile } from '@granary/contract/accounts/http';
import { browserZone } from './time-zones.ts';

/** What the form of a profile holds. */
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
  | 'notifies'
  | 'notifiesByPush'
  | 'notifiesBySms'
  | 'notifiesByEmail'
>;
export type ProfileField = keyof ProfileValues;

/** The form's fields by what they are called on the wire, in the order they stand in. */
export const fieldByWireName: Readonly<Record<string, ProfileField>> = {
  first_name: 'firstName',
  last_name: 'lastName',
  phone: 'phone',
  city: 'city',
  state: 'state',
  country: 'country',
  timezone: 'timezone',
  language: 'language',
  enable_notifications: 'notifies',
  enable_push_notifications: 'notifiesByPush',
  enable_sms_notifications: 'notifiesBySms',
  enable_email_notifications: 'notifiesByEmail',
};

export const fieldOrder: readonly ProfileField[] = Object.values(fieldByWireName);

/** A profile as its form shows it; without a zone the browser's is offered. */
export function toProfileValues(profile: Profile, browsers: string = browserZone()): ProfileValues {
  const { firstName, lastName, phone, city, state, country, language } = profile;
  const { notifies, notifiesByPush, notifiesBySms, notifiesByEmail } = profile;
  const timezone = profile.timezone || browsers;
  return {
    ...{ firstName, lastName, phone, city, state, country, timezone, language },
    ...{ notifies, notifiesByPush, notifiesBySms, notifiesByEmail },
  };
}
