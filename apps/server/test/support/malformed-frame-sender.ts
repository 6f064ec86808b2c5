import { type Millis, millis } from '@granary/domain/units';
import { hashText, randomStream } from '@granary/simulator/board/random';
import { createConnectPacket, createPublishTemplate } from '@granary/simulator/load/packets';
import { type MalformedFrame, malformedFrames, validReading } from './malformed-frames.ts';
import { RawMqttClient } from './mqtt-gateway.ts';

/** The task that the parent process sends to the attacker. */
export interface Attack {
  readonly port: number;
  readonly boards: readonly { readonly mainBoardId: string; readonly key: string }[];
  /** The board that connects with malformed packets; each session replaces the one before. */
  readonly connector: { readonly mainBoardId: string; readonly key: string };
  /** The number of frames of all boards together. */
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
  /** How many boards' sessions ended; none should. */
  readonly endedSessions: number;
}

const WINDOW = 20;

// A separate process, so that its work does not slow the boards that it is compared with.
process.on('message', (attack: Attack) => {
  void runAttack(attack).then((result) => {
    process.send?.(result);
    process.disconnect();
  });
});

async function runAttack(attack: Attack): Promise<AttackResult> {
  const startedAt = performance.now();
  const { boards, frames } = attack;
  const share = Math.ceil(frames / boards.length);
  const shares = boards.map((board, i) => {
    const count = Math.max(0, Math.min(share, frames - i * share));
    return publish(attack, board, count);
  });
  const [done] = await Promise.all([Promise.all(shares), connectRepeatedly(attack)]);
  return {
    acknowledged: done.reduce((sum, { acknowledged }) => sum + acknowledged, 0),
    endedSessions: done.filter(({ hasEnded }) => hasEnded).length,
    seconds: (performance.now() - startedAt) / 1000,
  };
}

async function publish(
  { port, start, isValid, seed }: Attack,
  { mainBoardId, key }: Attack['boards'][number],
  count: number,
): Promise<{ acknowledged: number; hasEnded: boolean }> {
  const client = await RawMqttClient.connect(port, mainBoardId, key);
  const valid = validReading(mainBoardId);
  const random = randomStream(seed ^ hashText(mainBoardId));
  const malformed = malformedFrames(mainBoardId, start, random);
  const next = (turn: number): MalformedFrame =>
    isValid ? { kind: 'temp-data', payload: valid(millis(start + turn * 1_000)) } : malformed();
  for (let turn = 0; turn < count && !client.isClosed; ) {
    const free = WINDOW - (turn - client.acknowledged.length);
    const packets: Buffer[] = [];
    for (let i = 0; i < free && turn < count; i++, turn++) {
      const { kind, payload } = next(turn);
      const topic = `boards/${mainBoardId}/up/${kind}`;
      const { bytes, packetIdOffset } = createPublishTemplate(topic, payload);
      bytes.writeUInt16BE((turn % 65_535) + 1, packetIdOffset);
      packets.push(bytes);
    }
    client.write(Buffer.concat(packets));
    await client.until(() => turn - client.acknowledged.length < WINDOW);
  }
  await client.until(() => client.acknowledged.length === count);
  const hasEnded = client.isClosed;
  client.close();
  return { acknowledged: client.acknowledged.length, hasEnded };
}

/** Connects repeatedly and sends bytes that no MQTT client sends. */
async function connectRepeatedly({ port, connections, connector, seed }: Attack): Promise<void> {
  const random = randomStream(seed);
  const { mainBoardId, key } = connector;
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
    await client.until(() => false);
  }
}
