import { prepareDemoData } from './demo-data.ts';

const [dataDir] = process.argv.slice(2);
if (dataDir === undefined) throw new Error('Pass the path of the data folder to fill.');
await prepareDemoData(dataDir);
