import * as z from 'zod/mini';
import { instant, wireObject } from '../wire.ts';

/** A fan's state, from the airflow in the last reading if measured, otherwise from the last fan event. */
export const fanState = wireObject({
  isAttached: ['attached', z.boolean()],
  /** Null if unknown. */
  isRunning: ['running', z.nullable(z.boolean())],
  since: ['since', z.nullable(instant)],
});
export type FanState = z.output<typeof fanState>;
