/**
 * The imports that are allowed in the files of a folder. The first entry whose `files` match a file applies
 * to it. Targets are files of the repository, `node:…` modules or `npm:…` packages; `$feature` in `imports`
 * and `types` is the folder that `$feature` in `files` matched. Anything that is not listed is disallowed.
 */
export interface FolderRule {
  readonly files: string;
  readonly imports: readonly string[];
  /** The targets that may be imported as types only. */
  readonly types?: readonly string[];
  /** Whether queries may be written here; code elsewhere calls a store. */
  readonly allowsSql?: boolean;
}

const SERVER = 'apps/server/src';
const WEB = 'apps/web/src';

/** All packages and modules from outside the repository. */
const LIBRARIES = ['npm:**', 'node:**'];
const DOMAIN = 'packages/domain/src/**';
const CONTRACT = 'packages/contract/src/**';
const SIMULATOR = 'apps/simulator/src/**';
const VECTORS = 'vectors/**';
/** Test helpers of the server; the long proofs use them too. */
const SERVER_SUPPORT = 'apps/server/test/support/**';

/** Code for tests only; shipped code must not import it. */
export const TEST_SUPPORT = [
  '**/*.test.{ts,tsx}',
  '**/test/support/**',
  '**/*.fixture.{ts,tsx}',
  'bench/prove{.ts,/**}',
];

/** The folders of the server whose dependencies on each other must not form a cycle. */
export const ACYCLIC_FOLDERS = { root: SERVER, exceptions: ['app'] };

/** The targets that every file of a server feature may import. */
const FEATURE_IMPORTS = [
  `${SERVER}/$feature/**`,
  `${SERVER}/platform/crypto/**`,
  DOMAIN,
  CONTRACT,
  'npm:{zod,zod/mini,jose,@node-rs/argon2,@zxcvbn-ts/language-common,otpauth,csv-parse/sync,geo-tz}',
  'node:{buffer,crypto,events,timers/promises,zlib}',
];

const FEATURES =
  '{access,accounts,alerts,audit,bins,boards,cables,commands,crops,demo,fans,farm-contacts,farms,firmware,' +
  'ingest,inventory,maintenance,notifications,outbox,places,raw-data,readings,search,security-events,server-health}';

/** Types of other features and of the database: the shapes of ports, which `app/` implements. */
const PORT_TYPES = [
  `${SERVER}/${FEATURES}/**`,
  `${SERVER}/platform/postgres/tables{.ts,/**}`,
  'npm:{kysely,pino}',
];

/** The public interfaces of features: what other features may call. `app/` passes in the rest. */
const PUBLIC_FILES = [
  // The caller of a request, and the access scope as an SQL condition.
  `${SERVER}/access/{signed-in,scope-sql}.ts`,
  // Every change records an audit entry in its own transaction.
  `${SERVER}/audit/record-change.ts`,
  // A board's answer changes its bins.
  `${SERVER}/bins/record-board-change.ts`,
  // Bins are assigned to boards, and crop periods are opened, in the transaction that changes the bins.
  `${SERVER}/boards/assignment-store.ts`,
  `${SERVER}/crops/crop-periods-store.ts`,
  // Changes to cables lock their bin, and adding a bin locks the farm.
  `${SERVER}/{bins,farms}/store.ts`,
  // An alert depends on the last installation mode that a board confirmed.
  `${SERVER}/commands/installation-mode-store.ts`,
  `${SERVER}/fans/fan-state.ts`,
  // A fan that is running, according to the last report from its board, is stopped before its bin is deleted.
  `${SERVER}/fans/last-report-store.ts`,
  // The storage and serialization of readings and days: ingest writes them, and bins show the latest reading.
  `${SERVER}/readings/{bin-context,readings-store,row,scalar-columns,serialize-reading}.ts`,
  `${SERVER}/readings/{conditions,fill-history,moisture-grid,packed-smallints}.ts`,
  `${SERVER}/readings/days/{day,days-store}.ts`,
];

const SQL = ['npm:kysely', `${SERVER}/platform/postgres/**`];

/**
 * The files that may have queries: stores, and files in which a query and the decision about its rows belong
 * together.
 */
const SQL_FILES = [
  '$feature/**/{,*-}store',
  'accounts/{change-password,invitations,two-factor,notes,password-reset,profile,restore,second-factor-rate-limit,sessions,setup,sign-in,sign-in-rate-limit,users}',
  'access/{owners,scope-sql}',
  'audit/record-change',
  'bins/{add-bins,load-bin-details,cables/sensor-statuses,positions/move-bin}',
  'boards/{directory,keys}',
  'ingest/{commit-marker,ingest-revision,rewrite-days,settings-digest}',
];

export const folders: readonly FolderRule[] = [
  // Tests may import everything in their package.
  {
    files: 'packages/domain/{src/**/*.test,test/support/**}.ts',
    imports: [DOMAIN, 'packages/domain/test/support/**', VECTORS, ...LIBRARIES],
  },
  {
    files: 'packages/contract/src/**/*.test.ts',
    imports: [CONTRACT, DOMAIN, VECTORS, ...LIBRARIES],
  },
  {
    files: 'apps/server/{src/**/*.test,test/support/**}.ts',
    imports: [`${SERVER}/**`, SERVER_SUPPORT, CONTRACT, DOMAIN, SIMULATOR, VECTORS, ...LIBRARIES],
    allowsSql: true,
  },
  {
    files: `${WEB}/**/*.{test,fixture}.{ts,tsx}`,
    imports: [`${WEB}/**`, CONTRACT, DOMAIN, VECTORS, ...LIBRARIES],
  },

  { files: DOMAIN, imports: [DOMAIN, 'npm:temporal-polyfill'] },
  { files: CONTRACT, imports: [CONTRACT, DOMAIN, 'npm:zod{,/mini}'] },

  // `app/` constructs everything; main and admin run it.
  {
    files: `${SERVER}/{main.ts,admin.ts,admin-input.ts,app/**}`,
    imports: [`${SERVER}/**`, CONTRACT, DOMAIN, ...LIBRARIES],
  },
  // The demo fills the tables of all features with the farms that the simulator sends readings for.
  {
    files: `${SERVER}/demo/**`,
    imports: [`${SERVER}/**`, 'apps/simulator/src/demo/**', CONTRACT, DOMAIN, 'npm:kysely'],
    allowsSql: true,
  },

  // A backup copies the tables of all features to a file.
  {
    files: `${SERVER}/backup/**`,
    imports: [`${SERVER}/{backup,platform/postgres}/**`, ...LIBRARIES],
    allowsSql: true,
  },

  // Environment variables select map and place search providers by preset.
  {
    files: `${SERVER}/config/**`,
    imports: [
      `${SERVER}/config/**`,
      'packages/domain/src/places/providers.ts',
      'npm:zod',
      'node:**',
    ],
  },
  { files: `${SERVER}/locales/**`, imports: [`${SERVER}/locales/**`, CONTRACT] },
  // Column types use the domain's union types.
  {
    files: `${SERVER}/platform/postgres/tables{.ts,/**}`,
    imports: [],
    types: [`${SERVER}/platform/postgres/tables/**`, DOMAIN, 'npm:kysely'],
  },
  {
    files: `${SERVER}/platform/**`,
    imports: [
      `${SERVER}/{platform,config,locales}/**`,
      // The shared types of API calls and errors, and the list of languages.
      'packages/contract/src/{route,errors,text-fields,wire,accounts/http}.ts',
      'packages/domain/src/units.ts',
      ...LIBRARIES,
    ],
    allowsSql: true,
  },

  // Server features: stores, routes, the MQTT gateway, live updates, and the logic between them.
  ...SQL_FILES.map((name) => ({
    files: `${SERVER}/${name}.ts`,
    imports: [...FEATURE_IMPORTS, ...PUBLIC_FILES, ...SQL].map((target) =>
      target.replace('$feature', name.split('/')[0] ?? ''),
    ),
    types: PORT_TYPES,
    allowsSql: true,
  })),
  {
    files: `${SERVER}/{$feature/**/{,*-}routes,access/guard,access/signed-in}.ts`,
    imports: [...FEATURE_IMPORTS, ...PUBLIC_FILES, `${SERVER}/{access,platform/http,locales}/**`],
    types: [...PORT_TYPES, 'npm:fastify'],
  },
  {
    files: `${SERVER}/ingest/gateway.ts`,
    imports: [`${SERVER}/{ingest,platform/broker}/**`, DOMAIN, CONTRACT],
    types: PORT_TYPES,
  },
  {
    files: `${SERVER}/$feature/**/live-readings.ts`,
    imports: [...FEATURE_IMPORTS, ...PUBLIC_FILES, `${SERVER}/platform/live/**`],
    types: PORT_TYPES,
  },
  {
    files: `${SERVER}/$feature/**`,
    imports: [...FEATURE_IMPORTS, ...PUBLIC_FILES],
    types: PORT_TYPES,
  },

  // The web app: app → features → bin-data, bin-picture, components, lib.
  { files: `${WEB}/app/**`, imports: [`${WEB}/**`, CONTRACT, DOMAIN, 'npm:**'] },
  {
    files: `${WEB}/features/$feature/**`,
    imports: [
      `${WEB}/features/$feature/**`,
      `${WEB}/{bin-data,bin-picture,components,lib,locales}/**`,
      CONTRACT,
      DOMAIN,
      'npm:**',
    ],
  },
  // Code about bins that several features need: crops, sensors, findings, firmware. Features may not import
  // each other, and `lib` is independent of the product.
  {
    files: `${WEB}/bin-data/**`,
    imports: [`${WEB}/{bin-data,components,lib,locales}/**`, CONTRACT, DOMAIN, 'npm:**'],
  },
  {
    files: `${WEB}/bin-picture/**`,
    imports: [`${WEB}/{bin-picture,components}/**`, DOMAIN, 'npm:**'],
  },
  {
    files: `${WEB}/components/**`,
    imports: [`${WEB}/{components,lib}/**`, CONTRACT, DOMAIN, 'npm:**'],
  },
  // The service worker runs without a page and must stay small.
  { files: `${WEB}/service-worker/**`, imports: [`${WEB}/service-worker/**`] },
  { files: `${WEB}/lib/**`, imports: [`${WEB}/{lib,locales}/**`, CONTRACT, DOMAIN, 'npm:**'] },
  // The tests run the preload script with the app code that uses its responses.
  {
    files: 'apps/web/build/*.test.ts',
    imports: ['apps/web/build/**', `${WEB}/lib/**`, CONTRACT, DOMAIN, ...LIBRARIES],
  },
  // The web app's build. The preload script contains each page's first API calls and texts.
  {
    files: 'apps/web/{*,build/*}.ts',
    imports: [
      'apps/web/build/**',
      `${WEB}/{app/router/guards,bin-data/first-calls,locales/text-parts}.ts`,
      CONTRACT,
      ...LIBRARIES,
    ],
  },

  {
    files: 'apps/simulator/{src/**/*.test,test/support/**}.ts',
    imports: [SIMULATOR, 'apps/simulator/test/support/**', CONTRACT, DOMAIN, VECTORS, ...LIBRARIES],
  },
  { files: SIMULATOR, imports: [SIMULATOR, CONTRACT, DOMAIN, VECTORS, ...LIBRARIES] },
  { files: 'e2e/**', imports: ['e2e/**', CONTRACT, DOMAIN, SIMULATOR, VECTORS, ...LIBRARIES] },
  // Long proofs use the server's test helpers.
  {
    files: 'bench/prove{.ts,/**}',
    imports: ['bench/**', CONTRACT, DOMAIN, SIMULATOR, SERVER_SUPPORT, ...LIBRARIES],
  },
  // Benchmarks measure the server over the network. They use our code to start PostgreSQL and a clean clone,
  // and to measure the search query.
  {
    files: 'bench/**',
    imports: [
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
  // The checks compare translations, and names of measured values.
  {
    files: 'scripts/**',
    imports: [
      'scripts/**',
      `${SERVER}/locales/**`,
      'packages/{domain,contract}/src/readings/scalars.ts',
      ...LIBRARIES,
    ],
  },
  { files: '*.ts', imports: ['apps/web/build/**', ...LIBRARIES] },
];
