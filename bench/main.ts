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
import { benchQueries } from './src/queries.ts';
import { benchRawData } from './src/raw-data.ts';
import { benchReconnect } from './src/reconnect.ts';
import { type Figure, printFigures } from './src/report.ts';
import { benchSearch } from './src/search.ts';
import { type Postgres, startPostgres } from './src/server.ts';
import { benchStartUp } from './src/start-up.ts';

type Section = (postgres: Postgres) => Promise<Figure[]>;

/** The benchmarks in their order; `npm run bench -- NAME …` selects some. */
const sections: Record<string, Section> = {
  ingest: benchIngest,
  queries: benchQueries,
  reconnect: benchReconnect,
  alerts: benchAlerts,
  commands: benchCommands,
  search: benchSearch,
  'raw-data': benchRawData,
  chart: benchChart,
  crops: benchCrops,
  export: benchExport,
  start: benchStartUp,
  'first-load': benchFirstLoad,
  browser: benchBrowser,
  lists: benchLists,
};

const selected = process.argv.slice(2);
const unknown = selected.filter((name) => !Object.hasOwn(sections, name));
if (unknown.length > 0) {
  console.error(
    `There is no ${unknown.join(', ')}; there are ${Object.keys(sections).join(', ')}.`,
  );
  process.exit(1);
}
printFigures('machine', benchMachine());
for (const [name, section] of Object.entries(sections)) {
  if (selected.length > 0 && !selected.includes(name)) continue;
  const postgres = await startPostgres();
  try {
    printFigures(name, await section(postgres));
  } finally {
    await postgres.stop();
  }
}
