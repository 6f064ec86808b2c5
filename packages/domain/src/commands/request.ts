import type { Millis } from '../units.ts';
import type { Command, ControlType } from './command.ts';
import type { Instruction } from './instruction.ts';
import type { StartBlock } from './release.ts';

/** A request for a board to do something, who made it and why. */
export interface CommandRequest {
  readonly binId: number;
  readonly instruction: Instruction;
  readonly controlType: ControlType;
  /** Null for the schedule, automatic control and the server itself. */
  readonly actorId: number | null;
  /** The caller's IP address; empty if the command did not come from an API request. */
  readonly address: string;
  readonly reason: string;
  /** When it expires; null for the usual time for its board. */
  readonly expiresAt: Millis | null;
}

export type RequestOutcome =
  | { readonly kind: 'queued'; readonly id: string }
  /** The fan is not allowed to start. */
  | { readonly kind: 'refused'; readonly block: StartBlock }
  | { readonly kind: 'no-bin' };

/** What happened to a command. */
export interface CommandChange {
  readonly command: Command & { readonly actorId: number | null };
  /** `confirmed` even if the command had already ended: the board carried it out. */
  readonly kind: 'released' | 'confirmed' | 'ended';
  /** The board's message; empty if there is none. */
  readonly message: string;
  readonly at: Millis;
}
