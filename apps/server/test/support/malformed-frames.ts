import { FRAME_KINDS, type FrameKind } from '@granary/contract/boards/topics';
import { type Millis, millis } from '@granary/domain/units';
import { createFrameTemplate, writeFrame } from '@granary/simulator/load/frames';

/** A payload and the kind of frame in its topic; `nonsense` is not a known kind. */
export interface MalformedFrame {
  readonly kind: FrameKind | 'nonsense';
  readonly payload: Buffer;
}

const MAX_BYTES = 60_000;
const MAX_DEPTH = 16_000;
const EXTREME_VALUES = [
  '1e999',
  '-1e308',
  '5e-324',
  '-0',
  '32768',
  '-32769',
  '1e21',
  '0.1e-7',
  '99999999999999999',
  'NaN',
  'null',
  'true',
  '"x"',
  '{}',
  '[]',
  '-200',
  '255',
  '85.0',
  '\\u0000',
];

/** Returns a function that creates valid readings of bin 1, 1.3 kB each. */
export function createValidReadings(board: string): (at: Millis) => Buffer {
  const template = createFrameTemplate(board, 1, { cables: 8, sensors: 16 });
  const packet = Buffer.alloc(template.packet.bytes.length);
  return (at) => {
    writeFrame(template, at, 1, packet, 0);
    return Buffer.from(packet.subarray(template.packet.payloadOffset));
  };
}

/**
 * Returns a function that creates frames such as a bad connection, a faulty board or an attacker would
 * produce; the same seed produces the same frames.
 */
export function createMalformedFrames(
  board: string,
  start: Millis,
  random: () => number,
): () => MalformedFrame {
  const createValidPayload = createValidReadings(board);
  const randomBelow = (limit: number) => Math.floor(random() * limit);
  let frameCount = 0;
  return () => {
    const at = millis(start + 1_000 * frameCount++);
    switch (randomBelow(8)) {
      case 0:
        return {
          kind: 'temp-data',
          payload: flipBits(createValidPayload(at), 1 + randomBelow(3), randomBelow),
        };
      case 1:
        return {
          kind: 'temp-data',
          payload: flipBits(createValidPayload(at), 1 + randomBelow(200), randomBelow),
        };
      case 2:
        return {
          kind: 'temp-data',
          payload: createValidPayload(at).subarray(0, randomBelow(1_300)),
        };
      case 3:
        return { kind: pickKind(randomBelow), payload: randomBytes(randomBelow(600), randomBelow) };
      case 4:
        return { kind: 'temp-data', payload: replaceNumber(createValidPayload(at), randomBelow) };
      case 5:
        return {
          kind: pickKind(randomBelow),
          payload: flipBits(createBoardMessage(at, randomBelow), randomBelow(4), randomBelow),
        };
      case 6:
        return { kind: 'temp-data', payload: splice(createValidPayload(at), randomBelow) };
      default:
        return createEmptyOrLargeFrame(randomBelow);
    }
  };
}

type RandomBelow = (limit: number) => number;

function pickKind(randomBelow: RandomBelow): MalformedFrame['kind'] {
  return ([...FRAME_KINDS, 'nonsense'] as const)[randomBelow(4)] ?? 'nonsense';
}

function flipBits(bytes: Buffer, flips: number, randomBelow: RandomBelow): Buffer {
  for (let i = 0; i < flips; i++) {
    const at = randomBelow(bytes.length);
    bytes[at] = (bytes[at] ?? 0) ^ (1 << randomBelow(8));
  }
  return bytes;
}

function randomBytes(length: number, randomBelow: RandomBelow): Buffer {
  return Buffer.from(Array.from({ length }, () => randomBelow(256)));
}

/** Replaces one number in a frame with an invalid or extreme value. */
function replaceNumber(bytes: Buffer, randomBelow: RandomBelow): Buffer {
  const text = bytes.toString('latin1');
  const numbers = [...text.matchAll(/-?\d+(\.\d+)?/g)];
  const numberMatch = numbers[randomBelow(numbers.length)];
  if (!numberMatch) return bytes;
  const replacement = EXTREME_VALUES[randomBelow(EXTREME_VALUES.length)] ?? '';
  const after = numberMatch.index + numberMatch[0].length;
  return Buffer.from(text.slice(0, numberMatch.index) + replacement + text.slice(after), 'latin1');
}

/** Creates a message about a fan or about the board itself. */
function createBoardMessage(at: Millis, randomBelow: RandomBelow): Buffer {
  const base = { v: 1, bin_number: 1 + randomBelow(33), date_time: new Date(at).toISOString() };
  const messages = [
    { ...base, fan: randomBelow(2) === 0 ? 'on' : 'off', command_id: 'c\0d'.slice(randomBelow(3)) },
    { ...base, kind: 'hello', firmware_version: '2\0'.slice(0, 1 + randomBelow(2)) },
    { ...base, kind: 'config', status: 'completed', message: '\ud800' },
  ];
  return Buffer.from(JSON.stringify(messages[randomBelow(messages.length)]));
}

/** Joins a random prefix of a frame to a random suffix of the same frame. */
function splice(bytes: Buffer, randomBelow: RandomBelow): Buffer {
  return Buffer.concat([
    bytes.subarray(0, randomBelow(bytes.length)),
    bytes.subarray(randomBelow(bytes.length)),
  ]);
}

/** Creates a frame with an empty payload or, rarely, a large one. */
function createEmptyOrLargeFrame(randomBelow: RandomBelow): MalformedFrame {
  const payload = [
    () => Buffer.alloc(randomBelow(MAX_BYTES), '{"v":1,"temp_reading":[[1,2],'),
    () => Buffer.from('['.repeat(randomBelow(MAX_DEPTH))),
    () => Buffer.from(`{"v":1,"x":${'{"x":'.repeat(randomBelow(3_000))}`),
  ][randomBelow(20)];
  return payload
    ? { kind: 'temp-data', payload: payload() }
    : { kind: 'temp-data', payload: Buffer.alloc(0) };
}
