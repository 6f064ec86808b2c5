export const PEOPLE = ['Ada', 'Bob'] as const;
export type Person = (typeof PEOPLE)[number];

/** What decides whether a start endangers people. */
export interface Danger {
  /** Includes someone whose entry was lost in a restore. */
  readonly isSomeoneInside: boolean;
  readonly isRestored: boolean;
  /** Nobody resumed the schedule since a restore. */
  readonly isUnresumed: boolean;
}

/** The people who are in bins, whatever the server stored. */
export class PeopleInside {
  private inside: readonly { readonly bin: number; readonly person: Person }[] = [];
  private isRestored = false;
  private unresumed: readonly number[] = [];

  enter(bin: number, person: Person): void {
    this.inside = [...this.inside, { bin, person }];
  }

  leave(bin: number, person: Person): void {
    this.inside = this.inside.filter((one) => one.bin !== bin || one.person !== person);
  }

  restored(bins: readonly number[]): void {
    this.isRestored = true;
    this.unresumed = bins;
  }

  resumed(bin: number): void {
    this.unresumed = this.unresumed.filter((one) => one !== bin);
  }

  dangerAt(bin: number): Danger {
    return {
      isSomeoneInside: this.inside.some((one) => one.bin === bin),
      isRestored: this.isRestored,
      isUnresumed: this.unresumed.includes(bin),
    };
  }
}
