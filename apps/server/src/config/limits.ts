/** A limit on callers, as listed in `docs/security.md`. */
export interface Limit {
  readonly subject: string;
  readonly max: number;
  readonly unit: string;
  /** What happens when the limit is exceeded. */
  readonly onExceed: string;
}

const PER_MINUTE = 'a minute';
const AT_ONCE = 'at once';
const BYTES = 'bytes';
const TOO_MANY_REQUESTS = '429 with Retry-After';
const TOO_LARGE = '413';

/** All limits that apply to callers, in one table. Failed sign-ins have their own limits, in `accounts/`. */
export const limits = {
  requestsPerAddress: {
    subject: 'Calls and socket handshakes from one address without a session',
    max: 6_000,
    unit: PER_MINUTE,
    onExceed: TOO_MANY_REQUESTS,
  },
  requestsPerAccount: {
    subject: 'Calls by one account',
    max: 6_000,
    unit: PER_MINUTE,
    onExceed: TOO_MANY_REQUESTS,
  },
  filesPerAddress: {
    subject: 'Web app files served to one address',
    max: 60_000,
    unit: PER_MINUTE,
    onExceed: TOO_MANY_REQUESTS,
  },
  waitingRequests: {
    subject: 'Queued requests and socket handshakes from one address',
    max: 2_000,
    unit: AT_ONCE,
    onExceed: TOO_MANY_REQUESTS,
  },
  socketsPerAddress: {
    subject: 'Open sockets from one address',
    max: 2_000,
    unit: AT_ONCE,
    onExceed: TOO_MANY_REQUESTS,
  },
  socketsPerAccount: {
    subject: 'Open sockets for one account',
    max: 20,
    unit: AT_ONCE,
    onExceed: 'refused',
  },
  watchesPerSocket: {
    subject: 'Watches on one socket',
    max: 20,
    unit: AT_ONCE,
    onExceed: 'refused',
  },
  eventsPerSocket: {
    subject:
      'Events from one socket that wait while another is handled; each also counts as a call',
    max: 100,
    unit: AT_ONCE,
    onExceed: 'disconnected',
  },
  exportsPerAccount: {
    subject: 'Exports by one account',
    max: 2,
    unit: AT_ONCE,
    onExceed: TOO_MANY_REQUESTS,
  },
  exports: {
    subject: 'Exports by all accounts',
    max: 8,
    unit: AT_ONCE,
    onExceed: TOO_MANY_REQUESTS,
  },
  stalledReadTime: {
    subject: 'Time that a client may go without reading response data',
    max: 30,
    unit: 'seconds',
    onExceed: 'disconnected',
  },
  tilesPerAddress: {
    subject: 'Map tiles for one address',
    max: 6_000,
    unit: PER_MINUTE,
    onExceed: TOO_MANY_REQUESTS,
  },
  waitingTiles: {
    subject: 'Map tiles for one address that wait for the provider',
    max: 32,
    unit: AT_ONCE,
    onExceed: TOO_MANY_REQUESTS,
  },
  placeSearches: {
    subject: 'Place searches by one account',
    max: 60,
    unit: PER_MINUTE,
    onExceed: TOO_MANY_REQUESTS,
  },
  waitingPlaceSearches: {
    subject: 'Place searches by one account that wait for the provider',
    max: 2,
    unit: AT_ONCE,
    onExceed: TOO_MANY_REQUESTS,
  },
  sessionsPerBoard: {
    subject: 'MQTT sessions with one board key',
    max: 4,
    unit: AT_ONCE,
    onExceed: 'the oldest session is closed',
  },
  framesPerBoard: {
    subject: 'Frames from one board',
    max: 6_000,
    unit: 'a minute, after a burst',
    onExceed: 'delayed',
  },
  burstPerBoard: {
    subject:
      'Burst of frames from one board: more than a week of frames from 8 bins that report every minute',
    max: 100_000,
    unit: 'frames',
    onExceed: 'delayed',
  },
  bytesPerBoard: {
    subject: 'Bytes of frames from one board',
    max: 12_582_912,
    unit: 'a minute, after a burst',
    onExceed: 'delayed',
  },
  burstBytesPerBoard: {
    subject: 'Burst of bytes from one board',
    max: 134_217_728,
    unit: 'bytes',
    onExceed: 'delayed',
  },
  undecodablePerBoard: {
    subject: 'Frames from one board that cannot be decoded',
    max: 600,
    unit: 'an hour',
    onExceed: 'one in 100 is stored, with the number of those not stored',
  },
  publicBody: {
    subject: 'Body of a call that needs no session',
    max: 16_384,
    unit: BYTES,
    onExceed: TOO_LARGE,
  },
  body: {
    subject: 'Body of any other call',
    max: 65_536,
    unit: BYTES,
    onExceed: TOO_LARGE,
  },
  bodyWithFile: {
    subject: 'Body of a call with chart data',
    max: 1_048_576,
    unit: BYTES,
    onExceed: TOO_LARGE,
  },
  invalidFields: {
    subject: 'Fields that a validation error names',
    max: 20,
    unit: 'fields',
    onExceed: 'the others are not listed',
  },
  invalidFieldLength: {
    subject: 'Name of a field in a validation error',
    max: 60,
    unit: 'characters',
    onExceed: 'shortened',
  },
} as const satisfies Record<string, Limit>;

export type LimitName = keyof typeof limits;

type LimitNameByUnit<Unit extends string> = {
  [Name in LimitName]: (typeof limits)[Name]['unit'] extends Unit ? Name : never;
}[LimitName];

/** Rate limits. */
export type RateLimitName = LimitNameByUnit<typeof PER_MINUTE>;

/** Limits on what is open or waiting at the same time. */
export type ConcurrencyLimitName = LimitNameByUnit<typeof AT_ONCE>;

/** The limits of one board, for the broker. */
export const boardLimits = {
  sessions: limits.sessionsPerBoard.max,
  frames: { perMinute: limits.framesPerBoard.max, burst: limits.burstPerBoard.max },
  bytes: { perMinute: limits.bytesPerBoard.max, burst: limits.burstBytesPerBoard.max },
};
