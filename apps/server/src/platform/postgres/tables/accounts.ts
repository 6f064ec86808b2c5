import type { Role } from '@granary/domain/access/roles';
import type { GeneratedAlways } from 'kysely';
import type { DefaultNow, WithDefault } from './columns.ts';

export interface UsersTable {
  id: GeneratedAlways<number>;
  email: string;
  passwordHash: string;
  role: Role;
  distributorId: number | null;
  firstName: WithDefault<string>;
  lastName: WithDefault<string>;
  phone: WithDefault<string>;
  city: WithDefault<string>;
  state: WithDefault<string>;
  country: WithDefault<string>;
  timezone: WithDefault<string>;
  language: WithDefault<string>;
  isDemo: WithDefault<boolean>;
  searchText: GeneratedAlways<string>;
  createdAt: DefaultNow;
  deletedAt: Date | null;
  version: WithDefault<number>;
  adminNotes: WithDefault<string>;
  notesVersion: WithDefault<number>;
  notifies: WithDefault<boolean>;
  notifiesByPush: WithDefault<boolean>;
  notifiesBySms: WithDefault<boolean>;
  notifiesByEmail: WithDefault<boolean>;
  /** Whether the user gets the weekly mail. */
  notifiesWeekly: WithDefault<boolean>;
  /**
   * The quiet hours, as 'HH:MM' in the user's time zone; only critical alerts are sent during them. Empty if
   * there are none.
   */
  quietFrom: WithDefault<string>;
  quietUntil: WithDefault<string>;
  /** Whether the distributor is mailed about critical alerts that nobody acknowledged. */
  escalates: WithDefault<boolean>;
  officeAddress: WithDefault<string>;
  workingHours: WithDefault<string>;
  preferredTemperatureUnit: WithDefault<'c' | 'f' | null>;
  preferredCropUnit: WithDefault<'bushels' | 'tonnes' | null>;
  /** Encrypted, even before the user has confirmed it. */
  totpSecret: WithDefault<Buffer | null>;
  totpEnabledAt: WithDefault<Date | null>;
  /** The time step of the last code; a code works only once. */
  totpLastStep: WithDefault<number>;
}

export interface SessionsTable {
  id: string;
  userId: number;
  createdAt: DefaultNow;
  expiresAt: Date;
  revokedAt: Date | null;
  /** The user does not have to enter the password again before this time. */
  verifiedUntil: Date | null;
  /** The IP address and browser that the user signed in from. */
  address: WithDefault<string>;
  userAgent: WithDefault<string>;
}

/**
 * A browser that has signed in to an account; failed attempts from other browsers do not delay its sign-ins.
 */
export interface KnownBrowsersTable {
  userId: number;
  browserHash: Buffer;
  usedAt: Date;
}

export interface RecoveryCodesTable {
  userId: number;
  codeHash: Buffer;
}

export interface TwoFactorRolesTable {
  role: Role;
}

export interface InvitationsTable {
  userId: number;
  tokenHash: Buffer;
  expiresAt: Date;
}

export interface SignInFailuresTable {
  accountHash: Buffer;
  address: string;
  at: DefaultNow;
}

export interface SetupLinksTable {
  tokenHash: Buffer;
  expiresAt: Date;
}

export interface ResetCodesTable {
  userId: number;
  codeHash: Buffer;
  expiresAt: Date;
  tries: WithDefault<number>;
  /** The browser that requested the code; null if it has no ID. */
  browserHash: WithDefault<Buffer | null>;
  /** Tries from other browsers. */
  otherTries: WithDefault<number>;
}

export interface ResetRequestsTable {
  id: GeneratedAlways<number>;
  accountHash: Buffer;
  address: string;
  at: Date;
}
