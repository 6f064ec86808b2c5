import { MINUTE, millis, SECOND } from '@granary/domain/units';
import { faults, parseFaults } from './behaviors/incidents.ts';
import { DEMO_BOARD_KEY, DEMO_FARMS, HISTORY_DAYS } from './demo/fleet.ts';
import { startFleet } from './fleet.ts';

const port = Number(process.env['MQTT_PORT'] ?? 1883);
const dataDir = process.env['DATA_DIR'] ?? './data/demo';
if (!Number.isInteger(port) || port < 1 || port > 65_535) {
  console.error('MQTT_PORT must be a port from 1 to 65535.');
  process.exit(1);
}

const selectedFaults = parseFaults(process.env['DEMO_FAULTS'] ?? '');
if (selectedFaults === null) {
  console.error(
    `DEMO_FAULTS must be a comma-separated list of ${faults.join(', ')}; 1 means network.`,
  );
  process.exit(1);
}

const fleet = await startFleet({
  fleet: DEMO_FARMS,
  host: process.env['MQTT_HOST'] ?? '127.0.0.1',
  port,
  key: DEMO_BOARD_KEY,
  dataDir,
  now: () => millis(Date.now()),
  log: (line) => console.log(line),
  historyDays: HISTORY_DAYS,
  realtimeMs: 10 * SECOND,
  sleepMs: 10 * MINUTE,
  listenMs: 10 * SECOND,
  faults: selectedFaults,
});

let isStopping = false;
async function stop(): Promise<void> {
  if (isStopping) return;
  isStopping = true;
  await fleet.stop();
  process.exit(0);
}
process.once('SIGTERM', () => void stop());
process.once('SIGINT', () => void stop());
// The parent process has exited or disconnected.
process.once('disconnect', () => void stop());
