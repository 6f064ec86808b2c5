import type { Command } from '@granary/domain/commands/command';
import type { Millis } from '@granary/domain/units';
import type { Person } from './people-inside.ts';

/** What the server stores; a backup is a copy of it. */
export interface Stored {
  readonly commands: readonly Command[];
  readonly switchedAt: ReadonlyMap<number, Millis>;
  readonly held: ReadonlySet<number>;
  readonly locked: ReadonlySet<number>;
  readonly entries: readonly { readonly binId: number; readonly person: Person }[];
}

export const NOTHING_STORED: Stored = {
  commands: [],
  switchedAt: new Map(),
  held: new Set(),
  locked: new Set(),
  entries: [],
};
