import * as z from 'zod/mini';
import { route } from '../route.ts';
import { id, instant, wireBody, wireObject } from '../wire.ts';

export const loadType = z.enum(['load', 'unload']);
export type LoadType = z.infer<typeof loadType>;

/** More than the capacity of any bin, in any unit. */
export const MAX_VOLUME = 1e9;

/** The minimum volume of an entry; a smaller one is a typo. */
export const MIN_VOLUME = 0.001;

const volume = z.number().check(z.minimum(MIN_VOLUME), z.maximum(MAX_VOLUME));
const percent = z.nullable(z.number().check(z.minimum(0), z.maximum(100)));

const editableFields = {
  at: ['date_time', instant],
  /** In the bin's `crop_unit`. */
  volume: ['volume', volume],
  /** % wet basis */
  moisture: ['moisture', percent],
  /** % */
  protein: ['protein', percent],
} as const;

const entryFields = {
  id: ['id', id],
  binId: ['bin_sensor_id', id],
  type: ['type', loadType],
  ...editableFields,
  /** Incremented on every change; a write sends the version that was read. */
  version: ['version', z.int()],
} as const;

/** An entry of a bin's ledger: grain that was loaded or unloaded. */
export const binLoad = wireObject(entryFields);
export type BinLoad = z.output<typeof binLoad>;

const deletedBinLoad = wireObject({ ...entryFields, deletedAt: ['deleted_at', instant] });
export type DeletedBinLoad = z.output<typeof deletedBinLoad>;

const binQuery = z.object({ bin_sensor_id: id });

export const getBinLedger = route('GET', 'board/getBinLoads', {
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
  summary: 'Add a load or an unload to the ledger of a bin; responds with the entry',
  body: wireBody({ binId: ['bin_sensor_id', id], type: ['type', loadType], ...editableFields }),
  response: binLoad,
});

/** A calendar month, 'YYYY-MM'. */
export const month = z.string().check(z.regex(/^[12]\d{3}-(0[1-9]|1[0-2])$/));

/**
 * How much was loaded into and unloaded from a bin in a month while it held one crop, in the bin's
 * `crop_unit`.
 */
const monthlyLoads = wireObject({
  binId: ['bin_sensor_id', id],
  /** The bin's crop at the time of the entries; null if it had none. */
  crop: ['crop_name', z.nullable(z.string())],
  loaded: ['loaded', z.number()],
  unloaded: ['unloaded', z.number()],
});
export type MonthlyLoads = z.output<typeof monthlyLoads>;

export const getMonthlyLoads = route('GET', 'board/getMonthlyLoads', {
  summary:
    "Loads and unloads in a month, in each farm's time zone, by bin and crop, for all bins that the caller may see and that had entries",
  query: z.object({ month }),
  response: z.array(monthlyLoads),
});

const loadParams = z.object({ id });

export const changeBinLoad = route('PUT', 'board/binLoads/:id', {
  summary: 'Correct a ledger entry',
  params: loadParams,
  body: wireBody({ ...editableFields, version: ['version', z.int()] }),
  response: binLoad,
});

/** The change in quantity around the time of an entry, according to the ledger and to the level sensor. */
const levelCheck = wireObject({
  /**
   * The sum of this entry and all entries between the two readings, in the bin's `crop_unit`; unloads are
   * negative.
   */
  enteredChange: ['entered', z.number()],
  /** The change in quantity according to the level sensor. */
  measuredChange: ['measured', z.number()],
  /** The times of the readings that are compared. */
  from: ['from', instant],
  to: ['to', instant],
  /** Whether the difference is larger than the error of a level sensor. */
  isContradicted: ['contradicted', z.boolean()],
});
export type LevelCheck = z.output<typeof levelCheck>;

export const checkBinLoad = route('GET', 'board/binLoads/:id/levelCheck', {
  summary:
    'Compare an entry with the level sensor; null if the bin has no sensor, or no readings at that time',
  params: loadParams,
  response: z.nullable(levelCheck),
});

export const deleteBinLoad = route('DELETE', 'board/binLoads/:id', {
  summary: 'Delete a ledger entry',
  params: loadParams,
  body: wireBody({ version: ['version', z.int()] }),
  response: z.string(),
});

export const getDeletedBinLoads = route('GET', 'board/getDeletedBinLoads', {
  summary: 'Deleted loads and unloads of a bin that can be restored, most recently deleted first',
  query: binQuery,
  response: z.array(deletedBinLoad),
});

export const restoreBinLoad = route('POST', 'board/restoreBinLoad', {
  summary: 'Restore a deleted ledger entry, within 30 days; responds with the entry',
  body: wireBody({ binId: ['bin_sensor_id', id], id: ['id', id] }),
  response: binLoad,
});
