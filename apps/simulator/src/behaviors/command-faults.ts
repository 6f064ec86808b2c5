import { randomStream } from '../board/random.ts';

/** When the copies of a command arrive at a board, ms after they were sent; none: it is lost. */
export type CommandFault = (payload: string) => readonly number[];

/** A network that delivers commands as they are. */
export const deliverCommands: CommandFault = () => [0];

/** A board that never receives a command, so it never answers. */
export const loseCommands: CommandFault = () => [];

/** Loses one command in ten, delays one in ten and repeats one in ten. */
export function unreliableCommands(seed: number): CommandFault {
  const random = randomStream(seed);
  return () => {
    const which = random();
    if (which < 0.1) return [];
    const delayMs = which < 0.2 ? Math.round(random() * 8_000) : 0;
    return which < 0.3 && which >= 0.2 ? [0, Math.round(random() * 8_000)] : [delayMs];
  };
}
