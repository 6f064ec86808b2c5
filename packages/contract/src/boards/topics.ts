/** A main board's id: also its MQTT user name and the middle of its topics. */
export const MAIN_BOARD_ID = /^[A-Za-z0-9_-]{1,64}$/;

export const FRAME_KINDS = ['temp-data', 'fan-data', 'firmware-data'] as const;
/** What a board sends: a reading, a fan's state, or word of itself. */
export type FrameKind = (typeof FRAME_KINDS)[number];

/** A frame's largest payload, bytes; longer ones are kept in part and not read. */
export const MAX_FRAME_BYTES = 32 * 1024;

/** An MQTT packet, header included, longer than this ends the connection. */
export const MAX_PACKET_BYTES = 64 * 1024;

/** The topic a board publishes frames of one kind to. */
export function upTopic(mainBoardId: string, kind: FrameKind): string {
  return `boards/${mainBoardId}/up/${kind}`;
}

/** The one topic a board may subscribe to. */
export function downTopic(mainBoardId: string): string {
  return `boards/${mainBoardId}/down`;
}

/** The kind of frame a topic of this board carries; null where it is none of the three. */
export function parseFrameKind(mainBoardId: string, topic: string): FrameKind | null {
  const prefix = `boards/${mainBoardId}/up/`;
  if (!topic.startsWith(prefix)) return null;
  const rest = topic.slice(prefix.length);
  return FRAME_KINDS.find((kind) => kind === rest) ?? null;
}
