import { FRAME_KINDS, type FrameKind } from '@granary/contract/boards/topics';
import { type Millis, millis } from '@granary/domain/units';
import { frameTemplate, writeFrame } from '@granary/simulator/load/frames';

/** A payload for the kind of frame its topic says; `nonsense` is no kind there is. */
export interface MalformedFrame {
  readonly kind: FrameKind | 'nonsense';
  readonly payload: Buffer;
}

const LONGEST = 60_000;
const DEEPEST = 16_000;
const NUMBERS = [
  ...['1e999', '-1e308', '5e-324', '-0', '32768', '-32769', '1e21', '0.1e-7', '99999999999999999'],
  ...['NaN', 'null', 'true', '"x"', '{}', '[]', '-200', '255', '85.0', '\\u0000'],
];

/** A sound reading of bin 1 at an instant, 1.3 kB. */
export function validReading(board: string): (at: Millis) => Buffer {
  const template = frameTemplate(board, 1, { cables: 8, sensors: 16 });
  const packet = Buffer.alloc(template.packet.bytes.length);
  return (at) => {
    writeFrame(template, at, 1, packet, 0);
    return Buffer.from(packet.subarray(template.packet.payloadAt));
  };
}

/** Frames as a bad line, a broken board or a hostile one sends them; the same for the same dice. */
export function malformedFrames(
  board: string,
  start: Millis,
  random: () => number,
): () => MalformedFrame {
  const sound = validReading(board);
  const below = (limit: number) => Math.floor(random() * limit);
  let turn = 0;
  return () => {
    const at = millis(start + 1_000 * turn++);
    switch (below(8)) {
      case 0:
        return { kind: 'temp-data', payload: flipped(sound(at), 1 + below(3), below) };
      case 1:
        return { kind: 'temp-data', payload: flipped(sound(at), 1 + below(200), below) };
      case 2:
        return { kind: 'temp-data', payload: sound(at).subarray(0, below(1_300)) };
      case 3:
        return { kind: anyKind(below), payload: randomBytes(below(600), below) };
      case 4:
        return { kind: 'temp-data', payload: oddNumber(sound(at), below) };
      case 5:
        return { kind: anyKind(below), payload: flipped(word(at, below), below(4), below) };
      case 6:
        return { kind: 'temp-data', payload: spliced(sound(at), below) };
      default:
        return rare(below);
    }
  };
}

type Dice = (limit: number) => number;

function anyKind(below: Dice): MalformedFrame['kind'] {
  return ([...FRAME_KINDS, 'nonsense'] as const)[below(4)] ?? 'nonsense';
}

function flipped(bytes: Buffer, flips: number, below: Dice): Buffer {
  for (let i = 0; i < flips; i++) {
    const at = below(bytes.length);
    bytes[at] = (bytes[at] ?? 0) ^ (1 << below(8));
  }
  return bytes;
}

function randomBytes(length: number, below: Dice): Buffer {
  return Buffer.from(Array.from({ length }, () => below(256)));
}

/** One of its numbers becomes something odd. */
function oddNumber(bytes: Buffer, below: Dice): Buffer {
  const text = bytes.toString('latin1');
  const numbers = [...text.matchAll(/-?\d+(\.\d+)?/g)];
  const found = numbers[below(numbers.length)];
  if (!found) return bytes;
  const odd = NUMBERS[below(NUMBERS.length)] ?? '';
  const after = found.index + found[0].length;
  return Buffer.from(text.slice(0, found.index) + odd + text.slice(after), 'latin1');
}

/** Word of a fan or of the board itself. */
function word(at: Millis, below: Dice): Buffer {
  const base = { v: 1, bin_number: 1 + below(33), date_time: new Date(at).toISOString() };
  const words = [
    { ...base, fan: below(2) === 0 ? 'on' : 'off', command_id: 'c\0d'.slice(below(3)) },
    { ...base, kind: 'hello', firmware_version: '2\0'.slice(0, 1 + below(2)) },
    { ...base, kind: 'config', status: 'completed', message: '\ud800' },
  ];
  return Buffer.from(JSON.stringify(words[below(words.length)]));
}

/** The end of one frame behind the beginning of another. */
function spliced(bytes: Buffer, below: Dice): Buffer {
  return Buffer.concat([
    bytes.subarray(0, below(bytes.length)),
    bytes.subarray(below(bytes.length)),
  ]);
}

/** What takes room is sent seldom. */
function rare(below: Dice): MalformedFrame {
  const payload = [
    () => Buffer.alloc(below(LONGEST), '{"v":1,"temp_reading":[[1,2],'),
    () => Buffer.from('['.repeat(below(DEEPEST))),
    () => Buffer.from(`{"v":1,"x":${'{"x":'.repeat(below(3_000))}`),
  ][below(20)];
  return payload
    ? { kind: 'temp-data', payload: payload() }
    : { kind: 'temp-data', payload: Buffer.alloc(0) };
}
