import type { FanDetails } from '@granary/contract/commands/http';
import type { FanWeek } from '@granary/contract/fans/schedule';
import { MINUTE, millis } from '@granary/domain/units';

export const REQUESTED_AT = millis(Date.UTC(2026, 9, 14, 14, 20));

/** A week without time slots. */
export const emptyWeek: FanWeek = {
  monday: [],
  tuesday: [],
  wednesday: [],
  thursday: [],
  friday: [],
  saturday: [],
  sunday: [],
};

/** A command to turn on a fan; it is waiting for its board. */
export const waitingCommand: FanDetails = {
  binId: 1,
  binName: 'Home 1',
  binNumber: 1,
  mainBoardId: 'PG-1',
  command: 'setF00000001',
  fan: 'on',
  status: 'unpublished',
  releasedAt: null,
  controlType: 'manual',
  isConfirmed: false,
  isProven: false,
  outcome: 'queued',
  failure: null,
  runForS: 7200,
  requestedBy: 'Anna Berg',
  requestedAt: REQUESTED_AT,
  expiresAt: millis(REQUESTED_AT + 5 * MINUTE),
  confirmedAt: null,
  currentState: 'off',
  reportedState: 'off',
  reportedSince: REQUESTED_AT,
  hasAirflow: null,
  isLockedOut: false,
  entry: null,
  entries: [],
  week: emptyWeek,
};
