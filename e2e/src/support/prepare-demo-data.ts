import { prepareDemoData } from './demo-data.ts';

const [dataDir] = process.argv.slice(2);
if (dataDir === undefined) throw new Error('Pass the data folder to fill as the argument.');
await prepareDemoData(dataDir);
