/** A worker's demo server. Each worker has its own, so that tests do not affect each other. */
export interface WorkerDemo {
  readonly url: string;
  readonly mqttPort: number;
  readonly dataDir: string;
}

/** Passes the addresses of a worker's demo to the worker processes. */
export function setDemoEnv(worker: number, { url, mqttPort, dataDir }: WorkerDemo): void {
  process.env[`GRANARY_URL_${worker}`] = url;
  process.env[`GRANARY_MQTT_PORT_${worker}`] = String(mqttPort);
  process.env[`GRANARY_DATA_DIR_${worker}`] = dataDir;
}

/** The demo of this worker; its URL and folder are empty before it has started. */
export function getWorkerDemo(): WorkerDemo {
  const worker = process.env['TEST_PARALLEL_INDEX'] ?? '0';
  return {
    url: process.env[`GRANARY_URL_${worker}`] ?? '',
    mqttPort: Number(process.env[`GRANARY_MQTT_PORT_${worker}`]),
    dataDir: process.env[`GRANARY_DATA_DIR_${worker}`] ?? '',
  };
}
