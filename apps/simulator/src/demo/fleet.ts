import { coteau } from './coteau.ts';
import type { DemoFarm } from './farm.ts';
import { homeYard } from './home-yard.ts';
import { reimer } from './reimer.ts';

/** The key of every demo board. Public, so a demo server listens on the loopback address alone. */
export const DEMO_BOARD_KEY = 'granary-demo-board';

/**
 * The demo's farms, boards and bins: the server seeds its accounts' farms from it, the simulator
 * plays the boards. The farmer's twelve bins show every kind of state.
 */
export const DEMO_FLEET: readonly DemoFarm[] = [homeYard, coteau, reimer];
