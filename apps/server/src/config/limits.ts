/** A limit for one caller, as `docs/security.md` lists it. */
export interface Limit {
  readonly of: string;
  readonly max: number;
  readonly unit: string;
  /** What happens beyond it. */
  readonly beyond: string;
}

const PER_MINUTE = 'a minute';
const AT_ONCE = 'at once';
const BYTES = 'bytes';
const REFUSED = '429 with Retry-After';
const TOO_LARGE = '413';

/** All limits that apply to callers, in one table. Failed sign-ins have their own, in `accounts/`. */
export const limits = {
  requestsPerAddress: {
    of: 'Calls and socket handshakes from one address without a session',
    max: 6_000,
    unit: PER_MINUTE,
    beyond: REFUSED,
  },
  requestsPerAccount: {
    of: 'Calls by one account',
    max: 6_000,
    unit: PER_MINUTE,
    beyond: REFUSED,
  },
  filesPerAddress: {
    of: 'Files of the web app for one address',
    max: 60_000,
    unit: PER_MINUTE,
    beyond: REFUSED,
  },
  waitingRequests: {
    of: 'Requests and socket handshakes from one address that are waiting',
    max: 2_000,
    unit: AT_ONCE,
    beyond: REFUSED,
  },
  socketsPerAddress: {
    of: 'Sockets of one address',
    max: 2_000,
    unit: AT_ONCE,
    beyond: REFUSED,
  },
  socketsPerAccount: {
    of: 'Sockets of one account',
    max: 20,
    unit: AT_ONCE,
    beyond: 'refused',
  },
  watchesPerSocket: {
    of: 'Watches of one socket',
    max: 20,
    unit: AT_ONCE,
    beyond: 'refused',
  },
  eventsPerSocket: {
    of: 'Events of one socket that wait while one is handled; each also counts as a call',
    max: 100,
    unit: AT_ONCE,
    beyond: 'disconnected',
  },
  exportsPerAccount: {
    of: 'Exports by one account',
    max: 2,
    unit: AT_ONCE,
    beyond: REFUSED,
  },
  exports: {
    of: 'Exports by all accounts',
    max: 8,
    unit: AT_ONCE,
    beyond: REFUSED,
  },
  stalledReader: {
    of: 'Time during which a client reads nothing of a response',
    max: 30,
    unit: 'seconds',
    beyond: 'disconnected',
  },
  tilesPerAddress: {
    of: 'Map tiles for one address',
    max: 6_000,
    unit: PER_MINUTE,
    beyond: REFUSED,
  },
  waitingTiles: {
    of: 'Map tiles for one address that wait for the provider',
    max: 32,
    unit: AT_ONCE,
    beyond: REFUSED,
  },
  placeSearches: {
    of: 'Place searches by one account',
    max: 60,
    unit: PER_MINUTE,
    beyond: REFUSED,
  },
  waitingPlaceSearches: {
    of: 'Place searches by one account that wait for the provider',
    max: 2,
    unit: AT_ONCE,
    beyond: REFUSED,
  },
  sessionsPerBoard: {
    of: 'MQTT sessions with one board key',
    max: 4,
    unit: AT_ONCE,
    beyond: 'the oldest ends',
  },
  framesPerBoard: {
    of: 'Frames from one board',
    max: 6_000,
    unit: 'a minute, after a burst',
    beyond: 'held back',
  },
  burstPerBoard: {
    of: 'Burst of frames from one board, more than a week of 8 bins that report every minute',
    max: 100_000,
    unit: 'frames',
    beyond: 'held back',
  },
  bytesPerBoard: {
    of: 'Bytes of frames from one board',
    max: 12_582_912,
    unit: 'a minute, after a burst',
    beyond: 'held back',
  },
  burstBytesPerBoard: {
    of: 'Burst of bytes from one board',
    max: 134_217_728,
    unit: 'bytes',
    beyond: 'held back',
  },
  undecodablePerBoard: {
    of: 'Frames from one board that cannot be decoded',
    max: 600,
    unit: 'an hour',
    beyond: 'one in 100 is stored, with the number of those not stored',
  },
  publicBody: {
    of: 'Body of a call that needs no session',
    max: 16_384,
    unit: BYTES,
    beyond: TOO_LARGE,
  },
  body: {
    of: 'Body of any other call',
    max: 65_536,
    unit: BYTES,
    beyond: TOO_LARGE,
  },
  bodyWithFile: {
    of: 'Body of a call with chart data',
    max: 1_048_576,
    unit: BYTES,
    beyond: TOO_LARGE,
  },
  invalidFields: {
    of: 'Fields that a validation error names',
    max: 20,
    unit: 'fields',
    beyond: 'the others are not listed',
  },
  invalidFieldLength: {
    of: 'Name of a field in a validation error',
    max: 60,
    unit: 'characters',
    beyond: 'shortened',
  },
} as const satisfies Record<string, Limit>;

export type LimitName = keyof typeof limits;

type LimitNameByUnit<Unit extends string> = {
  [Name in LimitName]: (typeof limits)[Name]['unit'] extends Unit ? Name : never;
}[LimitName];

/** Rate limits. */
export type RateLimitName = LimitNameByUnit<typeof PER_MINUTE>;

/** Limits on what is open at the same time. */
export type ConcurrencyLimitName = LimitNameByUnit<typeof AT_ONCE>;

/** The limits of one board, for the broker. */
export const boardLimits = {
  sessions: limits.sessionsPerBoard.max,
  frames: { perMinute: limits.framesPerBoard.max, burst: limits.burstPerBoard.max },
  bytes: { perMinute: limits.bytesPerBoard.max, burst: limits.burstBytesPerBoard.max },
};
