import { riskKinds, riskReasons, riskStates } from '@granary/domain/insights/risk-reasons';
import * as z from 'zod/mini';
import { route } from '../route.ts';
import { id, nullableDay, wireObject } from '../wire.ts';

const nullableNumber = z.nullable(z.number());
const nullableInt = z.nullable(z.int());

/** A risk to the grain in a bin; `GrainRisk` describes its values. Temperatures in °C. */
const grainRisk = wireObject({
  kind: ['risk', z.enum(riskKinds)],
  state: ['state', z.enum(riskStates)],
  reason: ['reason', z.enum(riskReasons)],
  value: ['value', nullableNumber],
  limit: ['limit', nullableNumber],
  change: ['change', nullableNumber],
  daysLeft: ['days_left', nullableNumber],
  since: ['since', nullableDay],
  /** The sensor that has the value, and its row from the top, all counted from 1. */
  cable: ['cable', nullableInt],
  position: ['position', nullableInt],
  depth: ['depth', nullableInt],
  /** Where the limits are published. */
  source: ['source', z.string()],
});
export type GrainRiskResponse = z.output<typeof grainRisk>;

export const getGrainRisks = route('GET', 'board/grainRisks', {
  summary:
    'The risks to the grain in a bin: equilibrium humidity, CO2, storage time used, and a sensor that is warming; unknown without data',
  query: z.object({ bin_sensor_id: id }),
  response: z.array(grainRisk),
});
