import type { FrameKind } from '@granary/contract/boards/topics';
import type { Millis } from '@granary/domain/units';

/** A frame from a board about one bin. */
export interface Frame {
  readonly kind: FrameKind;
  readonly binNumber: number;
  /** The time in the frame, by the board's clock. */
  readonly at: Millis;
  readonly text: string;
}
