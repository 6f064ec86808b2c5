import * as z from 'zod/mini';

export const temperatureUnit = z.enum(['c', 'f']);

/** The unit for a bin's size, ledger and quantity. */
export const cropUnit = z.enum(['bushels', 'tonnes']);
export type CropUnit = z.output<typeof cropUnit>;
