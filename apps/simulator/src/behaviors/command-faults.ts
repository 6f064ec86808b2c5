import { createRandomStream } from '../board/random.ts';

/**
 * The delay of each copy of a command, in ms from sending to arrival at the board; empty if the command is
 * lost.
 */
export type CommandFault = (payload: string) => readonly number[];

/** A network that delivers each command once, without delay. */
export const deliverCommands: CommandFault = () => [0];

/** A board that never receives a command, so it never answers. */
export const dropCommands: CommandFault = () => [];

/** Drops one command in ten, delays one in ten and duplicates one in ten. */
export function disruptCommands(seed: number): CommandFault {
  const random = createRandomStream(seed);
  return () => {
    const roll = random();
    if (roll < 0.1) return [];
    const delayMs = roll < 0.2 ? Math.round(random() * 8_000) : 0;
    return roll < 0.3 && roll >= 0.2 ? [0, Math.round(random() * 8_000)] : [delayMs];
  };
}
