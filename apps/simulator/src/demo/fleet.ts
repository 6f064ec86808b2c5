import { coteau } from './coteau.ts';
import type { DemoFarm } from './farm.ts';
import { homeYard } from './home-yard.ts';
import { reimer } from './reimer.ts';

/** The key of every demo board. It is public, so a demo server listens only on loopback. */
export const DEMO_BOARD_KEY = 'granary-demo-board';

/**
 * How much history the demo starts with: a year, plus the month that "the same days last year" needs. The
 * server accepts readings that are up to 400 days old.
 */
export const HISTORY_DAYS = 395;

/**
 * The demo's farms, boards and bins. The server creates the demo accounts' farms from this list, and the
 * simulator runs the boards. The farmer's twelve bins show every kind of state.
 */
export const DEMO_FARMS: readonly DemoFarm[] = [homeYard, coteau, reimer];
