/** The kinds of security events. */
export const securityEventKinds = [
  'sign-in',
  'sign-in-failed',
  'sign-out',
  'session-rejected',
  'access-refused',
  'board-refused',
  'limit-reached',
  'reset-requested',
  'reset-failed',
  'password-changed',
  'sessions-ended',
  'two-factor-changed',
  'recovery-code-used',
  'invited',
  'invitation-used',
  'account-added',
  'account-deleted',
  'distributor-changed',
  'board-key-changed',
] as const;
export type SecurityEventKind = (typeof securityEventKinds)[number];

/**
 * Why an event happened, or which limit was reached; a closed list, so that the metrics have few label
 * values.
 */
export const securityEventReasons = [
  // Refused requests.
  'not-allowed',
  'out-of-scope',
  // Limits of `limit-reached`.
  'sign-in',
  'reset-code',
  // Also why a sign-in failed.
  'second-factor',
  // How a password or two-factor authentication changed.
  'emailed-code',
  'own-password',
  'turned-on',
  'turned-off',
  'new-codes',
  'required-roles',
  // Refused boards.
  'credentials',
  'will',
  'topic',
  'retained',
  'qos',
  'too-long',
] as const;
export type SecurityEventReason = (typeof securityEventReasons)[number];

/**
 * An event that matters for security. It contains only IDs and addresses, never anything that someone typed.
 */
export interface SecurityEvent {
  readonly kind: SecurityEventKind;
  readonly reason?: SecurityEventReason;
  /** The network address of the caller. */
  readonly address?: string;
  /** The account that it is about. */
  readonly userId?: number;
  /** The account that did it. */
  readonly actorId?: number;
  /** The ID of an existing board; an ID from an unknown client could be anything, and is left out. */
  readonly mainBoardId?: string;
}
