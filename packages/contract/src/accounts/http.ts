import { addableRoles, roleNames } from '@granary/domain/access/roles';
import * as z from 'zod/mini';
import { route } from '../route.ts';
import { cropUnit, temperatureUnit } from '../units.ts';
import { describe, id, instant, wireBody, wireObject } from '../wire.ts';

export const role = z.enum(roleNames);
export const LANGUAGES = ['en', 'es', 'de', 'ru', 'it'] as const;
export type Language = (typeof LANGUAGES)[number];

const email = z.string().check(z.trim(), z.maxLength(254), z.email());
export const password = z.string().check(z.minLength(1), z.maxLength(200));
/** The server checks its length and whether it is too common, each with a separate error message. */
export const newPassword = describe(password, 'At least 10 characters, and not a common password.');
const shortText = z.string().check(z.trim(), z.maxLength(100));

/** The spec requires the ID under both names. */
const identityFields = {
  id: ['id', id],
  documentId: ['_id', id],
  firstName: ['first_name', z.string()],
  lastName: ['last_name', z.string()],
  email: ['email', z.string()],
} as const;
const addressFields = {
  city: ['city', z.string()],
  state: ['state', z.string()],
  country: ['country', z.string()],
} as const;

/** An account as other users see it. */
const userFields = {
  ...identityFields,
  phone: ['phone', z.string()],
  ...addressFields,
  role: ['role', role],
  distributorId: ['distributor_id', z.nullable(id)],
} as const;
export const user = wireObject(userFields);
export type User = z.output<typeof user>;

/** A customer in the customer list, with their farm and bin counts. */
export const customer = wireObject({
  ...identityFields,
  phone: ['phone', z.string()],
  ...addressFields,
  farmCount: ['farm_count', z.int()],
  binCount: ['bin_count', z.int()],
});
export type Customer = z.output<typeof customer>;

/** Office details for a distributor's customers; empty working hours are shown as the default ones. */
const officeFields = {
  /** The street address, shown before city, state and country. */
  officeAddress: ['office_address', z.string()],
  workingHours: ['working_hours', z.string()],
} as const;

/** The signed-in user's own profile. */
export const profile = wireObject({
  id: ['id', id],
  firstName: ['first_name', z.string()],
  lastName: ['last_name', z.string()],
  email: ['email', z.string()],
  role: ['role', role],
  phone: ['phone', z.string()],
  ...addressFields,
  timezone: ['timezone', z.string()],
  language: ['language', z.enum(LANGUAGES)],
  /** For lists of several bins; null shows each bin in its own units. */
  preferredTemperatureUnit: ['preferred_temp_unit', z.nullable(temperatureUnit)],
  preferredCropUnit: ['preferred_crop_unit', z.nullable(cropUnit)],
  notifies: ['enable_notifications', z.boolean()],
  notifiesByPush: ['enable_push_notifications', z.boolean()],
  notifiesBySms: ['enable_sms_notifications', z.boolean()],
  notifiesByEmail: ['enable_email_notifications', z.boolean()],
  /** Whether the user gets a weekly mail about each farm, sent on Mondays if email is on. */
  notifiesWeekly: ['enable_weekly_email', z.boolean()],
  /**
   * Quiet hours, 'HH:MM' in the user's time zone, when only critical alerts are sent; empty if there are
   * none.
   */
  quietFrom: ['quiet_from', z.string()],
  quietUntil: ['quiet_until', z.string()],
  /** Whether critical alerts that nobody acknowledged are mailed to the distributor; set by staff. */
  escalates: ['enable_escalation', z.boolean()],
  ...officeFields,
  /** Incremented on every change; a write sends the version that was read. */
  version: ['version', z.int()],
});
export type Profile = z.output<typeof profile>;

export const signIn = route('POST', 'user/login', {
  summary:
    'Sign in; the response is a bearer token. Accounts with two-factor sign-in need a code; without one, the response is 403 TWO_FACTOR_REQUIRED',
  body: z.strictObject({
    email,
    password,
    remember: z.optional(z.boolean()),
    /** Six digits from the authenticator app, or a recovery code. */
    code: z.optional(z.string().check(z.trim(), z.maxLength(32))),
  }),
  response: z.string(),
});

export const signOut = route('POST', 'user/logout', {
  summary: 'End the current session',
  response: z.string(),
});

export const getMyInfo = route('GET', 'user/getMyInfo', {
  summary: 'The signed-in user',
  response: profile,
});

export const getUsersList = route('GET', 'user/getUsersList', {
  summary: "All customers for an admin; a distributor's own customers for a distributor",
  response: z.array(customer),
});

export const getUser = route('GET', 'user/getUser', {
  summary: 'One customer',
  query: z.object({ user_id: id }),
  response: user,
});

/** Creates the first admin; works only with a link that the server prints when it starts without an admin. */
export const setUpAdmin = route('POST', 'user/setUpAdmin', {
  summary: 'Create the first admin with the link that the server prints',
  body: wireBody({
    setupToken: ['setup_token', z.string().check(z.minLength(1), z.maxLength(200))],
    email: ['email', email],
    password: ['password', newPassword],
    firstName: ['first_name', shortText],
    lastName: ['last_name', shortText],
  }),
  response: z.string(),
});

const phone = z.string().check(z.trim(), z.maxLength(30), z.regex(/^[0-9+() .-]*$/));
const requiredText = z.string().check(z.trim(), z.minLength(1), z.maxLength(100));
const timeOfDay = describe(
  z.string().check(z.regex(/^(([01]\d|2[0-3]):[0-5]\d)?$/)),
  'HH:MM, or empty.',
);
/** Only distributors can set it. */
const officeText = z.string().check(z.trim(), z.maxLength(200));

/** The fields that users can change in their profile. An omitted field stays as it is. */
export const updateUser = route('POST', 'user/updateUser', {
  summary: "Change the caller's profile",
  body: wireBody({
    firstName: ['first_name', z.optional(requiredText)],
    lastName: ['last_name', z.optional(requiredText)],
    phone: ['phone', z.optional(phone.check(z.minLength(1)))],
    city: ['city', z.optional(requiredText)],
    state: ['state', z.optional(requiredText)],
    country: ['country', z.optional(requiredText)],
    timezone: ['timezone', z.optional(z.string().check(z.maxLength(64)))],
    language: ['language', z.optional(z.enum(LANGUAGES))],
    preferredTemperatureUnit: ['preferred_temp_unit', z.optional(z.nullable(temperatureUnit))],
    preferredCropUnit: ['preferred_crop_unit', z.optional(z.nullable(cropUnit))],
    notifies: ['enable_notifications', z.optional(z.boolean())],
    notifiesByPush: ['enable_push_notifications', z.optional(z.boolean())],
    notifiesBySms: ['enable_sms_notifications', z.optional(z.boolean())],
    notifiesByEmail: ['enable_email_notifications', z.optional(z.boolean())],
    notifiesWeekly: ['enable_weekly_email', z.optional(z.boolean())],
    quietFrom: ['quiet_from', z.optional(timeOfDay)],
    quietUntil: ['quiet_until', z.optional(timeOfDay)],
    officeAddress: ['office_address', z.optional(officeText)],
    workingHours: ['working_hours', z.optional(officeText)],
    version: ['version', z.optional(z.int())],
  }),
  response: profile,
});

/** The fields of a customer's profile that staff can correct. */
export const customerDetails = wireObject({
  firstName: ['first_name', z.string()],
  lastName: ['last_name', z.string()],
  phone: ['phone', z.string()],
  language: ['language', z.enum(LANGUAGES)],
  /** Whether critical alerts that nobody acknowledged for two hours are mailed to the distributor. */
  escalates: ['enable_escalation', z.boolean()],
  /** The version of the profile. */
  version: ['version', z.int()],
});
export type CustomerDetails = z.output<typeof customerDetails>;

export const getCustomerDetails = route('GET', 'user/customerDetails/:userId', {
  summary:
    "A customer's name, phone number, language and escalation setting, for staff who can correct them",
  params: z.object({ userId: id }),
  response: customerDetails,
});

export const updateCustomerDetails = route('POST', 'user/customerDetails/:userId', {
  summary:
    "Correct a customer's name, phone number, language or escalation setting; omitted fields do not change",
  params: z.object({ userId: id }),
  body: wireBody({
    firstName: ['first_name', z.optional(requiredText)],
    lastName: ['last_name', z.optional(requiredText)],
    phone: ['phone', z.optional(phone)],
    language: ['language', z.optional(z.enum(LANGUAGES))],
    escalates: ['enable_escalation', z.optional(z.boolean())],
    version: ['version', z.optional(z.int())],
  }),
  response: customerDetails,
});

/** A person to contact. */
export const contact = wireObject({
  kind: ['kind', z.enum(['distributor', 'admin'])],
  name: ['name', z.string()],
  email: ['email', z.string()],
  phone: ['phone', z.string()],
  ...officeFields,
  ...addressFields,
});
export type Contact = z.output<typeof contact>;

export const getContacts = route('GET', 'user/getContacts', {
  summary: "The caller's distributor; the admins if the caller has none",
  response: z.array(contact),
});

export const RESET_CODE_LENGTH = 6;

export const sendResetCode = route('POST', 'user/sendResetCode', {
  summary:
    'Email a code that resets the password: six characters, valid for ten minutes, five tries and one use',
  body: z.strictObject({ email }),
  response: z.string(),
});

export const resetPassword = route('POST', 'user/resetPassword', {
  summary: 'Set a new password with the emailed code; ends all sessions',
  body: wireBody({
    code: ['forget_password_code', z.string().check(z.trim(), z.maxLength(64))],
    password: ['password', newPassword],
    email: ['email', email],
  }),
  response: z.string(),
});

export const verifyPassword = route('POST', 'user/verifyPassword', {
  summary: "Confirm the caller's password; the session counts as verified for five minutes",
  body: z.strictObject({ password }),
  response: z.string(),
});

/** An invitation to set the first password; the link is shown once. */
const invitation = wireObject({
  /** The link's secret; null if the link was emailed. */
  token: ['invitation_token', z.nullable(z.string())],
  expiresAt: ['expires_at', instant],
});
export type Invitation = z.output<typeof invitation>;

/** How long an invitation is valid, days. */
export const INVITATION_DAYS = 7;

/** A new account, with an invitation if it has no password. */
export const addedUser = wireObject({
  ...userFields,
  invitation: ['invitation', z.optional(invitation)],
});
export type AddedUser = z.output<typeof addedUser>;

const invitationToken = z.string().check(z.minLength(1), z.maxLength(200));

export const invite = route('POST', 'user/invite', {
  summary:
    'Send a new invitation for an account without a password; the previous link stops working',
  body: wireBody({ userId: ['user_id', id] }),
  response: invitation,
});

export const readInvitation = route('POST', 'user/readInvitation', {
  summary: 'The account that an invitation is for',
  body: wireBody({ token: ['invitation_token', invitationToken] }),
  response: wireObject({
    email: ['email', z.string()],
    firstName: ['first_name', z.string()],
    lastName: ['last_name', z.string()],
  }),
});

export const acceptInvitation = route('POST', 'user/acceptInvitation', {
  summary: 'Set the first password with an invitation; the response is a bearer token',
  body: wireBody({
    token: ['invitation_token', invitationToken],
    password: ['password', newPassword],
  }),
  response: z.string(),
});

export const addUser = route('POST', 'user/addUser', {
  summary:
    "Add a customer; an admin may also add a distributor, or choose the customer's distributor. Without a password, the account gets an invitation",
  body: wireBody({
    email: ['email', email],
    /** If it is empty or missing, the person sets a password with an invitation. */
    password: ['password', z._default(z.string().check(z.maxLength(200)), '')],
    firstName: ['first_name', requiredText],
    lastName: ['last_name', requiredText],
    phone: ['phone', z._default(phone, '')],
    city: ['city', z._default(shortText, '')],
    state: ['state', z._default(shortText, '')],
    country: ['country', z._default(shortText, '')],
    /** The default is part of the published API: callers that omit the role add a customer. */
    role: ['role', z._default(z.enum(addableRoles), 'user')],
    distributorId: ['distributor_id', z.optional(z.nullable(id))],
  }),
  response: addedUser,
});

export const deleteUser = route('DELETE', 'user/deleteUser', {
  summary:
    'Delete a customer without farms or a distributor without customers; an admin can restore the account within 30 days',
  body: wireBody({ userId: ['user_id', id] }),
  response: z.string(),
});

export const distributor = wireObject({
  ...identityFields,
  phone: ['phone', z.string()],
  ...addressFields,
  customerCount: ['customer_count', z.int()],
});

export const getDistributorList = route('GET', 'user/getDistributorList', {
  summary: 'All distributors',
  response: z.array(distributor),
});

export const getUsersByDistributor = route('GET', 'user/getUsersByDistributor/:id', {
  summary: "A distributor's customers, for admins and for the distributor",
  params: z.object({ id }),
  response: z.array(customer),
});

export const assignDistributor = route('POST', 'user/assignDistributor', {
  summary: 'Move a customer to a distributor, or to none',
  body: wireBody({
    userId: ['user_id', id],
    distributorId: ['distributor_id', z.nullable(id)],
    /** The distributor that the caller last saw; 409 if someone else has moved the customer since then. */
    lastDistributorId: ['last_distributor_id', z.optional(z.nullable(id))],
  }),
  response: z.string(),
});

const MAX_NOTES_LENGTH = 20_000;
const notes = {
  text: ['admin_notes', z.string().check(z.maxLength(MAX_NOTES_LENGTH))],
  version: ['version', z.optional(z.int())],
} as const;

export const getNotes = route('GET', 'user/notes/:userId', {
  summary: 'Staff notes on a customer',
  params: z.object({ userId: id }),
  response: wireObject(notes),
});

export const saveNotes = route('POST', 'user/notes/:userId', {
  summary: 'Save the staff notes on a customer; returns the new version number',
  params: z.object({ userId: id }),
  body: wireBody(notes),
  isFullBody: true,
  response: z.object({ RESP_MSG: z.string(), version: z.int() }),
});

/** The keys of a browser's push subscription, base64url. */
const pushKeys = z.strictObject({
  p256dh: z.string().check(z.regex(/^[\w-]{87}$/)),
  auth: z.string().check(z.regex(/^[\w-]{22}$/)),
});

export const getPushKey = route('GET', 'user/pushKey', {
  summary: 'The public key that a browser needs to subscribe to push notifications',
  response: z.string(),
});

export const registerDevice = route('POST', 'user/registerDevice', {
  summary: 'Register a browser or device for push notifications',
  body: wireBody({
    loginId: ['login_id', z.optional(z.string().check(z.maxLength(254)))],
    token: ['token_id', z.string().check(z.minLength(1), z.maxLength(2048))],
    keys: ['keys', z.optional(pushKeys)],
    registeredAt: ['register_date', z.optional(instant)],
    deviceType: ['device_type', z.string().check(z.maxLength(500))],
    notifies: ['enable_notifications', z._default(z.boolean(), true)],
    notifiesByPush: ['enable_push_notifications', z._default(z.boolean(), true)],
  }),
  response: z.string(),
});
