import { fileURLToPath } from 'node:url';
import type { Rolldown } from 'vite';

/** Code that a new version of ours leaves unchanged: libraries, and the bundler's own helpers. */
const VENDOR = /node_modules|rolldown\/runtime|vite\/(preload-helper|modulepreload-polyfill)/;

const page = (path: string) => fileURLToPath(new URL(`../src/app/${path}`, import.meta.url));
const SIGN_IN = [page('pages/public/login-page.tsx')];
/** The frame of all pages, and the page that must show its data first. */
const FIRST_VIEW = [
  page('shell/shell.tsx'),
  page('router/prefetch-bin.ts'),
  page('pages/bins/bin-page.tsx'),
];

/** Libraries of which the sign-in page and the first view of a bin need only some, or none. */
const libraries = {
  dialogs: /@mantine\/core\/.*\/(Modal|ModalBase|Drawer|ScrollArea(?!\/utils)|OptionsDropdown)\//,
  menus: /@floating-ui|@mantine\/core\/.*\/(Menu|Popover|Floating)\//,
  forms:
    /@mantine\/(form|core\/.*\/(Checkbox(?!\/CheckIcon)|PasswordInput))|klona|fast-deep-equal|IconEye/,
  inputs:
    /@mantine\/core\/.*\/(Input|InputBase|InlineInput|TextInput|InputsGroupFieldset|CheckIcon|CloseButton|get-auto-contrast-value)|useRouterState/,
  view: /@mantine\/core\/.*\/(Group|Stack|Text|FloatingIndicator|SegmentedControl|use-mantine-color-scheme|use-resolved-styles-api|noop|get-env|primitive)\/|ScrollArea\/utils\/to-int|@mantine\/hooks\/.*\/(use-id|use-uncontrolled|use-merged-ref|random-id|shallow-equal|use-callback-ref|use-color-scheme|use-shallow-effect|use-disclosure|use-timeout|use-mutation-observer)\/|@tanstack\/(query-core|react-query)\//,
  'time-zones': /temporal-(polyfill|utils)/,
  'long-lists': /virtual-core|react-virtual|use-virtual-rows/,
};

const modules = { signIn: new Set<string>(), firstView: new Set<string>() };

/** The group of a module of ours that loads with the sign-in page or with the first view of a bin. */
function nameFirstPages(id: string, graph: Rolldown.ChunkingContext): string | null {
  const gather = (module: string, into: Set<string>): void => {
    if (into.has(module) || VENDOR.test(module)) return;
    into.add(module);
    for (const imported of graph.getModuleInfo(module)?.importedIds ?? []) gather(imported, into);
  };
  for (const path of SIGN_IN) gather(path, modules.signIn);
  for (const path of FIRST_VIEW) gather(path, modules.firstView);
  const isInView = modules.firstView.has(id);
  if (modules.signIn.has(id)) return isInView ? 'session' : 'sign-in';
  return isInView ? 'first-view' : null;
}

/**
 * A hundred small files are a dozen round trips on a slow network. What the first page needs is two
 * files; what the sign-in page and the first view of a bin share with other pages has a file each; what
 * three sets of pages share is two others. For the sets see `app/router`. Libraries are separate, so
 * that browsers keep them when a new version is installed.
 */
export const codeGroups: Rolldown.CodeSplittingGroup[] = [
  { name: 'vendor', test: VENDOR, tags: ['$initial'], priority: 4 },
  { name: 'first', tags: ['$initial'], priority: 3 },
  ...Object.entries(libraries).map(([name, test]) => ({ name, test, priority: 2 })),
  // The forms of a bin: three sets of pages have them.
  { name: 'bin-settings', test: /features\/bins\/settings\//, priority: 2 },
  { name: nameFirstPages, debugName: 'first pages', minShareCount: 2, priority: 1 },
  // Else each icon that two pages share would be a file.
  { name: 'icons', test: /@tabler\/icons-react/, minShareCount: 2, priority: 1 },
  { name: 'shared-vendor', test: VENDOR, minShareCount: 3, priority: 1 },
  { name: 'shared', minShareCount: 3 },
];
