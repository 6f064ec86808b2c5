import * as z from 'zod/mini';
import { customer } from '../accounts/http.ts';
import { alertSummary } from '../alerts/summary.ts';
import { co2RiskFields } from '../readings/reading-response.ts';
import { route } from '../route.ts';
import { temperatureUnit } from '../units.ts';
import { id, instant, pickSchemaByKind, wireObject } from '../wire.ts';
import { hotSince } from './http.ts';
import { wireStates } from './wire-states.ts';

/** The open alerts about the same problem as a finding. */
const alertsField = {
  alerts: ['alerts', z.optional(z.readonly(z.array(alertSummary)))],
} as const;

const alertFinding = wireObject({
  kind: ['kind', z.literal('alert')],
  alert: ['alert', alertSummary],
});

const hotSpot = wireObject({
  kind: ['kind', z.literal('hot-spot')],
  cable: ['cable', z.int()],
  position: ['position', z.int()],
  /** The row, counted from 1 at the top. */
  depth: ['depth', z.int()],
  temperature: ['temperature', z.number()],
  excess: ['excess', z.number()],
  limit: ['limit', z.number()],
  /** The CO2 of the reading, attributed to the hot spot; null if the CO2 shows no risk. */
  co2: ['co2', z.nullable(wireObject(co2RiskFields))],
  ...alertsField,
});

const cableAddress = wireObject({
  kind: ['kind', z.literal('cable-address')],
  cables: ['cables', z.readonly(z.array(z.int()))],
  ...alertsField,
});

const wrongBoardKey = wireObject({
  kind: ['kind', z.literal('wrong-board-key')],
  at: ['date_time', instant],
  ...alertsField,
});

const unknownBins = wireObject({
  kind: ['kind', z.literal('unknown-bins')],
  numbers: ['bin_numbers', z.readonly(z.array(z.int()))],
  ...alertsField,
});

const batteryLow = wireObject({
  kind: ['kind', z.literal('battery-low')],
  percent: ['percent', z.number()],
  limit: ['limit', z.number()],
  ...alertsField,
});

const noData = wireObject({
  kind: [
    'kind',
    z.codec(z.literal('silent'), z.literal('no-data'), {
      decode: () => 'no-data' as const,
      encode: () => 'silent' as const,
    }),
  ],
  since: ['since', instant],
  usualIntervalMs: ['usual_interval_ms', z.number()],
  ...alertsField,
});

const insight = wireObject({
  kind: ['kind', z.enum(['temperature-insight', 'humidity-insight'])],
  value: ['value', z.number()],
  limit: ['limit', z.number()],
  ...alertsField,
});

const wetGrain = wireObject({
  kind: ['kind', z.literal('wet-grain')],
  /** The row, counted from 1 at the top. */
  depth: ['depth', z.int()],
  value: ['value', z.number()],
  limit: ['limit', z.number()],
  ...alertsField,
});

const co2 = wireObject({
  kind: ['kind', z.literal('co2')],
  ...co2RiskFields,
  ...alertsField,
});

const condition = wireObject({
  kind: ['kind', z.enum(['board-error', 'clock-wrong', 'never-read', 'no-values'])],
  ...alertsField,
});

/** Something about a bin that needs attention; temperatures in °C, humidity and battery level in %. */
export const finding = pickSchemaByKind(
  z.union([
    alertFinding,
    hotSpot,
    cableAddress,
    wrongBoardKey,
    unknownBins,
    batteryLow,
    noData,
    insight,
    wetGrain,
    co2,
    condition,
  ]),
  {
    alert: alertFinding,
    'hot-spot': hotSpot,
    'cable-address': cableAddress,
    'wrong-board-key': wrongBoardKey,
    'unknown-bins': unknownBins,
    'battery-low': batteryLow,
    'no-data': noData,
    silent: noData,
    'temperature-insight': insight,
    'humidity-insight': insight,
    'wet-grain': wetGrain,
    co2,
    'board-error': condition,
    'clock-wrong': condition,
    'never-read': condition,
    'no-values': condition,
  },
);

/** The number of bins in each state. */
const stateCounts = wireObject({
  critical: [wireStates.critical, z.int()],
  warning: [wireStates.warning, z.int()],
  'no-data': [wireStates['no-data'], z.int()],
  watch: [wireStates.watch, z.int()],
  unknown: [wireStates.unknown, z.int()],
  ok: [wireStates.ok, z.int()],
});

const farmState = wireObject({
  farmId: ['farm_id', id],
  userId: ['user_id', id],
  /** The number of bins in each state. */
  counts: ['counts', stateCounts],
  /** The worst finding; null if there is none. */
  worst: [
    'worst',
    z.nullable(
      wireObject({
        binId: ['bin_id', id],
        binName: ['bin_name', z.string()],
        temperatureUnit: ['temp_unit', temperatureUnit],
        /** When the bin was last read; null if never. */
        readAt: ['date_time', z.nullable(instant)],
        finding: ['finding', finding],
        /** The named cables that the finding is about. */
        cables: [
          'cable_names',
          z.array(wireObject({ cable: ['cable', z.int()], name: ['cable_name', z.string()] })),
        ],
        /** The hot spot's cable, first day and warming rate. */
        hotSince: ['hot_since', hotSince],
      }),
    ),
  ],
});
export type FarmState = z.output<typeof farmState>;

export const getFarmStates = route('GET', 'farm/getFarmStates', {
  summary:
    "Bin states of one user's farms, with the worst finding; farms without bins are left out",
  query: z.object({ user_id: id }),
  response: z.array(farmState),
});

export const getCustomerStates = route('GET', 'user/getCustomerStates', {
  summary: "Bin states of the customers' farms: a distributor's own customers, or all for an admin",
  response: z.array(farmState),
});

/** The customers with the worst bin states, and totals for all customers. */
const worstCustomers = wireObject({
  /** Worst first, then by name. */
  customers: ['customers', z.array(customer)],
  /** The bin states of their farms; farms without bins are left out. */
  farms: ['farms', z.array(farmState)],
  /** Totals: customers, customers by their worst state, and bins. */
  customerCount: ['customer_count', z.int()],
  customerStateCounts: ['states', stateCounts],
  binCount: ['bin_count', z.int()],
});
export type WorstCustomers = z.output<typeof worstCustomers>;

export const getWorstCustomers = route('GET', 'user/getWorstCustomers', {
  summary: 'The customers with the worst bin states, and the total number of customers',
  query: z.object({ first: z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100)) }),
  response: worstCustomers,
});
