/** The format of a main board's ID, which is also its MQTT user name and the middle level of its topics. */
export const MAIN_BOARD_ID = /^[A-Za-z0-9_-]{1,64}$/;

export const FRAME_KINDS = ['temp-data', 'fan-data', 'firmware-data'] as const;
/** The kind of a frame from a board: a reading, a fan's state, or its firmware's state. */
export type FrameKind = (typeof FRAME_KINDS)[number];

/** The largest payload of a frame, bytes; only the start of a longer payload is stored as raw data. */
export const MAX_FRAME_BYTES = 32 * 1024;

/** A longer MQTT packet, including its header, closes the connection. */
export const MAX_PACKET_BYTES = 64 * 1024;

/** The topic that a board publishes frames of one kind to. */
export function upTopic(mainBoardId: string, kind: FrameKind): string {
  return `boards/${mainBoardId}/up/${kind}`;
}

/** The only topic that a board may subscribe to. */
export function downTopic(mainBoardId: string): string {
  return `boards/${mainBoardId}/down`;
}

/** Parses the frame kind from one of the board's topics; null for an unknown topic. */
export function parseFrameKind(mainBoardId: string, topic: string): FrameKind | null {
  const prefix = `boards/${mainBoardId}/up/`;
  if (!topic.startsWith(prefix)) return null;
  const rest = topic.slice(prefix.length);
  return FRAME_KINDS.find((kind) => kind === rest) ?? null;
}
