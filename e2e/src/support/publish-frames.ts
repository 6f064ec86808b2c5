import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { DemoBin } from '@granary/simulator/demo/farm';
import { DEMO_BOARD_KEY, DEMO_FARMS } from '@granary/simulator/demo/fleet';

/** The values that a test sends; the rest of the frame is filled in here. */
export interface TestReading {
  /** °C by cable and sensor; 12 °C everywhere if omitted. */
  readonly temperatures?: readonly (readonly number[])[];
  readonly at?: Date;
  readonly otherFields?: Readonly<Record<string, unknown>>;
}

/**
 * Publishes a frame of a demo bin with Mosquitto's client, which returns once it is acknowledged. The demo's
 * own next reading replaces it within seconds, or within minutes for a sleeping board.
 */
export async function publishReading(
  mqttPort: number,
  binName: string,
  report: TestReading,
): Promise<void> {
  const { bin } = findDemoBin(binName);
  await send(mqttPort, binName, 'temp-data', {
    date_time: (report.at ?? new Date()).toISOString(),
    temp_reading: report.temperatures ?? createUniformReadings(bin, 12),
    humidity_readings: createUniformReadings(bin, 60),
    ...report.otherFields,
  });
}

/** Publishes a board's report about a bin's fan. */
export async function publishFanState(mqttPort: number, binName: string, fan: 'on' | 'off') {
  await send(mqttPort, binName, 'fan-data', { fan, date_time: new Date().toISOString() });
}

function send(
  mqttPort: number,
  binName: string,
  kind: 'temp-data' | 'fan-data',
  fields: Readonly<Record<string, unknown>>,
): Promise<void> {
  const { bin, mainBoardId } = findDemoBin(binName);
  const board = { mqttPort, mainBoardId, key: DEMO_BOARD_KEY };
  return publishFrame(board, kind, { bin_number: bin.binNumber, ...fields });
}

/** The connection details of a board. */
export interface BoardConnection {
  readonly mqttPort: number;
  readonly mainBoardId: string;
  readonly key: string;
}

/** Publishes a frame for a board, with its key. */
export async function publishFrame(
  board: BoardConnection,
  kind: 'temp-data' | 'fan-data',
  fields: Readonly<Record<string, unknown>>,
): Promise<void> {
  await publishMessages(board, kind, [JSON.stringify({ v: 1, ...fields })]);
}

/** Publishes messages, which need not be frames, to any topic of the board. */
export async function publishMessages(
  { mqttPort, mainBoardId, key }: BoardConnection,
  topicPart: string,
  messages: readonly string[],
): Promise<void> {
  const topic = `boards/${mainBoardId}/up/${topicPart}`;
  const target = ['-h', '127.0.0.1', '-p', String(mqttPort), '-q', '1', '-t', topic];
  const command = process.env['MOSQUITTO_PUB'] ?? 'mosquitto_pub';
  const child = spawn(command, [...target, '-u', mainBoardId, '-P', key, '-l']);
  let errorOutput = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errorOutput += text;
  });
  child.stdin.end(messages.map((message) => `${message}\n`).join(''));
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`${command} exited with code ${code}: ${errorOutput}`);
}

/** The same temperature everywhere except at the top sensor of the first cable, °C. */
export function temperaturesWithTopSensor(binName: string, celsius: number): number[][] {
  const cables = createUniformReadings(findDemoBin(binName).bin, 12);
  const [first = []] = cables;
  first[0] = celsius;
  return cables;
}

function createUniformReadings(bin: DemoBin, value: number): number[][] {
  return bin.cables.map(({ sensorCount }) => Array.from({ length: sensorCount }, () => value));
}

function findDemoBin(name: string): { bin: DemoBin; mainBoardId: string } {
  for (const { boards } of DEMO_FARMS) {
    for (const { bins, mainBoardId } of boards) {
      const bin = bins.find((demoBin) => demoBin.name === name);
      if (bin !== undefined) return { bin, mainBoardId };
    }
  }
  throw new Error(`The demo has no bin ${name}.`);
}
