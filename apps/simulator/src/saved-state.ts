import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Millis, millis } from '@granary/domain/units';
import type { SimulatedBin } from './board/bin.ts';
import { type CommandState, NO_COMMANDS } from './board/commands.ts';

/** What a fleet keeps between two runs. */
export interface SavedFleet {
  /** When it was first started: the stories count from there. */
  readonly anchor: Millis;
  /** Weeks of the past that are sent whole, newest first. */
  readonly weeksSent: number;
  /** By `main board/bin`: the bin at the last instant up to which everything was acknowledged. */
  readonly bins: Readonly<Record<string, SimulatedBin>>;
  /** By main board: the commands it remembers. */
  readonly commands: Readonly<Record<string, CommandState>>;
}

const VERSION = 1;

function fileIn(dataDir: string): string {
  return join(dataDir, 'simulator.json');
}

/** Reads what a former run left in `dataDir`; null where there is nothing usable. */
export async function readSavedFleet(dataDir: string): Promise<SavedFleet | null> {
  try {
    const text = await readFile(fileIn(dataDir), 'utf8');
    // Written by this program alone: the version tells whether its shape is the present one.
    const saved = JSON.parse(text) as Stored;
    if (saved.version !== VERSION) return null;
    const bins = Object.entries(saved.bins).map(([name, bin]) => [name, revive(bin)]);
    return {
      anchor: millis(saved.anchor),
      weeksSent: saved.weeksSent,
      bins: Object.fromEntries(bins),
      commands: saved.commands,
    };
  } catch (error) {
    if (error instanceof SyntaxError || isMissing(error)) return null;
    throw error;
  }
}

/** Replaces the saved fleet in `dataDir`, whole or not at all. */
export async function writeSavedFleet(dataDir: string, fleet: SavedFleet): Promise<void> {
  const bins = Object.entries(fleet.bins).map(([name, bin]) => [name, flatten(bin)]);
  const file = fileIn(dataDir);
  await mkdir(dirname(file), { recursive: true });
  const text = JSON.stringify({ ...fleet, version: VERSION, bins: Object.fromEntries(bins) });
  await writeFile(`${file}.new`, text);
  await rename(`${file}.new`, file);
}

/** The commands a board remembers from a former run. */
export function savedCommands(saved: SavedFleet | null, mainBoardId: string): CommandState {
  return saved?.commands[mainBoardId] ?? NO_COMMANDS;
}

interface StoredBin {
  readonly grain: Omit<SimulatedBin['grain'], 'temperature' | 'moisture'> & {
    readonly temperature: readonly number[];
    readonly moisture: readonly number[];
  };
  readonly fan: SimulatedBin['fan'];
}

interface Stored extends Omit<SavedFleet, 'bins'> {
  readonly version: number;
  readonly bins: Readonly<Record<string, StoredBin>>;
}

function flatten({ grain, fan }: SimulatedBin): StoredBin {
  const round = (values: Float64Array) => Array.from(values, (value) => Number(value.toFixed(4)));
  const temperature = round(grain.temperature);
  return { grain: { ...grain, temperature, moisture: round(grain.moisture) }, fan };
}

function revive({ grain, fan }: StoredBin): SimulatedBin {
  return {
    grain: {
      ...grain,
      temperature: Float64Array.from(grain.temperature),
      moisture: Float64Array.from(grain.moisture),
    },
    fan,
  };
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}
