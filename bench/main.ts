import { parseArgs } from 'node:util';
import { benchAlerts } from './src/alerts.ts';
import { benchBrowser } from './src/browser.ts';
import { benchLists } from './src/browser-lists.ts';
import { benchChart } from './src/chart.ts';
import { benchCommands } from './src/commands.ts';
import { benchCrops } from './src/crops.ts';
import { benchExport } from './src/export.ts';
import { benchFirstLoad } from './src/first-load.ts';
import { benchIngest } from './src/ingest.ts';
import { benchMachine } from './src/machine.ts';
import { loadOlderProduct, type Product, thisProduct } from './src/product.ts';
import { benchQueries } from './src/queries.ts';
import { benchRawData } from './src/raw-data.ts';
import { benchReconnect } from './src/reconnect.ts';
import { type Figure, printFigures } from './src/report.ts';
import { benchRisks } from './src/risks.ts';
import { benchSearch } from './src/search.ts';
import type { Postgres } from './src/server.ts';
import { benchStartup } from './src/start-up.ts';

type Section = (postgres: Postgres, product: Product) => Promise<Figure[]>;

/** The benchmarks in order; `npm run bench -- NAME …` selects some. */
const sections: Record<string, Section> = {
  ingest: benchIngest,
  queries: benchQueries,
  reconnect: benchReconnect,
  alerts: benchAlerts,
  risks: benchRisks,
  commands: benchCommands,
  search: benchSearch,
  'raw-data': benchRawData,
  chart: benchChart,
  crops: benchCrops,
  export: benchExport,
  start: benchStartup,
  'first-load': benchFirstLoad,
  browser: benchBrowser,
  lists: benchLists,
};

/** The benchmarks that `--before FOLDER` also runs on a built checkout of an older commit. */
const comparedSections = ['queries', 'browser', 'lists'];

const { values, positionals: selected } = parseArgs({
  options: { before: { type: 'string' } },
  allowPositionals: true,
});
const available = values.before === undefined ? Object.keys(sections) : comparedSections;
const unknown = selected.filter((name) => !available.includes(name));
if (unknown.length > 0) {
  console.error(`Unknown benchmark: ${unknown.join(', ')}. Available: ${available.join(', ')}.`);
  process.exit(1);
}
const olderProduct = values.before === undefined ? null : await loadOlderProduct(values.before);
printFigures('machine', benchMachine());
for (const [name, section] of Object.entries(sections)) {
  if (!(selected.length > 0 ? selected : available).includes(name)) continue;
  const before = olderProduct && (await measure(section, olderProduct));
  printFigures(name, await measure(section, thisProduct), before);
}

async function measure(section: Section, product: Product): Promise<Figure[]> {
  const postgres = await product.startPostgres();
  try {
    return await section(postgres, product);
  } finally {
    await postgres.stop();
  }
}
