import { hasCapability, type Role } from '@granary/domain/access/roles';
import { buildApiUrl } from '../lib/api-request.ts';
import { binCall, latestReadingCall } from './bin-calls.ts';
import {
  allBinsCall,
  farmBinsCall,
  farmCall,
  farmStatesCall,
  farmsCall,
  worstCustomersCall,
} from './list-calls.ts';

interface FirstCallContext {
  /** The number at the end of the path. */
  readonly id: number;
  readonly userId: number;
  readonly role: Role;
}

/**
 * The URLs that each page calls first, keyed by the start of its path. The queries of the features make the
 * same calls; the preload script makes them before the application has loaded. A preloaded response can be
 * out of date, so a query that uses it refetches if a reading arrived before the live connection was
 * watching the bins.
 */
export const preloadUrls: Readonly<
  Record<string, (context: FirstCallContext) => readonly string[]>
> = {
  '/binsensor/': ({ id }) => [buildApiUrl(...binCall(id)), buildApiUrl(...latestReadingCall(id))],
  '/binsensorlist/': ({ id }) => [buildApiUrl(...farmCall(id)), buildApiUrl(...farmBinsCall(id))],
  '/allbins': () => [buildApiUrl(...allBinsCall)],
  '/dashboard': ({ userId, role }) =>
    hasCapability(role, 'customers.list')
      ? [buildApiUrl(...worstCustomersCall)]
      : [buildApiUrl(...farmsCall(userId)), buildApiUrl(...farmStatesCall(userId))],
};
