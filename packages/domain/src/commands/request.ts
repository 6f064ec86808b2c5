import type { Millis } from '../units.ts';
import type { Command, ControlType } from './command.ts';
import type { Instruction } from './instruction.ts';
import type { StartBlock } from './release.ts';

/** A request for a board to do something, with who wants it and why. */
export interface CommandRequest {
  readonly binId: number;
  readonly instruction: Instruction;
  readonly controlType: ControlType;
  /** Null for the schedule, automatic control and the server itself. */
  readonly actorId: number | null;
  /** The network address of the caller; empty without a request. */
  readonly address: string;
  readonly reason: string;
  /** When it must no longer be executed; null: the usual time for its board. */
  readonly expiresAt: Millis | null;
}

export type RequestOutcome =
  | { readonly kind: 'queued'; readonly id: string }
  /** The fan may not start. */
  | { readonly kind: 'refused'; readonly block: StartBlock }
  | { readonly kind: 'no-bin' };

/** What happened to a command. */
export interface CommandChange {
  readonly command: Command & { readonly actorId: number | null };
  /** `confirmed` even if the command had ended before: the board did it. */
  readonly kind: 'released' | 'confirmed' | 'ended';
  /** The message of the board; empty without one. */
  readonly message: string;
  readonly at: Millis;
}
