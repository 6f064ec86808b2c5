import { fileURLToPath } from 'node:url';
import type { Rolldown } from 'vite';

/** Code that a new version of the application leaves unchanged: libraries and the bundler's own helpers. */
const VENDOR = /node_modules|rolldown\/runtime|vite\/(preload-helper|modulepreload-polyfill)/;

const resolveModule = (path: string) =>
  fileURLToPath(new URL(`../src/app/${path}`, import.meta.url));
const layout = resolveModule('shell/shell.tsx');
const listQueries = resolveModule('router/prefetch-lists.ts');
/**
 * The pages that must show their data as early as possible: the sign-in page, the page of a bin, and pages
 * with lists.
 */
const views = {
  signIn: [resolveModule('pages/public/login-page.tsx')],
  bin: [layout, resolveModule('router/prefetch-bin.ts'), resolveModule('pages/bins/bin-page.tsx')],
  allBins: [layout, listQueries, resolveModule('pages/bins/all-bins-page.tsx')],
  binLists: [layout, listQueries, resolveModule('pages/bins/bin-list-pages.tsx')],
  farms: [layout, listQueries, resolveModule('pages/farms/farm-pages.tsx')],
};

/** Libraries that all first views need. */
const VIEW_LIBRARIES =
  /@mantine\/core\/.*\/(Group|Stack|Text|VisuallyHidden|use-mantine-color-scheme|use-resolved-styles-api|noop|get-env|primitive)\/|ScrollArea\/utils\/to-int|@mantine\/hooks\/.*\/(use-id|use-uncontrolled|use-merged-ref|random-id|shallow-equal|use-callback-ref|use-color-scheme|use-shallow-effect|use-disclosure|use-timeout|use-mutation-observer)\/|@tanstack\/(query-core|react-query|react-router)\//;

/** Libraries that only some of the first views need, or none of them. */
const libraries = {
  dialogs: /@mantine\/core\/.*\/(Modal|ModalBase|Drawer|ScrollArea(?!\/utils))\//,
  choices:
    /@mantine\/core\/.*\/(Switch\/|NativeSelect|ComboboxChevron|get-parsed-combobox-data|Combobox\.module)/,
  selects:
    /@mantine\/(core\/.*\/(Select|Combobox|find-element-in-shadow-dom)|hooks\/.*\/use-previous)\//,
  menus: /@floating-ui|@mantine\/core\/.*\/(Menu|Popover|Floating)\//,
  forms:
    /@mantine\/(form|core\/.*\/(Checkbox(?!\/CheckIcon)|PasswordInput))|klona|fast-deep-equal|IconEye/,
  inputs:
    /@mantine\/core\/.*\/(Input|InputBase|InlineInput|TextInput|InputsGroupFieldset|CheckIcon|CloseButton|get-auto-contrast-value)/,
  'time-zones': /temporal-(polyfill|utils)/,
};

type View = keyof typeof views;
const modulesByView: Readonly<Record<View, Set<string>>> = {
  signIn: new Set(),
  bin: new Set(),
  allBins: new Set(),
  binLists: new Set(),
  farms: new Set(),
};

/** Picks the group of a module by the first views that need it; null if none does. */
function pickViewGroup(id: string, graph: Rolldown.ChunkingContext): string | null {
  if (VIEW_LIBRARIES.test(id)) return 'view';
  // Otherwise, each icon that two pages share would get its own file.
  if (/@tabler\/icons-react/.test(id)) return 'first-views';
  // The bin page uses it, and so do the settings, which can be opened on every page.
  if (/components\/segmented-control/.test(id)) return 'first-views';
  // All first views with lists need it, and few other pages do.
  if (/@tanstack\/(react-virtual|virtual-core)/.test(id)) return 'lists';
  const gather = (module: string, modules: Set<string>): void => {
    if (modules.has(module) || VENDOR.test(module)) return;
    modules.add(module);
    for (const imported of graph.getModuleInfo(module)?.importedIds ?? [])
      gather(imported, modules);
  };
  for (const view of Object.keys(views) as View[]) {
    for (const path of views[view]) gather(path, modulesByView[view]);
  }
  const isInBin = modulesByView.bin.has(id);
  const isInFarms = modulesByView.farms.has(id);
  const isInBinLists = modulesByView.binLists.has(id);
  const isInAllBins = modulesByView.allBins.has(id);
  const isInLists = isInFarms || isInBinLists || isInAllBins;
  if (modulesByView.signIn.has(id)) return isInBin || isInLists ? 'view' : 'sign-in';
  if (isInBin) return isInLists ? 'first-views' : 'bin-view';
  if (isInFarms) return isInBinLists || isInAllBins ? 'lists' : 'farms';
  if (isInBinLists) return isInAllBins ? 'lists' : 'farm-bins';
  return isInAllBins ? 'all-bins' : null;
}

/**
 * A hundred small files take a dozen round trips on a slow network. The code that every page needs is in four
 * files. The code of the first views, pages included, is in one file for each set of views that shares it.
 * Code that at least three sets of pages share is in two more files. See `app/router` for the sets. Libraries
 * of the first page are separate, so that they stay in the browser's cache when a new version is deployed.
 */
export const codeGroups: Rolldown.CodeSplittingGroup[] = [
  // Several files, so that together with our own code they use most of a browser's connections: they arrive
  // before the page and run while it loads (ADR 0014).
  {
    name: 'react',
    test: /node_modules\/(react|react-dom|scheduler)\//,
    tags: ['$initial'],
    priority: 5,
  },
  { name: 'tanstack', test: /node_modules\/@tanstack\//, tags: ['$initial'], priority: 5 },
  { name: 'vendor', test: VENDOR, tags: ['$initial'], priority: 4 },
  { name: 'index', tags: ['$initial'], priority: 3 },
  ...Object.entries(libraries).map(([name, test]) => ({ name, test, priority: 2 })),
  // The settings forms of a bin, which three sets of pages use.
  { name: 'bin-settings', test: /features\/bins\/settings\/(?!use-can-change)/, priority: 2 },
  { name: pickViewGroup, debugName: 'first views', priority: 1 },
  { name: 'shared-vendor', test: VENDOR, minShareCount: 3, priority: 1 },
  { name: 'shared', minShareCount: 3 },
];
