import type { User } from '@granary/contract/accounts/http';

/** Addresses by who asks. */
export type EarlyCalls = Readonly<Record<User['role'], readonly string[]>>;

const forAll = (...calls: string[]): EarlyCalls => ({
  admin: calls,
  distributor: calls,
  user: calls,
});

const worstCustomers = ['/api/user/getWorstCustomers?first=20'];

/**
 * What pages ask of the server before anything else, by how their paths begin; `{id}` is the number
 * that follows, `{me}` who is signed in. It is asked for before anything is watched live: whoever
 * takes an answer has to show it in passing, or to read again once it watches.
 */
export const EARLY_CALLS: Readonly<Record<string, EarlyCalls>> = {
  '/binsensor/': forAll(
    '/api/board/getBinSensor?id={id}',
    '/api/board/getSensorReading?bin_sensor_id={id}&page_no=0',
  ),
  '/binsensorlist/': forAll(
    '/api/farm/getFarm?farm_id={id}',
    '/api/farm/getAllBins?farm_id={id}&first=20',
  ),
  '/allbins': forAll('/api/board/getAllBinForAUser'),
  '/dashboard': {
    admin: worstCustomers,
    distributor: worstCustomers,
    user: ['/api/farm/getAllFarms?user_id={me}', '/api/farm/getFarmStates?user_id={me}'],
  },
};
