import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import * as fill from './fill.ts';
import * as owner from './owner.ts';
import * as server from './server.ts';

type Server = Pick<typeof server, 'startPostgres' | 'startGranary' | 'makeBoards' | 'adminToken'>;
type NewerFunction = 'fillStates' | 'assignToCustomers';

/** A version of the product: its server, and the functions that insert rows. */
export interface Product
  extends Server,
    Pick<typeof owner, 'makeOwner'>,
    Omit<typeof fill, NewerFunction>,
    // The version of November 23, 2026 has no tables for them.
    Partial<Pick<typeof fill, NewerFunction>> {
  /** True if it might lack pages and calls that are measured. */
  readonly isOlder: boolean;
}

/** The version of this checkout. */
export const thisProduct: Product = { ...server, ...owner, ...fill, isOlder: false };

/** Loads the version in a built checkout of an older commit. */
export async function loadOlderProduct(folder: string): Promise<Product> {
  const load = (file: string) =>
    import(pathToFileURL(join(resolve(folder), 'bench/src', file)).href) as Promise<object>;
  const modules = await Promise.all(['server.ts', 'owner.ts', 'fill.ts'].map(load));
  // An older commit may lack the functions in `NewerFunction`, but has all the others.
  return Object.assign({ isOlder: true }, ...modules) as Product;
}

/** Reported for a measurement that an older version does not support. */
export const NOT_POSSIBLE = 'not possible';

/**
 * Makes a measurement; returns null if an older version does not support it. In this version, an error is
 * thrown.
 */
export async function measureIfPossible<T>(
  { isOlder }: Product,
  measure: () => Promise<T>,
): Promise<T | null> {
  try {
    return await measure();
  } catch (error) {
    if (!isOlder) throw error;
    return null;
  }
}
