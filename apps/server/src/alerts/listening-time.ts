import type { Millis } from '@granary/domain/units';

/** Since when this server receives readings without a gap. */
export class ListeningTime {
  private from: Millis | null = null;

  constructor(private readonly now: () => Millis) {}

  get since(): Millis | null {
    return this.from;
  }

  /** Frames are stored. */
  resumed(): void {
    this.from ??= this.now();
  }

  /** Frames cannot be stored. */
  interrupted(): void {
    this.from = null;
  }
}
