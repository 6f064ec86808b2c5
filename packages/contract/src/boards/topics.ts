/** The format of a main board's ID, which is also its MQTT user name and the middle level of its topics. */
export const MAIN_BOARD_ID_PATTERN = /^[A-Za-z0-9_-]{1,64}$/;

export const FRAME_KINDS = ['temp-data', 'fan-data', 'firmware-data'] as const;
/** The kind of a frame from a board: a reading, a fan's state, or the state of the board's firmware. */
export type FrameKind = (typeof FRAME_KINDS)[number];

/** The maximum payload size of a frame, bytes; only the start of a longer payload is stored as raw data. */
export const MAX_FRAME_BYTES = 32 * 1024;

/** The maximum size of an MQTT packet with its header, bytes; a longer one closes the connection. */
export const MAX_PACKET_BYTES = 64 * 1024;

/** Formats the topic that a board publishes frames of one kind to. */
export function formatUpTopic(mainBoardId: string, kind: FrameKind): string {
  return `boards/${mainBoardId}/up/${kind}`;
}

/** Formats the only topic that a board may subscribe to. */
export function formatDownTopic(mainBoardId: string): string {
  return `boards/${mainBoardId}/down`;
}

/** Parses the frame kind from one of the board's topics; null for an unknown topic. */
export function parseFrameKind(mainBoardId: string, topic: string): FrameKind | null {
  const prefix = `boards/${mainBoardId}/up/`;
  if (!topic.startsWith(prefix)) return null;
  const rest = topic.slice(prefix.length);
  return FRAME_KINDS.find((kind) => kind === rest) ?? null;
}
