import { fileURLToPath } from 'node:url';
import type { Rolldown } from 'vite';

/** Code that a new version of ours leaves unchanged: libraries, and the bundler's own helpers. */
const VENDOR = /node_modules|rolldown\/runtime|vite\/(preload-helper|modulepreload-polyfill)/;

const page = (path: string) => fileURLToPath(new URL(`../src/app/${path}`, import.meta.url));
const frame = page('shell/shell.tsx');
const listQueries = page('router/prefetch-lists.ts');
/** What must show its data first: the sign-in page, the page of a bin, and pages with lists. */
const views = {
  signIn: [page('pages/public/login-page.tsx')],
  bin: [frame, page('router/prefetch-bin.ts'), page('pages/bins/bin-page.tsx')],
  allBins: [frame, listQueries, page('pages/bins/all-bins-page.tsx')],
  binLists: [frame, listQueries, page('pages/bins/bin-list-pages.tsx')],
  farms: [frame, listQueries, page('pages/farms/farm-pages.tsx')],
};

/** Libraries of which the sign-in page and the first view of a bin need only some, or none. */
const libraries = {
  dialogs: /@mantine\/core\/.*\/(Modal|ModalBase|Drawer|ScrollArea(?!\/utils))\//,
  'native-selects':
    /@mantine\/core\/.*\/(NativeSelect|ComboboxChevron|get-parsed-combobox-data|Combobox\.module)/,
  selects:
    /@mantine\/(core\/.*\/(Select|Combobox|find-element-in-shadow-dom)|hooks\/.*\/use-previous)\//,
  switches: /@mantine\/core\/.*\/Switch\//,
  menus: /@floating-ui|@mantine\/core\/.*\/(Menu|Popover|Floating)\//,
  forms:
    /@mantine\/(form|core\/.*\/(Checkbox(?!\/CheckIcon)|PasswordInput))|klona|fast-deep-equal|IconEye/,
  inputs:
    /@mantine\/core\/.*\/(Input|InputBase|InlineInput|TextInput|InputsGroupFieldset|CheckIcon|CloseButton|get-auto-contrast-value)|useRouterState/,
  view: /@mantine\/core\/.*\/(Group|Stack|Text|VisuallyHidden|FloatingIndicator|SegmentedControl|use-mantine-color-scheme|use-resolved-styles-api|noop|get-env|primitive)\/|ScrollArea\/utils\/to-int|@mantine\/hooks\/.*\/(use-id|use-uncontrolled|use-merged-ref|random-id|shallow-equal|use-callback-ref|use-color-scheme|use-shallow-effect|use-disclosure|use-timeout|use-mutation-observer)\/|@tanstack\/(query-core|react-query)\//,
  'time-zones': /temporal-(polyfill|utils)/,
};

type View = keyof typeof views;
const modulesOf: Readonly<Record<View, Set<string>>> = {
  signIn: new Set(),
  bin: new Set(),
  allBins: new Set(),
  binLists: new Set(),
  farms: new Set(),
};

/** The group of a module of ours that loads with a first view: by the views that need it. */
function nameFirstViews(id: string, graph: Rolldown.ChunkingContext): string | null {
  // All first views with lists need it, and few other pages.
  if (/@tanstack\/(react-virtual|virtual-core)/.test(id)) return 'lists';
  const gather = (module: string, into: Set<string>): void => {
    if (into.has(module) || VENDOR.test(module)) return;
    into.add(module);
    for (const imported of graph.getModuleInfo(module)?.importedIds ?? []) gather(imported, into);
  };
  for (const view of Object.keys(views) as View[]) {
    for (const path of views[view]) gather(path, modulesOf[view]);
  }
  const isInBin = modulesOf.bin.has(id);
  const isInFarms = modulesOf.farms.has(id);
  const isInBinLists = modulesOf.binLists.has(id);
  const isInLists = isInFarms || isInBinLists || modulesOf.allBins.has(id);
  if (modulesOf.signIn.has(id)) return isInBin || isInLists ? 'session' : 'sign-in';
  if (isInBin) return isInLists ? 'first-views' : 'bin-view';
  if (isInFarms) return 'lists';
  if (isInBinLists) return 'lists-of-bins';
  return isInLists ? 'all-bins' : null;
}

/**
 * A hundred small files are a dozen round trips on a slow network. What the first page needs is four
 * files; what first views share with each other and with other pages is a few more; what three sets of
 * pages share is two others. For the sets see `app/router`. Libraries are separate, so that browsers
 * keep them when a new version is installed.
 */
export const codeGroups: Rolldown.CodeSplittingGroup[] = [
  // Several files, which together with ours use most connections of a browser: they arrive before
  // the page, and run while it loads (ADR 0014).
  {
    name: 'react',
    test: /node_modules\/(react|react-dom|scheduler)\//,
    tags: ['$initial'],
    priority: 5,
  },
  { name: 'tanstack', test: /node_modules\/@tanstack\//, tags: ['$initial'], priority: 5 },
  { name: 'vendor', test: VENDOR, tags: ['$initial'], priority: 4 },
  { name: 'first', tags: ['$initial'], priority: 3 },
  ...Object.entries(libraries).map(([name, test]) => ({ name, test, priority: 2 })),
  // The forms of a bin: three sets of pages have them.
  { name: 'bin-settings', test: /features\/bins\/settings\/(?!use-can-change)/, priority: 2 },
  { name: nameFirstViews, debugName: 'first views', minShareCount: 2, priority: 1 },
  // Else each icon that two pages share would be a file.
  { name: 'icons', test: /@tabler\/icons-react/, minShareCount: 2, priority: 1 },
  { name: 'shared-vendor', test: VENDOR, minShareCount: 3, priority: 1 },
  { name: 'shared', minShareCount: 3 },
];
