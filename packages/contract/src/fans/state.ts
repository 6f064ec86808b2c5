import * as z from 'zod/mini';
import { instant, wireObject } from '../wire.ts';

/** The fan as the last reading's wind, or else the last fan event, shows it. */
export const fanState = wireObject({
  attached: ['attached', z.boolean()],
  /** Null: nothing tells. */
  running: ['running', z.nullable(z.boolean())],
  since: ['since', z.nullable(instant)],
});
export type FanState = z.output<typeof fanState>;
