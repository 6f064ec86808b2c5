import { getBinSensor } from '@granary/contract/bins/http';
import { getFarmBinSummaries, getOwnBinSummaries } from '@granary/contract/bins/lists';
import { getFarmStates, getWorstCustomers } from '@granary/contract/bins/states';
import { getAllFarms, getFarm } from '@granary/contract/farms/http';
import { getSensorReading } from '@granary/contract/readings/http';
import type { Route } from '@granary/contract/route';
import { hasCapability, type Role } from '@granary/domain/access/roles';
import { apiUrl, type RouteRequest } from '../lib/api-request.ts';

/** The arguments of `call` and `apiUrl`: a route of the contract, and its request. */
const call = <R extends Route>(route: R, request: RouteRequest<R>) => [route, request] as const;

/** Rows of a long list that are loaded first: what is seen before anyone scrolls, and some more. */
const FIRST_ROWS = 20;

export const binCall = (id: number) => call(getBinSensor, { query: { id } });

export const latestReadingCall = (binId: number) =>
  call(getSensorReading, { query: { bin_sensor_id: binId, page_no: 0 } });

export const allBinsCall = call(getOwnBinSummaries, { query: { fields: 'summary' } });

export const farmCall = (farmId: number) => call(getFarm, { query: { farm_id: farmId } });

export const farmBinsCall = (farmId: number) =>
  call(getFarmBinSummaries, { query: { farm_id: farmId, fields: 'summary' } });

export const farmsCall = (userId: number) => call(getAllFarms, { query: { user_id: userId } });

export const farmStatesCall = (userId: number) =>
  call(getFarmStates, { query: { user_id: userId } });

export const worstCustomersCall = call(getWorstCustomers, { query: { first: FIRST_ROWS } });

interface FirstCallContext {
  /** The number at the end of the path. */
  readonly id: number;
  readonly userId: number;
  readonly role: Role;
}

/**
 * The addresses that each page calls first, by the start of its path. The queries of the features
 * make the same calls; the preload script makes them before the application has loaded. A response
 * may be older than the live connection: a query that shows it reads again if a reading arrived
 * before it watched the bins.
 */
export const firstCallUrls: Readonly<
  Record<string, (context: FirstCallContext) => readonly string[]>
> = {
  '/binsensor/': ({ id }) => [apiUrl(...binCall(id)), apiUrl(...latestReadingCall(id))],
  '/binsensorlist/': ({ id }) => [apiUrl(...farmCall(id)), apiUrl(...farmBinsCall(id))],
  '/allbins': () => [apiUrl(...allBinsCall)],
  '/dashboard': ({ userId, role }) =>
    hasCapability(role, 'customers.list')
      ? [apiUrl(...worstCustomersCall)]
      : [apiUrl(...farmsCall(userId)), apiUrl(...farmStatesCall(userId))],
};
