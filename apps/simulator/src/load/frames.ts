import { formatUpTopic } from '@granary/contract/boards/topics';
import { type Millis, millis } from '@granary/domain/units';
import { createRandomStream, hash, hashText } from '../board/random.ts';
import { createPublishTemplate, type PublishTemplate } from './packets.ts';

/** The size of the frames in a load test. */
export interface FrameSize {
  readonly cables: number;
  readonly sensors: number;
}

/** A bin's frame as a packet, in which only the packet id, the time and a few values change. */
export interface FrameTemplate {
  readonly packet: PublishTemplate;
  /** Offset in the packet of the 24 characters of `date_time`. */
  readonly timeOffset: number;
  /** Offsets of the digit before the decimal point of some temperatures. */
  readonly digitOffsets: readonly number[];
}

const PLACEHOLDER = '2000-01-01T00:00:00.000Z';
const CHANGING_VALUES = 8;
const ASCII_ZERO = 0x30;

/** Creates a bin's frame template: temperature and humidity of all sensors, and ten scalars. */
export function createFrameTemplate(
  mainBoardId: string,
  binNumber: number,
  size: FrameSize,
): FrameTemplate {
  const random = createRandomStream(hash(hashText(mainBoardId), binNumber));
  const randomValues = (low: number, span: number, decimals: number) =>
    Array.from({ length: size.cables }, () =>
      Array.from({ length: size.sensors }, () => (low + span * random()).toFixed(decimals)),
    );
  const toJsonArray = (values: string[][]) =>
    `[${values.map((cable) => `[${cable.join(',')}]`).join(',')}]`;
  const ids = Array.from({ length: size.cables }, (_, i) => i + 1).join(',');
  const text =
    `{"v":1,"bin_number":${binNumber},"date_time":"${PLACEHOLDER}"` +
    `,"temp_reading":${toJsonArray(randomValues(10, 15, 1))},"humidity_readings":${toJsonArray(randomValues(45, 25, 0))}` +
    `,"cable_ids":[${ids}],"battery":87,"level_sensor":2150,"co2":520,"wind_speed":3.4` +
    `,"wind_pressure":742,"wind_speed_plenum_2":3.6,"wind_pressure_plenum_2":738` +
    `,"wind_temperature":12.5,"channel_8_temperature":11.5,"channel_8_humidity":63.1,"any_error":0}`;
  const packet = createPublishTemplate(
    formatUpTopic(mainBoardId, 'temp-data'),
    Buffer.from(text, 'latin1'),
  );
  const temperatures = text.indexOf('temp_reading');
  const digitOffsets: number[] = [];
  // Values are written as "dd.d": changing the digit before the decimal point keeps the length.
  for (let i = text.indexOf('.', temperatures); digitOffsets.length < CHANGING_VALUES; ) {
    digitOffsets.push(packet.payloadOffset + i - 1);
    i = text.indexOf('.', i + 1);
  }
  return { packet, timeOffset: packet.payloadOffset + text.indexOf(PLACEHOLDER), digitOffsets };
}

/** Copies the frame for `at` with a packet id into `target` at `offset`; returns its end. */
export function writeFrame(
  template: FrameTemplate,
  at: Millis,
  packetId: number,
  target: Buffer,
  offset: number,
): number {
  const { packet, timeOffset, digitOffsets } = template;
  packet.bytes.copy(target, offset);
  target.writeUInt16BE(packetId, offset + packet.packetIdOffset);
  target.write(new Date(at).toISOString(), offset + timeOffset, 'latin1');
  let bits = hash(at);
  for (const digitOffset of digitOffsets) {
    target[offset + digitOffset] = ASCII_ZERO + (bits & 7);
    bits >>>= 3;
  }
  return offset + packet.bytes.length;
}

/**
 * The bin and time of a board's frame number `index`: its bins alternate, and each round is one step later.
 */
export function findFrameKey(
  bins: readonly number[],
  start: Millis,
  stepMs: number,
  index: number,
): { readonly binNumber: number; readonly at: Millis } {
  const binNumber = bins[index % bins.length] as number;
  return { binNumber, at: millis(start + Math.floor(index / bins.length) * stepMs) };
}
