import { type Millis, millis } from '@granary/domain/units';
import { createRandomStream, hashText } from '@granary/simulator/board/random';
import { createConnectPacket, createPublishTemplate } from '@granary/simulator/load/packets';
import {
  createMalformedFrames,
  createValidReadings,
  type MalformedFrame,
} from './malformed-frames.ts';
import { RawMqttClient } from './mqtt-gateway.ts';

/** The task that the parent process sends to the attacker. */
export interface Attack {
  readonly port: number;
  readonly boards: readonly { readonly mainBoardId: string; readonly key: string }[];
  /** The board that connects with malformed packets; each session replaces the previous one. */
  readonly reconnectingBoard: { readonly mainBoardId: string; readonly key: string };
  /** The total number of frames from all boards. */
  readonly frames: number;
  readonly isValid: boolean;
  readonly start: Millis;
  /** The number of connections that send random bytes or malformed MQTT packets. */
  readonly connections: number;
  readonly seed: number;
}

export interface AttackResult {
  readonly acknowledged: number;
  readonly seconds: number;
  /** The number of boards whose session ended; it should be 0. */
  readonly endedSessions: number;
}

const WINDOW = 20;

// This runs in a separate process, so that it does not slow down the boards that are measured.
process.on('message', (attack: Attack) => {
  void runAttack(attack).then((result) => {
    process.send?.(result);
    process.disconnect();
  });
});

async function runAttack(attack: Attack): Promise<AttackResult> {
  const startedAt = performance.now();
  const { boards, frames } = attack;
  const framesPerBoard = Math.ceil(frames / boards.length);
  const shares = boards.map((board, i) => {
    const count = Math.max(0, Math.min(framesPerBoard, frames - i * framesPerBoard));
    return publish(attack, board, count);
  });
  const [results] = await Promise.all([Promise.all(shares), connectRepeatedly(attack)]);
  return {
    acknowledged: results.reduce((sum, { acknowledged }) => sum + acknowledged, 0),
    endedSessions: results.filter(({ hasEnded }) => hasEnded).length,
    seconds: (performance.now() - startedAt) / 1000,
  };
}

async function publish(
  { port, start, isValid, seed }: Attack,
  { mainBoardId, key }: Attack['boards'][number],
  count: number,
): Promise<{ acknowledged: number; hasEnded: boolean }> {
  const client = await RawMqttClient.connect(port, mainBoardId, key);
  const createValidPayload = createValidReadings(mainBoardId);
  const random = createRandomStream(seed ^ hashText(mainBoardId));
  const createMalformedFrame = createMalformedFrames(mainBoardId, start, random);
  const createFrame = (turn: number): MalformedFrame =>
    isValid
      ? { kind: 'temp-data', payload: createValidPayload(millis(start + turn * 1_000)) }
      : createMalformedFrame();
  for (let sentCount = 0; sentCount < count && !client.isClosed; ) {
    const freeSlots = WINDOW - (sentCount - client.acknowledgedIds.length);
    const packets: Buffer[] = [];
    for (let i = 0; i < freeSlots && sentCount < count; i++, sentCount++) {
      const { kind, payload } = createFrame(sentCount);
      const topic = `boards/${mainBoardId}/up/${kind}`;
      const { bytes, packetIdOffset } = createPublishTemplate(topic, payload);
      bytes.writeUInt16BE((sentCount % 65_535) + 1, packetIdOffset);
      packets.push(bytes);
    }
    client.write(Buffer.concat(packets));
    await client.waitForCondition(() => sentCount - client.acknowledgedIds.length < WINDOW);
  }
  await client.waitForCondition(() => client.acknowledgedIds.length === count);
  const hasEnded = client.isClosed;
  client.close();
  return { acknowledged: client.acknowledgedIds.length, hasEnded };
}

/** Connects repeatedly and sends bytes that no MQTT client would send. */
async function connectRepeatedly({
  port,
  connections,
  reconnectingBoard,
  seed,
}: Attack): Promise<void> {
  const random = createRandomStream(seed);
  const { mainBoardId, key } = reconnectingBoard;
  for (let i = 0; i < connections; i++) {
    const client = await RawMqttClient.open(port);
    const bytes = createConnectPacket(mainBoardId, key, 1 + Math.floor(random() * 9));
    const flips = Math.floor(random() * 4);
    for (let flip = 0; flip < flips; flip++) {
      bytes[Math.floor(random() * bytes.length)] = Math.floor(random() * 256);
    }
    client.write(bytes);
    client.write(Buffer.from(Array.from({ length: 64 }, () => Math.floor(random() * 256))));
    client.socket.end();
    await client.waitForCondition(() => false);
  }
}
