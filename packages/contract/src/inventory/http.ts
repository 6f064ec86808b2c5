import * as z from 'zod/mini';
import { route } from '../route.ts';
import { id, instant, wireBody, wireObject } from '../wire.ts';

export const loadType = z.enum(['load', 'unload']);
export type LoadType = z.infer<typeof loadType>;

/** More than any bin holds, in any unit. */
export const MAX_VOLUME = 1e9;

/** Less than this is no grain, but a slip. */
export const MIN_VOLUME = 0.001;

const volume = z.number().check(z.minimum(MIN_VOLUME), z.maximum(MAX_VOLUME));
const percent = z.nullable(z.number().check(z.minimum(0), z.maximum(100)));

const fields = {
  at: ['date_time', instant],
  /** In the bin's `crop_unit`. */
  volume: ['volume', volume],
  /** % wet basis */
  moisture: ['moisture', percent],
  /** % */
  protein: ['protein', percent],
} as const;

/** Grain that was filled into a bin, or taken out. */
export const binLoad = wireObject({
  id: ['id', id],
  binId: ['bin_sensor_id', id],
  type: ['type', loadType],
  ...fields,
  /** Rises with every change; a write carries the version it was read at. */
  version: ['version', z.int()],
});
export type BinLoad = z.output<typeof binLoad>;

const binQuery = z.object({ bin_sensor_id: id });

export const getBinLoads = route('GET', 'board/getBinLoads', {
  summary: 'Loads and unloads of a bin, newest first',
  query: binQuery,
  response: z.array(binLoad),
});

export const getAllBinLoads = route('GET', 'board/getAllBinLoads', {
  summary: 'Loads of a bin, newest first',
  query: binQuery,
  response: z.array(binLoad),
});

export const getAllBinUnloads = route('GET', 'board/getAllBinUnloads', {
  summary: 'Unloads of a bin, newest first',
  query: binQuery,
  response: z.array(binLoad),
});

export const addBinLoad = route('POST', 'board/addBinLoad', {
  summary: 'Writes a load or an unload into the ledger of a bin; the answer is its entry',
  body: wireBody({ binId: ['bin_sensor_id', id], type: ['type', loadType], ...fields }),
  response: binLoad,
});

const loadParams = z.object({ id });

export const changeBinLoad = route('PUT', 'board/binLoads/:id', {
  summary: 'Corrects an entry of the ledger',
  params: loadParams,
  body: wireBody({ ...fields, version: ['version', z.int()] }),
  response: binLoad,
});

export const deleteBinLoad = route('DELETE', 'board/binLoads/:id', {
  summary: 'Takes an entry out of the ledger',
  params: loadParams,
  body: wireBody({ version: ['version', z.int()] }),
  response: z.string(),
});
