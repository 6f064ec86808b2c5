/** Attacks by which a single caller could stall the server. */
export const ATTACKS = [
  'large bodies',
  'unfinished bodies',
  'watch events',
  'sockets of one account',
  'exports',
  'unread exports',
  'handshakes',
  'sessions of one board',
  'junk frames',
  'hello frames',
  'anonymous tiles',
] as const;
export type AttackName = (typeof ATTACKS)[number];

/** The size of an attack: `full` in the proof, `short` in the test. */
export type AttackScale = 'full' | 'short';

/** An attack, and the access that the attacker has: an account with a bin, and the key of a board. */
export interface AbuseTask {
  readonly name: AttackName;
  readonly scale: AttackScale;
  /** The address of the server, or of the proxy in front of it. */
  readonly url: string;
  readonly mqttPort: number;
  /** Whether boards connect with TLS. */
  readonly isMqttSecure: boolean;
  readonly token: string;
  readonly binId: number;
  readonly board: { readonly mainBoardId: string; readonly key: string };
}

/** The number of requests, connections or frames that were sent, and the number that the server accepted. */
export interface AbuseResult {
  readonly sent: number;
  readonly accepted: number;
}
