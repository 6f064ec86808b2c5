import { type Millis, millis } from '@granary/domain/units';
import { hashText, randomStream } from '@granary/simulator/board/random';
import { connectPacket, publishTemplate } from '@granary/simulator/load/packets';
import { type MalformedFrame, malformedFrames, validReading } from './malformed-frames.ts';
import { RawMqttClient } from './mqtt-gateway.ts';

/** What the attacker is asked to do, as its parent sends it. */
export interface Attack {
  readonly port: number;
  readonly boards: readonly { readonly mainBoardId: string; readonly key: string }[];
  /** Who knocks; a session of theirs takes the place of the one before. */
  readonly knocker: { readonly mainBoardId: string; readonly key: string };
  /** Frames of all boards together. */
  readonly frames: number;
  readonly isSound: boolean;
  readonly start: Millis;
  /** Connections that send bytes which are no MQTT, or spoilt MQTT, besides. */
  readonly connections: number;
  readonly seed: number;
}

export interface AttackResult {
  readonly acknowledged: number;
  readonly seconds: number;
  /** Sessions of boards that ended, which none should. */
  readonly cut: number;
}

const WINDOW = 20;

/** A process of its own, so that its work does not slow those it shall be compared with. */
process.on('message', (attack: Attack) => {
  void carryOut(attack).then((result) => {
    process.send?.(result);
    process.disconnect();
  });
});

async function carryOut(attack: Attack): Promise<AttackResult> {
  const began = performance.now();
  const { boards, frames } = attack;
  const share = Math.ceil(frames / boards.length);
  const shares = boards.map((board, i) => {
    const count = Math.max(0, Math.min(share, frames - i * share));
    return publish(attack, board, count);
  });
  const [done] = await Promise.all([Promise.all(shares), knock(attack)]);
  return {
    acknowledged: done.reduce((sum, { acknowledged }) => sum + acknowledged, 0),
    cut: done.filter(({ isCut }) => isCut).length,
    seconds: (performance.now() - began) / 1000,
  };
}

async function publish(
  { port, start, isSound, seed }: Attack,
  { mainBoardId, key }: Attack['boards'][number],
  count: number,
): Promise<{ acknowledged: number; isCut: boolean }> {
  const client = await RawMqttClient.connect(port, mainBoardId, key);
  const sound = validReading(mainBoardId);
  const random = randomStream(seed ^ hashText(mainBoardId));
  const spoilt = malformedFrames(mainBoardId, start, random);
  const next = (turn: number): MalformedFrame =>
    isSound ? { kind: 'temp-data', payload: sound(millis(start + turn * 1_000)) } : spoilt();
  for (let turn = 0; turn < count && !client.isClosed; ) {
    const room = WINDOW - (turn - client.acknowledged.length);
    const packets: Buffer[] = [];
    for (let i = 0; i < room && turn < count; i++, turn++) {
      const { kind, payload } = next(turn);
      const topic = `boards/${mainBoardId}/up/${kind}`;
      const { bytes, packetIdAt } = publishTemplate(topic, payload);
      bytes.writeUInt16BE((turn % 65_535) + 1, packetIdAt);
      packets.push(bytes);
    }
    client.write(Buffer.concat(packets));
    await client.until(() => turn - client.acknowledged.length < WINDOW);
  }
  await client.until(() => client.acknowledged.length === count);
  const isCut = client.isClosed;
  client.close();
  return { acknowledged: client.acknowledged.length, isCut };
}

/** Connects again and again with what no client would send. */
async function knock({ port, connections, knocker, seed }: Attack): Promise<void> {
  const random = randomStream(seed);
  const { mainBoardId, key } = knocker;
  for (let i = 0; i < connections; i++) {
    const client = await RawMqttClient.open(port);
    const bytes = connectPacket(mainBoardId, key, 1 + Math.floor(random() * 9));
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
