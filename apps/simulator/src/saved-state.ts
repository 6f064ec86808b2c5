import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Millis, millis } from '@granary/domain/units';
import type { SimulatedBin } from './board/bin.ts';
import { type MainBoardState, NEW_MAIN_BOARD } from './board/main-board.ts';

/** The state of a fleet between two runs. */
export interface SavedFleet {
  /** When it was first started, which is the "now" of the scenarios. */
  readonly anchor: Millis;
  /** The number of weeks of history sent completely, newest first. */
  readonly weeksSent: number;
  /** By `main board/bin`: the bin when all frames were last acknowledged. */
  readonly bins: Readonly<Record<string, SimulatedBin>>;
  /** By main board: its memory of commands. */
  readonly memories: Readonly<Record<string, MainBoardState>>;
}

const VERSION = 1;

function getFilePath(dataDir: string): string {
  return join(dataDir, 'simulator.json');
}

/**
 * Reads the saved state of an earlier run from `dataDir`; null if there is none that this version can read.
 */
export async function readSavedFleet(dataDir: string): Promise<SavedFleet | null> {
  try {
    const text = await readFile(getFilePath(dataDir), 'utf8');
    // Only this program writes the file, and the version determines its format.
    const saved = JSON.parse(text) as StoredFleet;
    if (saved.version !== VERSION) return null;
    const bins = Object.entries(saved.bins).map(([name, bin]) => [name, fromStored(bin)]);
    return {
      anchor: millis(saved.anchor),
      weeksSent: saved.weeksSent,
      bins: Object.fromEntries(bins),
      memories: saved.memories ?? {},
    };
  } catch (error) {
    if (error instanceof SyntaxError || isFileNotFound(error)) return null;
    throw error;
  }
}

/** Replaces the saved state in `dataDir` atomically. */
export async function writeSavedFleet(dataDir: string, fleet: SavedFleet): Promise<void> {
  const bins = Object.entries(fleet.bins).map(([name, bin]) => [name, toStored(bin)]);
  const file = getFilePath(dataDir);
  await mkdir(dirname(file), { recursive: true });
  const text = JSON.stringify({ ...fleet, version: VERSION, bins: Object.fromEntries(bins) });
  await writeFile(`${file}.new`, text);
  await rename(`${file}.new`, file);
}

/** The board's memory of commands from an earlier run, otherwise an empty one. */
export function findSavedMemory(saved: SavedFleet | null, mainBoardId: string): MainBoardState {
  const memory = saved?.memories[mainBoardId];
  // A file from an earlier version might lack newer fields.
  return memory === undefined ? NEW_MAIN_BOARD : { ...NEW_MAIN_BOARD, ...memory };
}

interface StoredBin {
  readonly grain: Omit<SimulatedBin['grain'], 'temperature' | 'moisture'> & {
    readonly temperature: readonly number[];
    readonly moisture: readonly number[];
  };
  readonly fan: SimulatedBin['fan'];
}

interface StoredFleet extends Omit<SavedFleet, 'bins' | 'memories'> {
  /** Might be missing from an older file. */
  readonly memories?: SavedFleet['memories'];
  readonly version: number;
  readonly bins: Readonly<Record<string, StoredBin>>;
}

function toStored({ grain, fan }: SimulatedBin): StoredBin {
  const round = (values: Float64Array) => Array.from(values, (value) => Number(value.toFixed(4)));
  const temperature = round(grain.temperature);
  return { grain: { ...grain, temperature, moisture: round(grain.moisture) }, fan };
}

function fromStored({ grain, fan }: StoredBin): SimulatedBin {
  return {
    grain: {
      ...grain,
      temperature: Float64Array.from(grain.temperature),
      moisture: Float64Array.from(grain.moisture),
    },
    fan,
  };
}

function isFileNotFound(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}
