/**
 * The house in one list: who may import whom. The first entry whose `files` match a file decides
 * for it. Targets are files of the repository, `node:…` modules or package names; `$room` in `may`
 * and `mayType` is the folder that `$room` in `files` met. What is not named is refused.
 */
export interface Folder {
  readonly files: string;
  readonly may: readonly string[];
  /** What may be imported as types alone: they are gone when the code runs. */
  readonly mayType?: readonly string[];
  /** Whether queries may be written here; elsewhere only as a call to a store. */
  readonly holdsSql?: boolean;
}

const SERVER = 'apps/server/src';
const WEB = 'apps/web/src';

/** Everything that comes from outside the repository. */
const LIBRARIES = ['npm:**', 'node:**'];
const DOMAIN = 'packages/domain/src/**';
const CONTRACT = 'packages/contract/src/**';
const SIMULATOR = 'apps/simulator/src/**';
const VECTORS = 'vectors/**';
/** What tests of the server share; the long proofs use it too. */
const SERVER_SUPPORT = 'apps/server/test/support/**';

/** Code that only tests use; nothing that ships may import it. */
export const TEST_SUPPORT = [
  '**/*.test.{ts,tsx}',
  '**/test/support/**',
  '**/*.fixture.{ts,tsx}',
  'bench/prove{.ts,/**}',
];

/** What everything in a room may use: its own files, the domain, the contract, pure libraries. */
const ROOM = [
  `${SERVER}/$room/**`,
  DOMAIN,
  CONTRACT,
  'npm:{zod,zod/mini,jose,@node-rs/argon2,csv-parse/sync}',
  'node:{buffer,crypto,events,timers/promises,zlib}',
];

/** Another room's code as types, which are the shapes of the ports that compose fills. */
const PORT_TYPES = [
  `${SERVER}/*/*.ts`,
  `${SERVER}/platform/postgres/tables{.ts,/**}`,
  'npm:{kysely,pino}',
];

/** What a room shows to the others as code; the rest of it is handed over by compose. */
const FACES = [
  // A bin with all that its values depend on, and the questions to it.
  `${SERVER}/bins/context.ts`,
  // What a board sent, and what it means.
  `${SERVER}/boards/frames.ts`,
  // What tells whether a fan runs.
  `${SERVER}/fans/state.ts`,
  // How a reading is kept and shown.
  `${SERVER}/readings/{day,present,row}.ts`,
  // Writing down who changed what, which is part of every change.
  `${SERVER}/audit/record.ts`,
];

/** Writing queries, and turning a user's scope into a condition of one. */
const SQL = ['npm:kysely', `${SERVER}/platform/postgres/**`, `${SERVER}/access/scope-sql.ts`];

/** Files that hold queries besides a room's store; what they may import is the same. */
const QUERY_FILES = {
  $room: '{,*-}store',
  accounts: '{guesses,notes,password-reset,people,profile,restore,sessions,set-up,sign-in}',
  audit: 'record',
  bins: '{create,parts,sensor-statuses}',
  boards: '{directory,hello,keys}',
  readings: 'rewrite-days',
};

export const folders: readonly Folder[] = [
  // Tests may reach into everything of their own package, and use what checks it.
  {
    files: 'packages/domain/{src/**/*.test,test/support/**}.ts',
    may: [DOMAIN, 'packages/domain/test/support/**', VECTORS, ...LIBRARIES],
  },
  { files: 'packages/contract/src/**/*.test.ts', may: [CONTRACT, DOMAIN, VECTORS, ...LIBRARIES] },
  {
    files: 'apps/server/{src/**/*.test,test/support/**}.ts',
    may: [`${SERVER}/**`, SERVER_SUPPORT, CONTRACT, DOMAIN, SIMULATOR, VECTORS, ...LIBRARIES],
    holdsSql: true,
  },
  {
    files: `${WEB}/**/*.{test,fixture}.{ts,tsx}`,
    may: [`${WEB}/**`, CONTRACT, DOMAIN, VECTORS, ...LIBRARIES],
  },

  { files: DOMAIN, may: [DOMAIN, 'npm:temporal-polyfill'] },
  { files: CONTRACT, may: [CONTRACT, DOMAIN, 'npm:zod{,/mini}'] },

  // The server's programs: compose constructs everything, main and admin run it.
  {
    files: `${SERVER}/{main.ts,admin.ts,compose.ts,compose/**}`,
    may: [`${SERVER}/**`, CONTRACT, DOMAIN, ...LIBRARIES],
  },
  // The demo's first rows and the daily clearing go through the tables of every room.
  {
    files: `${SERVER}/demo/**`,
    may: [`${SERVER}/**`, CONTRACT, DOMAIN, 'npm:kysely'],
    holdsSql: true,
  },
  { files: `${SERVER}/upkeep.ts`, may: [...ROOM, ...SQL, `${SERVER}/*/store.ts`], holdsSql: true },

  { files: `${SERVER}/config/**`, may: [`${SERVER}/config/**`, 'npm:zod', 'node:**'] },
  { files: `${SERVER}/locales/**`, may: [`${SERVER}/locales/**`, CONTRACT] },
  // The columns' types name the domain's closed sets.
  {
    files: `${SERVER}/platform/postgres/tables{.ts,/**}`,
    may: [],
    mayType: [`${SERVER}/platform/postgres/tables/**`, DOMAIN, 'npm:kysely'],
  },
  {
    files: `${SERVER}/platform/**`,
    may: [
      `${SERVER}/{platform,config,locales}/**`,
      // How calls, their errors and their languages look, without a word of grain.
      'packages/contract/src/{route,errors,wire,accounts/http}.ts',
      'packages/domain/src/units.ts',
      ...LIBRARIES,
    ],
    holdsSql: true,
  },

  // Who may do what: one policy, and its two questions to the database.
  {
    files: `${SERVER}/access/{owners,scope-sql}.ts`,
    may: [`${SERVER}/access/**`, DOMAIN, ...SQL],
    holdsSql: true,
  },
  {
    files: `${SERVER}/access/**`,
    may: [`${SERVER}/{access,platform/http}/**`, CONTRACT, DOMAIN],
    mayType: [...PORT_TYPES, 'npm:fastify'],
  },

  // A room: its routes, its stores, the edges it listens at, and the engine between them.
  {
    files: `${SERVER}/$room/{,*-}routes.ts`,
    may: [...ROOM, ...FACES, `${SERVER}/{access,platform/http,locales}/**`],
    mayType: [...PORT_TYPES, 'npm:fastify'],
  },
  ...Object.entries(QUERY_FILES).map(([room, names]) => ({
    files: `${SERVER}/${room}/${names}.ts`,
    may: [...ROOM, ...FACES, ...SQL].map((target) => target.replace('$room', room)),
    mayType: PORT_TYPES,
    holdsSql: true,
  })),
  {
    files: `${SERVER}/$room/gateway.ts`,
    may: [...ROOM, ...FACES, `${SERVER}/platform/broker/**`],
    mayType: PORT_TYPES,
  },
  {
    files: `${SERVER}/$room/live.ts`,
    may: [...ROOM, ...FACES, `${SERVER}/platform/live/**`],
    mayType: PORT_TYPES,
  },
  { files: `${SERVER}/$room/**`, may: [...ROOM, ...FACES], mayType: PORT_TYPES },

  // The web: app → features → bin-picture, components, lib.
  { files: `${WEB}/app/**`, may: [`${WEB}/**`, CONTRACT, DOMAIN, 'npm:**'] },
  {
    files: `${WEB}/features/$room/**`,
    may: [
      `${WEB}/features/$room/**`,
      `${WEB}/{bin-data,bin-picture,components,lib,locales}/**`,
      CONTRACT,
      DOMAIN,
      'npm:**',
    ],
  },
  // What several features need to know of bins: crops, sensors, findings, firmware. Features may not
  // import each other, and `lib` has no product words.
  {
    files: `${WEB}/bin-data/**`,
    may: [`${WEB}/{bin-data,components,lib,locales}/**`, CONTRACT, DOMAIN, 'npm:**'],
  },
  { files: `${WEB}/bin-picture/**`, may: [`${WEB}/{bin-picture,components}/**`, DOMAIN, 'npm:**'] },
  {
    files: `${WEB}/components/**`,
    may: [`${WEB}/{components,lib}/**`, CONTRACT, DOMAIN, 'npm:**'],
  },
  { files: `${WEB}/lib/**`, may: [`${WEB}/{lib,locales}/**`, CONTRACT, DOMAIN, 'npm:**'] },
  // The preload script does what the application does after it.
  {
    files: 'apps/web/build/*.test.ts',
    may: ['apps/web/build/**', `${WEB}/lib/**`, CONTRACT, DOMAIN, ...LIBRARIES],
  },
  // The web's build; the first calls of pages go into the preload script.
  {
    files: 'apps/web/{*,build/*}.ts',
    may: [
      'apps/web/build/**',
      `${WEB}/{app/router/guards,bin-data/first-calls}.ts`,
      CONTRACT,
      ...LIBRARIES,
    ],
  },

  {
    files: 'apps/simulator/{src/**/*.test,test/support/**}.ts',
    may: [SIMULATOR, 'apps/simulator/test/support/**', CONTRACT, DOMAIN, VECTORS, ...LIBRARIES],
  },
  { files: SIMULATOR, may: [SIMULATOR, CONTRACT, DOMAIN, VECTORS, ...LIBRARIES] },
  { files: 'e2e/**', may: ['e2e/**', CONTRACT, DOMAIN, SIMULATOR, VECTORS, ...LIBRARIES] },
  // Proofs are the long forms of tests.
  {
    files: 'bench/prove{.ts,/**}',
    may: ['bench/**', CONTRACT, DOMAIN, SIMULATOR, SERVER_SUPPORT, ...LIBRARIES],
  },
  // Benches measure over the wire; they start their own database with our launcher, the server with
  // its flags, and a clone as the check does. What a search takes in the database is measured by its
  // own statement.
  {
    files: 'bench/**',
    may: [
      'bench/**',
      'scripts/check/clean-clone.ts',
      CONTRACT,
      DOMAIN,
      SIMULATOR,
      `${SERVER}/config/v8-flags.ts`,
      `${SERVER}/platform/postgres/**`,
      `${SERVER}/search/store.ts`,
      ...LIBRARIES,
    ],
  },
  { files: 'scripts/**', may: ['scripts/**', `${SERVER}/locales/**`, ...LIBRARIES] },
  { files: '*.ts', may: LIBRARIES },
];
