import { canChangeBinSettings } from '@granary/domain/access/bin-fields';
import type { Millis } from '@granary/domain/units';
import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { RECORD_STEPS, type RecordStep } from '../../features/readings/step-reading.ts';
import { loadWithTexts } from '../../lib/i18n.ts';
import { requireCapability, shell } from './root-routes.ts';
import {
  type BinTab,
  isBinTab,
  makeSearchParser,
  parseChartSearch,
  parsePathId,
  parseTime,
} from './search-params.ts';

const importBinSubpages = loadWithTexts('other', () => import('../pages/bins/bin-subpages.tsx'));

interface BinSearch {
  /** The time of the record to show; without it, the latest. */
  readonly at?: Millis | undefined;
  /** The time of the record to compare with. */
  readonly compare?: Millis | undefined;
  readonly step?: RecordStep | undefined;
  readonly tab?: BinTab | undefined;
}

const bin = createRoute({
  getParentRoute: () => shell,
  path: '/binsensor/$id',
  params: { parse: ({ id }) => ({ id: parsePathId(id) }) },
  validateSearch: makeSearchParser<BinSearch>((search) => {
    const at = parseTime(search['at']);
    const compare = parseTime(search['compare']);
    const step = RECORD_STEPS.find((recordStep) => recordStep === search['step']);
    return {
      ...(at !== null && { at }),
      ...(compare !== null && { compare }),
      ...(step !== undefined && { step }),
      ...(isBinTab(search['tab']) && { tab: search['tab'] }),
    };
  }),
  loaderDeps: ({ search: { at, tab } }) => ({ isLatest: at === undefined && tab === undefined }),
  loader: async ({ params: { id }, deps, preload }) => {
    // Hovering over a link does not load its page's data.
    if (id === null || preload) return;
    const { prefetchBin } = await import('./prefetch-bin.ts');
    prefetchBin(id, deps);
  },
  component: lazyRouteComponent(() => import('../pages/bins/bin-page.tsx'), 'BinPage'),
});

const chart = createRoute({
  getParentRoute: () => shell,
  path: '/binsensor/$id/chart',
  params: { parse: ({ id }) => ({ id: parsePathId(id) }) },
  validateSearch: makeSearchParser(parseChartSearch),
  component: lazyRouteComponent(
    loadWithTexts('other', () => import('../pages/bins/chart-page.tsx')),
    'ChartPage',
  ),
});

const loads = createRoute({
  getParentRoute: () => shell,
  path: '/binsensor/$id/loads',
  params: { parse: ({ id }) => ({ id: parsePathId(id) }) },
  component: lazyRouteComponent(importBinSubpages, 'LoadsPage'),
});

const fan = createRoute({
  getParentRoute: () => shell,
  path: '/binsensor/$id/fan',
  params: { parse: ({ id }) => ({ id: parsePathId(id) }) },
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/binsensor/$id', params, search: { tab: 4 }, replace: true });
  },
});

const editBin = createRoute({
  getParentRoute: () => shell,
  path: '/binsensor/$id/edit',
  beforeLoad: requireCapability(canChangeBinSettings),
  params: { parse: ({ id }) => ({ id: parsePathId(id) }) },
  component: lazyRouteComponent(importBinSubpages, 'EditBinPage'),
});

const binHardware = createRoute({
  getParentRoute: () => shell,
  path: '/binsensor/$id/hardware',
  params: { parse: ({ id }) => ({ id: parsePathId(id) }) },
  component: lazyRouteComponent(importBinSubpages, 'BinHardwarePage'),
});

const binCables = createRoute({
  getParentRoute: () => shell,
  path: '/binsensor/$id/cables',
  params: { parse: ({ id }) => ({ id: parsePathId(id) }) },
  component: lazyRouteComponent(importBinSubpages, 'BinCablesPage'),
});

/** The page of a bin and the pages below it. */
export const binRoutes = [bin, chart, loads, fan, editBin, binHardware, binCables] as const;
