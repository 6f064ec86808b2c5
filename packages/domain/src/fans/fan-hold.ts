/**
 * Why the schedule and automatic control start nothing until they are resumed: what someone did at the bin,
 * or a restore of a deleted bin or a backup, because nobody knows what has happened at the bin since.
 */
export const fanHolds = ['switched-on', 'switched-off', 'lockout', 'restore'] as const;
export type FanHold = (typeof fanHolds)[number];
