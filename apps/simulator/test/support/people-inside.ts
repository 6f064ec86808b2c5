export const PEOPLE = ['Ada', 'Bob'] as const;
export type Person = (typeof PEOPLE)[number];

/** The conditions that decide whether starting the fan endangers people. */
export interface StartConditions {
  /** Includes someone whose entry was lost in a restore. */
  readonly isSomeoneInside: boolean;
  readonly isRestored: boolean;
  /** Nobody has resumed the schedule since a restore. */
  readonly isOnHold: boolean;
}

/** The people in bins, regardless of what the server stored. */
export class PeopleInside {
  private inside: readonly { readonly bin: number; readonly person: Person }[] = [];
  private isRestored = false;
  private binsOnHold: readonly number[] = [];

  enter(bin: number, person: Person): void {
    this.inside = [...this.inside, { bin, person }];
  }

  leave(bin: number, person: Person): void {
    this.inside = this.inside.filter((entry) => entry.bin !== bin || entry.person !== person);
  }

  recordRestore(bins: readonly number[]): void {
    this.isRestored = true;
    this.binsOnHold = bins;
  }

  recordResume(bin: number): void {
    this.binsOnHold = this.binsOnHold.filter((heldBin) => heldBin !== bin);
  }

  assessDanger(bin: number): StartConditions {
    return {
      isSomeoneInside: this.inside.some((entry) => entry.bin === bin),
      isRestored: this.isRestored,
      isOnHold: this.binsOnHold.includes(bin),
    };
  }
}
