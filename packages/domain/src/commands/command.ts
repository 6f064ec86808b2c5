import type { Millis } from '../units.ts';
import type { Instruction } from './instruction.ts';

/**
 * The state of a command. It waits (`queued`), was sent (`released`), was confirmed by the board
 * (`confirmed`) and, for a fan, took effect in the plenum (`proven`). It ends early if it could not be sent
 * in time (`expired`), a newer one replaced it (`superseded`), the board did not carry it out (`failed`), or
 * it was withdrawn (`cancelled`).
 */
export type CommandState =
  | 'queued'
  | 'released'
  | 'confirmed'
  | 'proven'
  | 'expired'
  | 'superseded'
  | 'failed'
  | 'cancelled';

export function isOpen(state: CommandState): boolean {
  return state === 'queued' || state === 'released';
}

/** Who controls a fan: a person, the schedule, or automatic control. */
export const controlTypes = ['manual', 'scheduled', 'automatic'] as const;
export type ControlType = (typeof controlTypes)[number];

/**
 * Why a command failed, or was canceled before it was sent: no answer in time, a lockout at the bin, someone
 * has since used the switch (`overridden`) or the power has since been cut, the board reported a failure,
 * someone is in or near the bin (`entry`), fan control was on hold, or its age is unknown because the clock
 * of the database was set back.
 */
export type CommandFailure =
  | 'no-answer'
  | 'lockout'
  | 'overridden'
  | 'power-cut'
  | 'refused'
  | 'entry'
  | 'hold'
  | 'clock-set-back';

/** A command to a board for one of its bins. */
export interface Command {
  readonly id: string;
  readonly binId: number;
  readonly binNumber: number;
  readonly instruction: Instruction;
  readonly controlType: ControlType;
  readonly seq: number;
  readonly state: CommandState;
  readonly queuedAt: Millis;
  /** After this the board must not start to execute it. */
  readonly expiresAt: Millis;
  /** How many times it was sent, and when it was last sent. */
  readonly attempts: number;
  readonly sentAt: Millis | null;
  /** When the board answered that it carried out the command, even if too late to change its state. */
  readonly confirmedAt: Millis | null;
  readonly failure: CommandFailure | null;
}

/** Whether a command turns a fan on. */
export function isFanStart({ instruction }: Pick<Command, 'instruction'>): boolean {
  return instruction.kind === 'fan' && instruction.isOn;
}

/**
 * The next `seq` for a board, bin and command kind. It is at least the current time, s, so that after a
 * restore from a backup it is still higher than any `seq` that the boards have received.
 */
export function calculateNextSeq(lastSeq: number | null, now: Millis): number {
  return Math.max((lastSeq ?? 0) + 1, Math.floor(now / 1000));
}
