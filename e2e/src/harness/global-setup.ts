import { startGranary } from './granary.ts';

/** One demo for the whole run; tests find it by the configuration's `baseURL`. */
export default async function setUp(): Promise<() => Promise<void>> {
  const granary = await startGranary('demo');
  process.env['GRANARY_URL'] = granary.url;
  process.env['GRANARY_MQTT_PORT'] = String(granary.mqttPort);
  process.env['GRANARY_DATA_DIR'] = granary.dataDir;
  return () => granary.stop();
}
