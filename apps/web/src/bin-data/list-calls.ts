import { getFarmBinSummaries, getOwnBinSummaries } from '@granary/contract/bins/lists';
import { getFarmStates, getWorstCustomers } from '@granary/contract/bins/states';
import { getAllFarms, getFarm } from '@granary/contract/farms/http';
import { prepareCall } from '../lib/api-request.ts';

// The first calls of pages with lists.

/** Number of rows of a long list to load first: those visible before scrolling, and some more. */
const FIRST_ROW_COUNT = 20;

export const allBinsCall = prepareCall(getOwnBinSummaries, { query: { fields: 'summary' } });

export const farmCall = (farmId: number) => prepareCall(getFarm, { query: { farm_id: farmId } });

export const farmBinsCall = (farmId: number) =>
  prepareCall(getFarmBinSummaries, { query: { farm_id: farmId, fields: 'summary' } });

export const farmsCall = (userId: number) =>
  prepareCall(getAllFarms, { query: { user_id: userId } });

export const farmStatesCall = (userId: number) =>
  prepareCall(getFarmStates, { query: { user_id: userId } });

export const worstCustomersCall = prepareCall(getWorstCustomers, {
  query: { first: FIRST_ROW_COUNT },
});
