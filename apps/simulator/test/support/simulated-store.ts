import { type Command, isFanStart, isOpen, nextSeq } from '@granary/domain/commands/command';
import { type FanBlocks, isClockSetBack } from '@granary/domain/commands/release';
import { type Millis, millis } from '@granary/domain/units';
import type { FanReport } from '../../src/board/main-board.ts';
import type { CommandChecks } from './command-checks.ts';
import type { Person } from './people-inside.ts';

/** What the server stores; a backup is a copy of it. */
interface Stored {
  readonly commands: readonly Command[];
  /** The latest time on the database clock. */
  readonly clock: Millis;
  readonly switchedAt: ReadonlyMap<number, Millis>;
  readonly held: ReadonlySet<number>;
  readonly locked: ReadonlySet<number>;
  readonly entries: readonly { readonly binId: number; readonly person: Person }[];
}

const NOTHING_STORED: Stored = {
  commands: [],
  clock: millis(0),
  switchedAt: new Map(),
  held: new Set(),
  locked: new Set(),
  entries: [],
};

/** The database of a simulated server. Its times are those of the database's clock. */
export class SimulatedStore {
  private stored = NOTHING_STORED;
  private backup = this.stored;
  /** Includes those that a restored backup does not have. */
  private readonly commandsById = new Map<string, Command>();

  constructor(private readonly checks: CommandChecks) {}

  get commands(): readonly Command[] {
    return this.stored.commands;
  }

  get openCommands(): readonly Command[] {
    return this.stored.commands.filter(({ state }) => isOpen(state));
  }

  listCommands(binId: number): readonly Command[] {
    return this.stored.commands.filter((command) => command.binId === binId);
  }

  newest(binId: number): Command | null {
    return this.listCommands(binId).at(-1) ?? null;
  }

  nextSeq(binId: number, now: Millis): number {
    const seqs = this.listCommands(binId).map(({ seq }) => seq);
    return nextSeq(seqs.length === 0 ? null : Math.max(...seqs), now);
  }

  add(command: Command): void {
    this.commandsById.set(command.id, command);
    this.change({ commands: [...this.stored.commands, command] });
  }

  update(command: Command, changes: Partial<Command>): void {
    if (changes.state !== undefined) this.checks.changed(command, changes.state);
    const next = { ...command, ...changes };
    this.commandsById.set(command.id, next);
    const commands = this.stored.commands.map((each) => (each.id === command.id ? next : each));
    this.change({ commands });
  }

  /** A command that was ever stored. */
  find(id: string): Command {
    const command = this.commandsById.get(id);
    if (command === undefined) throw new Error(`the command ${id} is unknown`);
    return command;
  }

  findSent(): readonly Command[] {
    return [...this.commandsById.values()].filter(({ attempts }) => attempts > 0);
  }

  blocks(binId: number): FanBlocks {
    const { held, locked, entries } = this.stored;
    return {
      isHeld: held.has(binId),
      isLocked: locked.has(binId),
      hasEntrySession: entries.some((entry) => entry.binId === binId),
    };
  }

  /** When another fan was last sent an ON. */
  lastStartAt(binId: number): Millis | null {
    const times = this.stored.commands.flatMap((command) =>
      command.binId !== binId && isFanStart(command) ? (command.sentAt ?? []) : [],
    );
    return times.length === 0 ? null : millis(Math.max(...times));
  }

  switchedAt(binId: number): Millis | null {
    return this.stored.switchedAt.get(binId) ?? null;
  }

  enter(binId: number, person: Person): void {
    this.change({ entries: [...this.stored.entries, { binId, person }] });
  }

  leave(binId: number, person: Person): void {
    const isOther = (entry: { binId: number; person: Person }) =>
      entry.binId !== binId || entry.person !== person;
    this.change({ entries: this.stored.entries.filter(isOther) });
  }

  resume(binId: number): void {
    const held = new Set(this.stored.held);
    if (!this.stored.locked.has(binId)) held.delete(binId);
    this.change({ held });
  }

  /** Stores what people did at a bin, as its board reports it. */
  storeReport({ binNumber, isLocked }: FanReport, isBySwitch: boolean, now: Millis): void {
    const { locked, held, switchedAt } = this.stored;
    const otherLocked = new Set([...locked].filter((bin) => bin !== binNumber));
    this.change({
      locked: isLocked ? otherLocked.add(binNumber) : otherLocked,
      held: isBySwitch || isLocked ? new Set(held).add(binNumber) : held,
      switchedAt: isBySwitch ? new Map(switchedAt).set(binNumber, now) : switchedAt,
    });
  }

  isClockSetBack(now: Millis): boolean {
    return isClockSetBack(this.stored.clock, now);
  }

  storeClock(now: Millis): void {
    this.change({ clock: millis(Math.max(this.stored.clock, now)) });
  }

  /** Accepts the current time of the clock, even if it was set back. */
  resetClock(now: Millis): void {
    const commands = this.stored.commands.map((command) =>
      isFanStart(command) && command.sentAt !== null && command.sentAt > now
        ? { ...command, sentAt: now }
        : command,
    );
    this.change({ clock: now, commands });
  }

  takeBackup(): void {
    this.backup = this.stored;
  }

  /** Open commands of the past end, and every schedule is on hold. */
  restore(bins: readonly number[]): void {
    this.stored = { ...this.backup, held: new Set(bins) };
    for (const command of this.openCommands) {
      if (command.state === 'queued') this.update(command, { state: 'expired' });
      else this.update(command, { state: 'failed', failure: 'no-answer' });
    }
  }

  private change(changes: Partial<Stored>): void {
    this.stored = { ...this.stored, ...changes };
  }
}
