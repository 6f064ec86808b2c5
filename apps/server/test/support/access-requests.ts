import type { Kysely } from 'kysely';
import type { Tables } from '../../src/platform/postgres/tables.ts';
import { type ExpectedStatuses, forbiddenToOthers } from './expected-statuses.ts';
import type { TestRequest } from './test-app.ts';

export const PASSWORD = 'correct horse battery';
/** An ID that does not exist. */
export const MISSING_ID = '2000000000';

/** The IDs that a request can contain. */
export interface Ids {
  readonly user: string;
  /** The user's distributor, or null. */
  readonly userDistributor: string | null;
  /** The distributor who makes the request. */
  readonly distributor: string;
  readonly farm: string;
  readonly bin: string;
  readonly board: string;
  /** An entry of the bin's ledger. */
  readonly load: string;
  /** An open alert of the bin. */
  readonly alert: string;
  /** A contact of the farm. */
  readonly contact: string;
}

export interface AccessTableRow {
  readonly request: (ids: Ids) => Omit<TestRequest, 'token'>;
  readonly expected: ExpectedStatuses;
  /** The status without a session; 401 unless the call is open to anyone. */
  readonly statusWithoutSession?: number;
  /** Undoes the call before the next one. */
  readonly undo?: (db: Kysely<Tables>) => Promise<unknown>;
}

/** The number of addresses used so far; each is in its own network, because rate limits apply per network. */
let addressCount = 0;
export const nextAddress = () => `2001:db8:0:${(++addressCount).toString(16)}::1`;

export const get = (path: string) => () => ({ url: `/api/${path}` });
export const post = (path: string, body?: unknown) => () => ({
  method: 'POST' as const,
  url: `/api/${path}`,
  ...(body === undefined ? {} : { body }),
});
export const createRequest = (method: 'PUT' | 'DELETE', path: string, body: unknown) => ({
  method,
  url: `/api/${path}`,
  body,
});
export const getBin = (path: string) => ({
  request: ({ bin }: Ids) => ({ url: `/api/board/${path.replace('ID', bin)}` }),
  expected: forbiddenToOthers,
});
export const postToBin = (path: string, body?: unknown) => ({
  request: ({ bin }: Ids) => post(path.replace('ID', bin), body)(),
  expected: forbiddenToOthers,
});

/** Changes no setting by default; other tests check the capability that each setting requires. */
export const putBin = (path: string, body: object = {}) => ({
  request: ({ bin }: Ids) => createRequest('PUT', path.replace('ID', bin), body),
  expected: forbiddenToOthers,
});

export const remove = (path: string, id: keyof Ids) => ({
  request: (ids: Ids) => createRequest('DELETE', path, { id: ids[id] }),
  undo: async (db: Kysely<Tables>) => {
    await db.updateTable('farms').set({ deletedAt: null }).execute();
    await db.updateTable('bins').set({ deletedAt: null }).execute();
  },
});
