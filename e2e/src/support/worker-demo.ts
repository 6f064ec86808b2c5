/** Where a demo is: each worker has its own, so that no test meets what another does meanwhile. */
export interface WorkerDemo {
  readonly url: string;
  readonly mqttPort: number;
  readonly dataDir: string;
}

/** Tells the workers, which are other processes, where the demo of one of them is. */
export function announceDemo(worker: number, { url, mqttPort, dataDir }: WorkerDemo): void {
  process.env[`GRANARY_URL_${worker}`] = url;
  process.env[`GRANARY_MQTT_PORT_${worker}`] = String(mqttPort);
  process.env[`GRANARY_DATA_DIR_${worker}`] = dataDir;
}

/** The demo of the worker that asks; before there is one, an empty address. */
export function workerDemo(): WorkerDemo {
  const worker = process.env['TEST_PARALLEL_INDEX'] ?? '0';
  return {
    url: process.env[`GRANARY_URL_${worker}`] ?? '',
    mqttPort: Number(process.env[`GRANARY_MQTT_PORT_${worker}`]),
    dataDir: process.env[`GRANARY_DATA_DIR_${worker}`] ?? '',
  };
}
