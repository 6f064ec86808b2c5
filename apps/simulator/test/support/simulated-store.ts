import {
  type Command,
  calculateNextSeq,
  isFanStart,
  isOpen,
} from '@granary/domain/commands/command';
import { type FanBlocks, isClockSetBack } from '@granary/domain/commands/release';
import { type Millis, millis } from '@granary/domain/units';
import type { FanReport } from '../../src/board/main-board.ts';
import type { CommandChecks } from './command-checks.ts';
import type { Person } from './people-inside.ts';

/** The data that the server stores; a backup is a copy of the data. */
interface StoredData {
  readonly commands: readonly Command[];
  /** The latest time on the database clock. */
  readonly clock: Millis;
  readonly switchedAt: ReadonlyMap<number, Millis>;
  readonly binsOnHold: ReadonlySet<number>;
  readonly lockedBins: ReadonlySet<number>;
  readonly entries: readonly { readonly binId: number; readonly person: Person }[];
}

const NOTHING_STORED: StoredData = {
  commands: [],
  clock: millis(0),
  switchedAt: new Map(),
  binsOnHold: new Set(),
  lockedBins: new Set(),
  entries: [],
};

/** The database of a simulated server. Its times come from the database's clock. */
export class SimulatedStore {
  private stored = NOTHING_STORED;
  private backup = this.stored;
  /** All commands by ID, including those that a restored backup does not contain. */
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

  findNewest(binId: number): Command | null {
    return this.listCommands(binId).at(-1) ?? null;
  }

  nextSeq(binId: number, now: Millis): number {
    const seqs = this.listCommands(binId).map(({ seq }) => seq);
    return calculateNextSeq(seqs.length === 0 ? null : Math.max(...seqs), now);
  }

  add(command: Command): void {
    this.commandsById.set(command.id, command);
    this.change({ commands: [...this.stored.commands, command] });
  }

  update(command: Command, changes: Partial<Command>): void {
    if (changes.state !== undefined) this.checks.checkStateChange(command, changes.state);
    const next = { ...command, ...changes };
    this.commandsById.set(command.id, next);
    const commands = this.stored.commands.map((each) => (each.id === command.id ? next : each));
    this.change({ commands });
  }

  /** Finds a command, even one that a restored backup does not contain. */
  find(id: string): Command {
    const command = this.commandsById.get(id);
    if (command === undefined) throw new Error(`the command ${id} is unknown`);
    return command;
  }

  listSentCommands(): readonly Command[] {
    return [...this.commandsById.values()].filter(({ attempts }) => attempts > 0);
  }

  getBlocks(binId: number): FanBlocks {
    const { binsOnHold, lockedBins, entries } = this.stored;
    return {
      isHeld: binsOnHold.has(binId),
      isLocked: lockedBins.has(binId),
      hasEntrySession: entries.some((entry) => entry.binId === binId),
    };
  }

  /** Returns the time when another bin's fan was last sent an ON. */
  findLastStart(binId: number): Millis | null {
    const times = this.stored.commands.flatMap((command) =>
      command.binId !== binId && isFanStart(command) ? (command.sentAt ?? []) : [],
    );
    return times.length === 0 ? null : millis(Math.max(...times));
  }

  findSwitchTime(binId: number): Millis | null {
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
    const held = new Set(this.stored.binsOnHold);
    if (!this.stored.lockedBins.has(binId)) held.delete(binId);
    this.change({ binsOnHold: held });
  }

  /** Stores what people did at a bin, as its board reports it. */
  storeReport({ binNumber, isLocked }: FanReport, isBySwitch: boolean, now: Millis): void {
    const { lockedBins, binsOnHold, switchedAt } = this.stored;
    const otherLocked = new Set([...lockedBins].filter((bin) => bin !== binNumber));
    this.change({
      lockedBins: isLocked ? otherLocked.add(binNumber) : otherLocked,
      binsOnHold: isBySwitch || isLocked ? new Set(binsOnHold).add(binNumber) : binsOnHold,
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

  /** Restores the backup: its open commands end, and every schedule is on hold. */
  restore(bins: readonly number[]): void {
    this.stored = { ...this.backup, binsOnHold: new Set(bins) };
    for (const command of this.openCommands) {
      if (command.state === 'queued') this.update(command, { state: 'expired' });
      else this.update(command, { state: 'failed', failure: 'no-answer' });
    }
  }

  private change(changes: Partial<StoredData>): void {
    this.stored = { ...this.stored, ...changes };
  }
}
