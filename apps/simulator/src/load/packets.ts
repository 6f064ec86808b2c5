/** The MQTT 3.1.1 packets of a QoS 1 publisher (OASIS standard, 29 October 2014). */

const PUBLISH_QOS1 = 0x32;
const DUP = 0x08;

/** CONNECT with a clean session and no will; the client id is the user name if none is given. */
export function createConnectPacket(
  userName: string,
  password: string,
  keepAliveS: number,
  clientId: string = userName,
): Buffer {
  const body = Buffer.concat([
    encodeString('MQTT'),
    // Protocol level 4; flags: user name, password, clean session.
    Buffer.from([4, 0xc2, keepAliveS >> 8, keepAliveS & 0xff]),
    encodeString(clientId),
    encodeString(userName),
    encodeString(password),
  ]);
  return Buffer.concat([Buffer.from([0x10, ...encodeRemainingLength(body.length)]), body]);
}

/** SUBSCRIBE to a topic with QoS 1. */
export function createSubscribePacket(topic: string): Buffer {
  const body = Buffer.concat([Buffer.from([0, 1]), encodeString(topic), Buffer.from([1])]);
  return Buffer.concat([Buffer.from([0x82, ...encodeRemainingLength(body.length)]), body]);
}

export const PINGREQ = Buffer.from([0xc0, 0]);
export const DISCONNECT = Buffer.from([0xe0, 0]);

/** A PUBLISH packet, with the positions of its packet id and its payload. */
export interface PublishTemplate {
  readonly bytes: Buffer;
  readonly packetIdOffset: number;
  /** The offset of the payload. */
  readonly payloadOffset: number;
}

/** Prepares a PUBLISH packet with QoS 1. */
export function createPublishTemplate(topic: string, payload: Buffer): PublishTemplate {
  const name = encodeString(topic);
  const length = name.length + 2 + payload.length;
  const header = Buffer.from([PUBLISH_QOS1, ...encodeRemainingLength(length)]);
  return {
    bytes: Buffer.concat([header, name, Buffer.alloc(2), payload]),
    packetIdOffset: header.length + name.length,
    payloadOffset: header.length + name.length + 2,
  };
}

/** Sets the DUP flag of the PUBLISH packet at `offset`. */
export function markDuplicate(bytes: Buffer, offset: number): void {
  bytes[offset] = PUBLISH_QOS1 | DUP;
}

/** Handles the packets from the broker. */
export interface PacketHandler {
  /** 0: accepted. */
  onConnack(code: number): void;
  onPuback(packetId: number): void;
}

/** Parses the packets in a byte stream; returns the bytes of the last, incomplete packet. */
export function readPackets(bytes: Buffer, handler: PacketHandler): Buffer {
  let offset = 0;
  while (offset + 2 <= bytes.length) {
    const type = (bytes[offset] as number) >> 4;
    let length = 0;
    let shift = 0;
    let next = offset + 1;
    let digit: number;
    do {
      if (next >= bytes.length) return bytes.subarray(offset);
      digit = bytes[next] as number;
      length += (digit & 0x7f) << shift;
      shift += 7;
      next++;
    } while ((digit & 0x80) !== 0);
    if (next + length > bytes.length) break;
    if (type === 4) handler.onPuback(bytes.readUInt16BE(next));
    else if (type === 2) handler.onConnack(bytes[next + 1] as number);
    offset = next + length;
  }
  return bytes.subarray(offset);
}

function encodeString(text: string): Buffer {
  const bytes = Buffer.from(text, 'utf8');
  return Buffer.concat([Buffer.from([bytes.length >> 8, bytes.length & 0xff]), bytes]);
}

function encodeRemainingLength(length: number): number[] {
  const digits: number[] = [];
  let rest = length;
  do {
    const digit = rest % 128;
    rest = Math.floor(rest / 128);
    digits.push(rest > 0 ? digit | 0x80 : digit);
  } while (rest > 0);
  return digits;
}
